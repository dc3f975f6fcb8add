import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';
import { packageApp } from '#scripts/packaging/packageApp.ts';
import type { Processor } from '#scripts/packaging/packageTargets.ts';
import { isServerPackage, packageServer, serverPackageNames } from '#scripts/packaging/serverPackage.ts';
import { temporaryFolder } from './notAfterApp.ts';
import { stockElectron } from './packagedApp.ts';
import { sharedFolder } from './sharedFolder.ts';

type Format = 'deb' | 'rpm';

/** Packages that were built, with the folder of the unpacked app beside them. */
export interface BuiltPackages {
  readonly folder: string;
  /** The path of the package in this format. */
  file(format: Format): string;
}

/** Packages the built app for distributions, quickly. @param version replaces the one of package.json */
export async function buildPackages(formats: readonly Format[], version?: string): Promise<BuiltPackages> {
  const folder = await temporaryFolder();
  await packageInto(folder, formats, version);
  return packagesIn(folder);
}

/** The deb and the rpm of the built app, which all test files of a run share. */
export async function sharedPackages(): Promise<BuiltPackages> {
  return packagesIn(await sharedFolder('packages', (folder) => packageInto(folder, ['deb', 'rpm'])));
}

/** The version of `formerPackages` and `formerServerPackages`, which is lower than that of any release. */
export const formerVersion = '0.0.9';

/** The deb and the rpm of a former version, which all test files of a run share. */
export async function formerPackages(): Promise<BuiltPackages> {
  const fill = (folder: string) => packageInto(folder, ['deb', 'rpm'], formerVersion);
  return packagesIn(await sharedFolder('former-packages', fill));
}

/** The deb that is tested on desktops, which all test files of a run share: a finished one, or one of the built app. */
export async function testedDeb(): Promise<string> {
  const folder = finishedPackages() ?? (await sharedFolder('deb', (into) => packageInto(into, ['deb'])));
  return (await packagesIn(folder)).file('deb');
}

async function packageInto(folder: string, formats: readonly Format[], version?: string): Promise<void> {
  const result = await packageApp({
    system: 'linux',
    targets: formats,
    electron: stockElectron(),
    output: folder,
    compression: 'store',
    ...(version !== undefined && { version }),
  });
  expect(result.counts.failed, result.details).toBe(0);
}

/**
 * A folder with finished packages, such as `out/packages`, that are tested instead of quickly built ones; `null`: none was
 * named. From the project's folder.
 */
export function finishedPackages(): string | null {
  const named = process.env['NOTAFTER_TEST_PACKAGES'] ?? '';
  return named === '' ? null : resolve(projectFolder, named);
}

/** The packages in a folder. */
export async function packagesIn(folder: string): Promise<BuiltPackages> {
  const names = await readdir(folder);
  return {
    folder,
    file: (format) => {
      const name = names.find((each) => each.endsWith(`.${format}`) && !isServerPackage(each));
      return join(folder, name ?? `no .${format}`);
    },
  };
}

/** The packages of the program without Electron for a processor, by their paths. */
export interface ServerPackages {
  readonly archive: string;
  readonly deb: string;
}

/** Packages the built program without Electron, quickly. @param version replaces the one of package.json */
export async function buildServerPackages(
  processor: Processor = 'x64',
  version?: string,
): Promise<ServerPackages> {
  const folder = await temporaryFolder();
  await packageServerInto(folder, processor, version);
  return serverPackagesIn(folder, processor);
}

/** Those for x64, which all test files of a run share. */
export async function sharedServerPackages(): Promise<ServerPackages> {
  const folder = await sharedFolder('server-packages', (filled) => packageServerInto(filled, 'x64'));
  return serverPackagesIn(folder, 'x64');
}

/** Those for x64 of a former version. */
export async function formerServerPackages(): Promise<ServerPackages> {
  const fill = (filled: string) => packageServerInto(filled, 'x64', formerVersion);
  return serverPackagesIn(await sharedFolder('former-server-packages', fill), 'x64');
}

async function packageServerInto(folder: string, processor: Processor, version?: string): Promise<void> {
  const result = await packageServer({
    processor,
    output: folder,
    compression: 'store',
    ...(version !== undefined && { version }),
  });
  expect(result.counts.failed, result.details).toBe(0);
}

/** The packages for a processor in a folder. Throws if it has none. */
export async function serverPackagesIn(folder: string, processor: Processor): Promise<ServerPackages> {
  const files = (await readdir(folder)).filter(isServerPackage);
  for (const file of files) {
    const version = /^notafter-server-(.+)-linux-/u.exec(file)?.[1] ?? '';
    const { archive, deb } = serverPackageNames(version, processor);
    if (file === archive) return { archive: join(folder, archive), deb: join(folder, deb) };
  }
  throw new Error(`${folder} has no package for ${processor}: ${files.join(', ')}`);
}
