import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { outFolder, projectFolder } from '#scripts/lib/paths.ts';
import { runOrThrow } from '#scripts/lib/processes.ts';
import { unpackedFolder } from '#scripts/packaging/packageApp.ts';
import {
  buildPackages,
  buildServerPackages,
  sharedPackages,
  sharedServerPackages,
} from '#test/support/e2e/builtPackages.ts';

async function hashOf(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}

/** The hash of each file below a folder. */
async function hashesOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const hashes = files.sort().map(async (file) => [file.slice(folder.length), await hashOf(file)]);
  return Object.fromEntries(await Promise.all(hashes));
}

test('the same sources give the same programs, in whichever folder they are built', {
  timeout: 400_000,
}, async () => {
  const above = await mkdtemp(join(outFolder, 'again-'));
  onTestFinished(() => rm(above, { recursive: true, force: true }));
  // The name of a folder of the project: then the paths of all packages have it too.
  const copy = join(above, 'main');
  const listed = await runOrThrow('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z']);
  for (const name of listed.split('\0').filter(Boolean)) {
    await mkdir(dirname(join(copy, name)), { recursive: true });
    // A file that was removed is still listed until the removal is committed.
    await cp(join(projectFolder, name), join(copy, name)).catch(() => undefined);
  }
  // Hard links: a symbolic link would lead the build to the paths of the first folder.
  await runOrThrow('cp', ['-al', join(projectFolder, 'node_modules'), copy]);
  await runOrThrow(process.execPath, ['scripts/build.ts'], { cwd: copy });
  for (const program of ['app', 'server']) {
    const again = await hashesOf(join(copy, 'out', program));
    expect(Object.keys(again).length).toBeGreaterThan(20);
    expect(again).toEqual(await hashesOf(join(outFolder, program)));
  }
});

// Up to four packages are made, which takes minutes on a busy machine.
test('the same commit gives the same archive, deb and rpm twice', { timeout: 400_000 }, async () => {
  const first = await sharedPackages();
  const second = await buildPackages(['deb', 'rpm']);
  const asar = join('resources', 'app.asar');
  const hashes = async ({ folder, file }: typeof first) => ({
    asar: await hashOf(join(unpackedFolder(folder), asar)),
    deb: await hashOf(file('deb')),
    rpm: await hashOf(file('rpm')),
  });
  expect(await hashes(second)).toEqual(await hashes(first));
});

test('the same commit gives the same packages of the program without Electron twice', {
  timeout: 400_000,
}, async () => {
  const first = await sharedServerPackages();
  const second = await buildServerPackages();
  for (const name of ['archive', 'deb'] as const)
    expect(await hashOf(second[name])).toBe(await hashOf(first[name]));
});
