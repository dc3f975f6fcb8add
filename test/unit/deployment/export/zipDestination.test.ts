import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { ExportFs } from '#main/deployment/export/exportFs.ts';
import type { ZipDestination } from '#main/deployment/export/zipDestination.ts';
import { needsPosix, needsPrograms } from '#scripts/vitest/needs.ts';
import { bundleOf, contentOf, fileNames } from './bundles.ts';
import { failingAt, forEachStep, hookedFs, systemError } from './faultyFs.ts';
import { describeError, exportFs, exportTo, shownBits, temporaryDirectory, treeOf } from './fixtures.ts';
import { startedOn, zipOn } from './hiddenMemory.ts';

const bundles = [bundleOf('a.example'), bundleOf('wildcard.example.com')];

function destinationAt(file: string, fs: ExportFs = exportFs, now = Date.UTC(2027, 3, 5)): ZipDestination {
  return zipOn(file, fs, () => now);
}

/** Names, Unix modes and systems from the central directory (APPNOTE.TXT, section 4.3.12). */
function directoryOf(zip: Buffer): Record<string, string> {
  const entries: Record<string, string> = {};
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'));
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    entries[name] = `${zip[at + 5]} ${(zip.readUInt32LE(at + 38) >>> 16).toString(8)}`;
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}

describe('a ZIP export', () => {
  test('contains a folder for each order with its files', async () => {
    const file = join(temporaryDirectory(), 'certificates.zip');
    const { outcomes, whole } = await exportTo(destinationAt(file), bundles);
    expect(whole).toBeNull();
    expect(outcomes.get('a.example')).toEqual({
      kind: 'written',
      previous: null,
      files: fileNames.map((name) => `a.example/${name}`),
    });
    const found = unzipSync(readFileSync(file));
    expect(Object.keys(found)).toEqual(
      bundles.flatMap(({ folder }) => fileNames.map((n) => `${folder}/${n}`)),
    );
    for (const [path, content] of Object.entries(found)) {
      expect(Buffer.from(content).equals(contentOf('new', path.split('/')[1] ?? '')), path).toBe(true);
    }
  });

  test('has mode 0600 for keys and 0644 for the rest, marked as made by Unix', async () => {
    const file = join(temporaryDirectory(), 'certificates.zip');
    await exportTo(destinationAt(file), bundles.slice(0, 1));
    expect(directoryOf(readFileSync(file))).toEqual({
      'a.example/privkey.pem': '3 100600',
      'a.example/fullchain.pem': '3 100644',
      'a.example/cert.pem': '3 100644',
      'a.example/chain.pem': '3 100644',
    });
  });

  test('can be read only by its owner, with any umask', needsPosix, async () => {
    for (const umask of [0, 0o022, 0o777]) {
      const file = join(temporaryDirectory(), 'certificates.zip');
      const former = process.umask(umask);
      try {
        await exportTo(destinationAt(file), bundles);
      } finally {
        process.umask(former);
      }
      expect(lstatSync(file).mode & 0o7777).toBe(0o600);
    }
  });

  test('can be read by another implementation', needsPrograms, async () => {
    const file = join(temporaryDirectory(), 'certificates.zip');
    await exportTo(destinationAt(file), bundles);
    const script =
      'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); print(z.testzip(), len(z.namelist()))';
    expect(execFileSync('python3', ['-c', script, file]).toString().trim()).toBe('None 8');
  });

  test('works for any time of the clock', async () => {
    for (const now of [0, Date.UTC(2200, 0)]) {
      const file = join(temporaryDirectory(), 'certificates.zip');
      expect((await exportTo(destinationAt(file, exportFs, now), bundles)).whole).toBeNull();
    }
  });

  test('without content leaves no file', async () => {
    const root = temporaryDirectory();
    await exportTo(destinationAt(join(root, 'certificates.zip')), []);
    expect(treeOf(root)).toEqual([]);
  });

  test('that is cancelled leaves the previous file, and no other', async () => {
    const root = temporaryDirectory();
    writeFileSync(join(root, 'certificates.zip'), 'former');
    const before = treeOf(root);
    const abort = new AbortController();
    const fs = hookedFs(exportFs, (call) => {
      if (call === 'write') abort.abort();
    });
    const destination = destinationAt(join(root, 'certificates.zip'), fs);
    const { outcomes, whole } = await exportTo(destination, bundles, { signal: abort.signal });
    expect(whole).toBeNull();
    expect([...outcomes.values()]).toEqual([{ kind: 'cancelled' }, { kind: 'cancelled' }]);
    expect(treeOf(root)).toEqual(before);
  });

  test('that exceeds the limits of the format is refused', async () => {
    const root = temporaryDirectory();
    const many = Array.from({ length: 16_384 }, (_, index) => ({
      orderId: `o${index}`,
      folder: `o${index}`,
      files: fileNames.map((name) => ({ name, content: Buffer.from('x'), secret: false, mode: 0o644 })),
    }));
    const { whole } = await exportTo(destinationAt(join(root, 'certificates.zip')), many);
    expect(describeError(whole)).toBe('other certificates.zip');
    expect(treeOf(root)).toEqual([]);
  });

  test('removes only what a killed export left', async () => {
    const root = temporaryDirectory();
    const left = join(root, '.notafter-0123456789abcdef01234567.tmp');
    writeFileSync(left, 'half');
    const file = join(root, 'certificates.zip');
    await exportTo(zipOn(file), bundles);
    // It may belong to another program.
    expect(treeOf(root)).toHaveLength(2);
    const ownership = { owner: process.getuid?.() ?? null, keepsModes: exportFs.posix };
    startedOn(root).names.begin([
      { folder: root, id: '0123456789abcdef01234567', names: [], ownership, inode: null },
    ]);
    await exportTo(zipOn(file), bundles);
    expect(treeOf(root)).toHaveLength(1);
  });
});

describe('an existing file at the path of a ZIP file', () => {
  test.for<readonly [string, string, (path: string) => void]>([
    ['a link', 'symlink', (path: string) => symlinkSync('/etc/hostname', path)],
    ['a directory', 'notRegular', (path: string) => mkdirSync(path)],
  ])('is refused when it is %s, at the review and at the switch', async ([, reason, place], { skip }) => {
    skip(needsPosix.skip && reason === 'symlink', needsPosix.meta.skipReason);
    for (const early of [true, false]) {
      const root = temporaryDirectory();
      const file = join(root, 'certificates.zip');
      if (early) place(file);
      const { whole } = await exportTo(destinationAt(file), bundles, { between: () => early || place(file) });
      expect(describeError(whole)).toBe(`${reason} certificates.zip`);
      expect(treeOf(root)).toHaveLength(1);
    }
  });

  test('is replaced if the dialog asked for it, and not if it appeared or changed since', async () => {
    const replaced = join(temporaryDirectory(), 'certificates.zip');
    writeFileSync(replaced, 'former');
    chmodSync(replaced, 0o644);
    expect((await exportTo(destinationAt(replaced), bundles)).whole).toBeNull();
    expect(lstatSync(replaced).mode & 0o777).toBe(shownBits(0o600));

    const appeared = join(temporaryDirectory(), 'certificates.zip');
    const between = () => writeFileSync(appeared, 'somebody');
    const first = await exportTo(destinationAt(appeared), bundles, { between });
    expect(describeError(first.whole)).toBe('exists certificates.zip');
    const again = () => writeFileSync(appeared, 'somebody else');
    const second = await exportTo(destinationAt(appeared), bundles, { between: again });
    expect(describeError(second.whole)).toBe('changed certificates.zip');
    expect(readFileSync(appeared, 'utf8')).toBe('somebody else');
  });
});

const withoutLinks = hookedFs(exportFs, (call, path) => {
  if (call === 'link') throw systemError('EPERM', path);
});

test.each([
  ['a new ZIP file', exportFs, null],
  ['a new ZIP file without hard links', withoutLinks, null],
  ['a ZIP file that replaces a previous one', exportFs, 'former'],
])('for any failed call, %s is complete or missing, and nothing else changes', async (_, base, former) => {
  await forEachStep(async (failing) => {
    const root = temporaryDirectory();
    const file = join(root, 'certificates.zip');
    if (former !== null) writeFileSync(file, former, { mode: 0o644 });
    const before = treeOf(root);
    const { fs, calls } = failingAt(base, failing);
    const { outcomes } = await exportTo(destinationAt(file, fs), bundles);
    const at = `call ${failing}, ${calls[failing - 1]}`;
    if (outcomes.size === 0) {
      expect(treeOf(root), at).toEqual(before);
    } else {
      expect(Object.keys(unzipSync(readFileSync(file))), at).toHaveLength(8);
      expect(treeOf(root), at).toHaveLength(1);
    }
    return calls.length >= failing;
  });
});
