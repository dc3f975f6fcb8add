import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { cacheVariable, projectFolder } from '#scripts/lib/paths.ts';
import { setUp } from '#scripts/lib/setUp.ts';
import { StopError } from '#scripts/lib/terminal.ts';
import { ensureSystemPackages } from '#scripts/systemPackages.ts';
import { needs } from '#scripts/vitest/needs.ts';

const hasElectron = existsSync(join(projectFolder, 'node_modules', 'electron', 'path.txt'));

it(
  'says what went wrong and what to do where the cache folder cannot be made',
  needs(!hasElectron, 'Electron is in node_modules already'),
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'set-up-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'file'), '');
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', '');
    vi.stubEnv(cacheVariable, join(folder, 'file', 'cache'));
    onTestFinished(() => void vi.unstubAllEnvs());
    const error = await setUp([], 'test').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StopError);
    expect(String(error)).toMatch(/The set-up failed: ENOTDIR: .*Then run the command again\.$/s);
  },
);

it('reports an Electron that is missing where the environment says', async () => {
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', '/nowhere');
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(setUp([], 'test')).rejects.toThrow('/nowhere holds no Electron distribution');
});

describe('an ordinary user of Debian', needs(existsSync('/usr/bin/dpkg-query'), 'this is not Debian'), () => {
  /** Runs the set-up for some needs in a system with these commands and no other. @returns the message that it ends with */
  async function messageFor(commands: Readonly<Record<string, string>>): Promise<string> {
    const folder = mkdtempSync(join(tmpdir(), 'set-up-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const [name, script] of Object.entries(commands)) {
      writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
      chmodSync(join(folder, name), 0o755);
    }
    vi.stubEnv('PATH', folder);
    const asUser = vi.spyOn(process, 'getuid').mockReturnValue(1000);
    onTestFinished(() => {
      vi.unstubAllEnvs();
      asUser.mockRestore();
    });
    const error = await ensureSystemPackages(['packaging', 'readers', 'senders']).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(StopError);
    return String(error);
  }

  it('gets one line that installs what all needs lack, each package once', async () => {
    const message = await messageFor({ 'dpkg-query': 'exit 1', 'apt-cache': 'exit 100' });
    const lines = message.split('\n').filter((line) => line.includes('apt-get'));
    expect(lines.length).toBe(1);
    const names = lines[0]?.split('--no-install-recommends ')[1]?.split(' ') ?? [];
    expect(names).toEqual(expect.arrayContaining(['p7zip-full', 'openssl', 'nginx', 'php-cli', 'caddy']));
    expect(new Set(names).size).toBe(names.length);
    expect(message).toContain('start as services');
  });

  it('gets one list of the programs that are still missing', async () => {
    const message = await messageFor({
      'dpkg-query': 'shift 3; for name; do echo "$name installed"; done',
    });
    expect(message).toMatch(/^StopError: These programs are missing: 7za, .*keytool, .*php, /u);
    expect(message).toMatch(/The Debian packages that have them: p7zip-full .*openjdk-17-.* php-cli /u);
  });
});
