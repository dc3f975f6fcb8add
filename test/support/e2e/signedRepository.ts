import { chmod, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { filesOf, sumsFile, sumsOf } from '#scripts/packaging/releaseFiles.ts';
import { makeSigningKey, removeKeys, type SigningKey } from '#scripts/release/openpgp.ts';
import { makePackageRepository } from '#scripts/release/packageRepository.ts';
import { atEndOfFiles } from './endings.ts';
import { temporaryFolder } from './notAfterApp.ts';

/** A repository for apt and dnf in a folder that every user can read. */
export interface SignedRepository {
  readonly folder: string;
  /** Makes it of these packages, and of those before unless it starts over, and signs the lists with its key. */
  publish(packages: readonly string[], how?: { readonly isFirst: boolean }): Promise<void>;
  /**
   * Puts one of the last packages in its place, whose lists another key signed, which its users do not have. Returns how to
   * restore it.
   */
  signAsOther(): Promise<() => Promise<void>>;
}

const homes: string[] = [];
atEndOfFiles(async () => {
  for (const home of homes.splice(0)) await removeKeys(home);
});

async function makeKey(): Promise<SigningKey> {
  const home = await mkdtemp(join(tmpdir(), 'gpg-'));
  homes.push(home);
  return await makeSigningKey(home, `Packages of ${basename(home)}`);
}

/** Makes an empty one, which is served from its folder. */
export async function makeSignedRepository(): Promise<SignedRepository> {
  const above = await temporaryFolder();
  await chmod(above, 0o755);
  const folder = join(above, 'repository');
  const [own, other] = [await makeKey(), await makeKey()];
  const sign = (key: SigningKey, packages: string, isFirst: boolean) =>
    makePackageRepository({
      packages,
      output: folder,
      isFirst,
      key,
      url: `file://${folder}`,
      now: new Date(),
    });
  let last = '';
  return {
    folder,
    publish: async (packages, { isFirst } = { isFirst: false }) => {
      last = await temporaryFolder();
      for (const file of packages) await symlink(file, join(last, basename(file)));
      await writeFile(join(last, sumsFile), sumsOf(await filesOf(last)));
      await sign(own, last, isFirst);
    },
    signAsOther: async () => {
      const saved = join(above, 'saved');
      await rename(folder, saved);
      await sign(other, last, true);
      return async () => {
        await rm(folder, { recursive: true });
        await rename(saved, folder);
      };
    },
  };
}
