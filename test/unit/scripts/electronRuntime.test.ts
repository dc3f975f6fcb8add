import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chooseElectron, type ElectronSources, requireDeclared } from '#scripts/electronRuntime.ts';
import { shouldSkipDownload } from '#scripts/lib/electronDownload.ts';
import { canUseRegistryCopy } from '#scripts/lib/registryElectron.ts';
import { integrityOf, treeDigest } from '#scripts/lib/registryPackage.ts';
import { StopError } from '#scripts/lib/terminal.ts';
import { needsPosix } from '#scripts/vitest/needs.ts';

type Source = keyof ElectronSources;

/** Sources of which only some have Electron; they record the order of their calls. */
function sourcesWith(...available: readonly Source[]) {
  const asked: string[] = [];
  const source = (name: Source) => async (patience?: string) => {
    asked.push(patience === undefined ? name : `${name} ${patience}`);
    return available.includes(name)
      ? { folder: name, executable: `${name}/electron`, version: '1' }
      : undefined;
  };
  const sources: ElectronSources = {
    override: source('override'),
    installed: source('installed'),
    download: source('download'),
    registryCopy: source('registryCopy'),
  };
  return { asked, sources };
}

it('tries the override, node_modules, the download and the registry copy, in this order', async () => {
  const { asked, sources } = sourcesWith('registryCopy');
  expect((await chooseElectron('test', sources)).folder).toBe('registryCopy');
  expect(asked).toEqual(['override', 'installed', 'download remember', 'registryCopy']);
});

it.each(['override', 'installed', 'download'] as const)('uses %s and tries no other', async (name) => {
  const { asked, sources } = sourcesWith(name, 'registryCopy');
  expect((await chooseElectron('test', sources)).folder).toBe(name);
  expect(asked.at(-1)).toContain(name);
});

it('never uses the registry copy for the real app, and tries the download each time', async () => {
  const { asked, sources } = sourcesWith('registryCopy');
  await expect(chooseElectron('product', sources)).rejects.toThrow(/never used with real/);
  expect(asked).toEqual(['override', 'installed', 'download always']);
});

it('says what to do without any Electron', async () => {
  const failure = chooseElectron('test', sourcesWith().sources);
  await expect(failure).rejects.toThrow(StopError);
  await expect(failure).rejects.toThrow(/ELECTRON_OVERRIDE_DIST_PATH/);
});

describe('an Electron of another version than package.json declares', () => {
  const other = { version: '42.0.0', origin: 'a copy' };
  const required = { NOTAFTER_REQUIRE_DECLARED_ELECTRON: 'true' };

  it('is refused where that one is required', () => {
    expect(() => requireDeclared(other, '45.5.0', required)).toThrow(StopError);
    expect(() => requireDeclared(other, '45.5.0', required)).toThrow(/42\.0\.0.*45\.5\.0/u);
    expect(() => requireDeclared(other, '42.0.0', required)).not.toThrow();
  });

  it('will do elsewhere', () => {
    expect(() => requireDeclared(other, '45.5.0', {})).not.toThrow();
  });
});

it('uses the registry copy only on Linux with x64', () => {
  expect(canUseRegistryCopy('linux', 'x64')).toBe(true);
  expect(canUseRegistryCopy('linux', 'arm64')).toBe(false);
  expect(canUseRegistryCopy('darwin', 'x64')).toBe(false);
});

it('formats the integrity value like npm', () => {
  expect(integrityOf(new Uint8Array())).toBe(
    'sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==',
  );
});

it.each([
  ['right after it', 0, 'same', true],
  ['just before 6 hours are over', 6 * 3_600_000 - 1, 'same', true],
  ['after 6 hours', 6 * 3_600_000, 'same', false],
  ['when the clock was set back', -1, 'same', false],
  ['with another mirror', 0, 'other', false],
])('judges a failed download %s', (_name, later, circumstances, hopeless) => {
  expect(shouldSkipDownload({ at: 1_000_000, circumstances: 'same' }, 1_000_000 + later, circumstances)).toBe(
    hopeless,
  );
});

it('detects every change of the unpacked files', needsPosix, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'notafter-tree-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'locales'));
  writeFileSync(join(folder, 'electron'), 'program');
  writeFileSync(join(folder, 'locales', 'en.pak'), 'words');
  const digests = [await treeDigest(folder)];
  expect(await treeDigest(folder)).toBe(digests[0]);
  const changes = [
    () => writeFileSync(join(folder, 'electron'), 'another program'),
    () => writeFileSync(join(folder, 'libplanted.so'), ''),
    () => rmSync(join(folder, 'locales', 'en.pak')),
    () => symlinkSync('/elsewhere', join(folder, 'locales', 'en.pak')),
  ];
  for (const change of changes) {
    change();
    digests.push(await treeDigest(folder));
  }
  expect(new Set(digests).size).toBe(changes.length + 1);
});
