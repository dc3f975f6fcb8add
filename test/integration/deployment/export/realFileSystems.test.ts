import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { needs } from '#scripts/vitest/needs.ts';
import { hasOwnMounts, noMounts, ownMounts } from '#test/support/mounts.ts';
import { placeFormer, setIn, treeOf } from '#test/unit/deployment/export/fixtures.ts';

const script = join(import.meta.dirname, 'exportOnce.ts');
const isRoot = process.getuid?.() === 0;
/** The traditional number of the user that owns nothing. */
const nobody = 65534;

/** Files in folders, or one ZIP file. */
type Container = 'folder' | 'zip';

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), 'real-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Runs an export in another process, as a user without root privileges. @returns its output */
function exportAsUser(container: Container, target: string): unknown[] {
  const output = execFileSync(
    process.execPath,
    [script, container, target, ...(isRoot ? [`${nobody}`] : [])],
    {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      encoding: 'utf8',
    },
  );
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Makes the exporting user the owner of a directory. */
function give(path: string): void {
  if (isRoot) chownSync(path, nobody, nobody);
}

function failure(reason: string, code: string, name: string) {
  return { kind: 'fileSystem', reason, code, name };
}

describe('permissions', () => {
  test('of a chosen folder that may not be written to fail the export in plain words', () => {
    const root = directory();
    give(root);
    chmodSync(root, 0o555);
    const name = root.split('/').at(-1) ?? '';
    expect(exportAsUser('folder', root)).toEqual([{ whole: failure('permission', 'EACCES', name) }]);
    const error = failure('permission', 'EACCES', 'x.zip');
    expect(exportAsUser('zip', join(root, 'x.zip'))).toEqual([{ whole: error }]);
    chmodSync(root, 0o755);
    expect(treeOf(root)).toEqual([]);
  });

  test('of one order’s folder fail only that order', () => {
    const root = directory();
    placeFormer(root, 'a');
    give(root);
    give(join(root, 'a'));
    chmodSync(join(root, 'a'), 0o555);
    const before = treeOf(join(root, 'a'));
    const said = exportAsUser('folder', root);
    expect(said).toContainEqual({
      orderId: 'a',
      kind: 'failed',
      error: failure('permission', 'EACCES', 'a'),
    });
    expect(said).toContainEqual(expect.objectContaining({ orderId: 'b', kind: 'written' }));
    expect(treeOf(join(root, 'a'))).toEqual(before);
    chmodSync(join(root, 'a'), 0o755);
  });

  test('of files owned by another user do not prevent replacing them in an own folder', () => {
    const root = directory();
    placeFormer(root, 'a');
    give(root);
    give(join(root, 'a'));
    const said = exportAsUser('folder', root);
    expect(said).toContainEqual(expect.objectContaining({ orderId: 'a', kind: 'written' }));
    expect(setIn(root, 'a')).toBe('new');
    expect(treeOf(root).find((line) => line.startsWith('a/privkey.pem'))).toMatch(/ 600 /);
  });
});

/**
 * Runs an export inside a separate mount namespace, whose mounts end with it: the target is a small file system in
 * memory, prepared by shell commands; others print its content afterwards.
 */
function exportToMount(options: string, prepare: string, container: Container, after: string): string[] {
  const root = directory();
  const target = container === 'zip' ? `${root}/x.zip` : root;
  const commands = [
    `mount -t tmpfs -o ${options} tmpfs ${root}`,
    `cd ${root}`,
    prepare,
    `${process.execPath} ${script} ${container} ${target}`,
    after,
  ];
  const output = execFileSync('unshare', [...ownMounts, 'sh', '-ec', commands.join('\n')], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    encoding: 'utf8',
  });
  return output.trim().split('\n');
}

describe('a file system', needs(hasOwnMounts, noMounts), () => {
  // Each bundle takes four pages or more for every file.
  const former = 'mkdir a; echo former > a/cert.pem';
  const listing = 'find . -mindepth 1 | sort | tr "\\n" " "; cat a/cert.pem';

  test('without space fails the order and keeps its previous files', () => {
    const said = exportToMount('size=28k', former, 'folder', listing);
    const [first = '', second = '', ...rest] = said;
    for (const line of [first, second]) {
      expect(JSON.parse(line)).toMatchObject({
        kind: 'failed',
        error: { reason: 'noSpace', code: 'ENOSPC' },
      });
    }
    expect(rest).toEqual(['./a ./a/cert.pem former']);
  });

  test('without space fails for a ZIP file and keeps the previous one', () => {
    const fill =
      'echo former > x.zip; mkdir a; echo x > a/cert.pem; dd if=/dev/zero of=fill bs=1k count=24 2>/dev/null || true';
    const said = exportToMount('size=32k', fill, 'zip', 'cat x.zip; ls -A | tr "\\n" " "');
    const [first = '', ...rest] = said;
    expect(JSON.parse(first)).toMatchObject({ whole: { reason: 'noSpace', name: 'x.zip' } });
    expect(rest).toEqual(['former', 'a fill x.zip']);
  });

  test('without free inodes fails the order and keeps its previous files', () => {
    const said = exportToMount('nr_inodes=6', former, 'folder', listing);
    expect(said.map((line) => line.startsWith('{') && JSON.parse(line))).toContainEqual(
      expect.objectContaining({ kind: 'failed', error: expect.objectContaining({ reason: 'noSpace' }) }),
    );
    expect(said.at(-1)).toBe('./a ./a/cert.pem former');
  });

  test('that is read-only fails the whole export', () => {
    const said = exportToMount('size=1m', `${former}; mount -o remount,ro .`, 'folder', listing);
    expect(JSON.parse(said[0] ?? '')).toMatchObject({ whole: { reason: 'readOnly', code: 'EROFS' } });
    expect(said.at(-1)).toBe('./a ./a/cert.pem former');
  });

  test('mounted in one of the folders is written to like any other', () => {
    const prepare = `${former}; mount -t tmpfs -o mode=755 tmpfs a; echo former > a/cert.pem`;
    const said = exportToMount('size=1m', prepare, 'folder', 'ls -A a | tr "\\n" " "');
    const outcomes = said.slice(0, 2).map((line) => JSON.parse(line).kind);
    expect(outcomes).toEqual(['written', 'written']);
    expect(said.at(-1)?.trim()).toMatch(
      /^\.notafter-[0-9a-f]{24}\.generation cert\.pem chain\.pem fullchain\.pem privkey\.pem$/,
    );
  });
});

test('a chosen folder with a path that is too long is reported as such', () => {
  const root = directory();
  give(root);
  const name = 'x'.repeat(300);
  expect(exportAsUser('folder', join(root, name))).toEqual([
    { whole: failure('nameTooLong', 'ENAMETOOLONG', name) },
  ]);
});

test('a path that contains a file is reported as such', () => {
  const root = directory();
  writeFileSync(join(root, 'file'), 'x');
  mkdirSync(join(root, 'folder'));
  give(root);
  chmodSync(root, 0o755);
  expect(exportAsUser('folder', join(root, 'file', 'x'))).toEqual([
    { whole: failure('notADirectory', 'ENOTDIR', 'x') },
  ]);
});
