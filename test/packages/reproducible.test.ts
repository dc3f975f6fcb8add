import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outFolder, projectFolder } from '#scripts/lib/paths.ts';
import { runOrThrow } from '#scripts/lib/processes.ts';
import { type PackageOrder, sourceDate } from '#scripts/packaging/packageApp.ts';
import type { ServerOrder } from '#scripts/packaging/serverPackage.ts';
import { sharedPackages, sharedServerPackages } from '#test/support/e2e/builtPackages.ts';
import { sharedArchive, stockElectron } from '#test/support/e2e/packagedApp.ts';

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

/** Packages the programs of the folder that it runs in. Its words are two orders. */
const packager = `
  import { packageApp } from '#scripts/packaging/packageApp.ts';
  import { packageServer } from '#scripts/packaging/serverPackage.ts';
  const [app, server] = process.argv.slice(1).map((order) => JSON.parse(order));
  for (const { counts, details } of [await packageApp(app), await packageServer(server)])
    if (counts.failed > 0) throw new Error(details);`;

// What the other tests made of the project is compared with what is made of a copy. Both take minutes on a busy machine.
describe('the same sources in another folder', () => {
  let above: string;
  let first: readonly string[];
  /** The name of a folder of the project: then the paths of all packages have it too. */
  let copy: string;

  beforeAll(async () => {
    above = await mkdtemp(join(outFolder, 'again-'));
    copy = join(above, 'main');
    const listed = await runOrThrow('git', [
      ...['ls-files', '--cached', '--others', '--exclude-standard', '-z'],
    ]);
    for (const name of listed.split('\0').filter(Boolean)) {
      await mkdir(dirname(join(copy, name)), { recursive: true });
      // A file that was removed is still listed until the removal is committed.
      await cp(join(projectFolder, name), join(copy, name)).catch(() => undefined);
    }
    // Hard links: a symbolic link would lead the build to the paths of the first folder.
    await runOrThrow('cp', ['-al', join(projectFolder, 'node_modules'), copy]);
    await runOrThrow(process.execPath, ['scripts/build.ts'], { cwd: copy });
    const [{ file }, server] = [await sharedPackages(), await sharedServerPackages()];
    first = [await sharedArchive(), file('deb'), file('rpm'), server.archive, server.deb];
  }, 900_000);

  afterAll(() => rm(above, { recursive: true, force: true }));

  test('give the same programs', async () => {
    for (const program of ['app', 'server']) {
      const again = await hashesOf(join(copy, 'out', program));
      expect(Object.keys(again).length).toBeGreaterThan(20);
      expect(again).toEqual(await hashesOf(join(outFolder, program)));
    }
  });

  test('give the same packages, byte for byte', { timeout: 600_000 }, async () => {
    const output = join(above, 'packages');
    const same = { output, compression: 'store' } as const;
    const app: PackageOrder = {
      ...{ ...same, system: 'linux', targets: ['tar.gz', 'deb', 'rpm'] },
      electron: stockElectron(),
    };
    const orders: readonly [PackageOrder, ServerOrder] = [app, { ...same, processor: 'x64' }];
    const words = orders.map((order) => JSON.stringify(order));
    await runOrThrow(process.execPath, ['--input-type=module', '--eval', packager, ...words], {
      cwd: copy,
      env: { ...process.env, SOURCE_DATE_EPOCH: String(await sourceDate()) },
    });
    const hashes = async (files: readonly string[]) =>
      Object.fromEntries(
        await Promise.all(files.map(async (each) => [basename(each), await hashOf(each)] as const)),
      );
    expect(await hashes(first.map((each) => join(output, basename(each))))).toEqual(await hashes(first));
  });
});
