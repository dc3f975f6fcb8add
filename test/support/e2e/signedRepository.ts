import { chmod, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { vi } from 'vitest';
import { runOrThrow } from '#scripts/lib/processes.ts';
import { makePackageRepository } from '#scripts/release/packageRepository.ts';
import { atEndOfFiles } from './endings.ts';
import { temporaryFolder } from './notAfterApp.ts';

/** A repository for apt and dnf in a folder that every user can read. */
export interface SignedRepository {
  readonly folder: string;
  /** Adds packages, and signs the lists with its key. */
  publish(packages: readonly string[]): Promise<void>;
  /** Signs the lists with another key, which its users do not have. */
  signAsOther(): Promise<void>;
}

const homes: string[] = [];
atEndOfFiles(async () => {
  for (const home of homes.splice(0)) {
    await runOrThrow('gpgconf', ['--homedir', home, '--kill', 'all']);
    await rm(home, { recursive: true, force: true });
  }
});

/** Makes an OpenPGP key in a folder of its own, which has the sockets of gpg's agent. @returns the folder */
async function makeKey(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'gpg-'));
  homes.push(home);
  await runOrThrow('gpg', [
    ...['--homedir', home, '--batch', '--quiet', '--passphrase', ''],
    ...['--quick-generate-key', `Packages of ${basename(home)}`, 'ed25519', 'sign', 'never'],
  ]);
  return home;
}

async function fingerprintIn(home: string): Promise<string> {
  const listed = await runOrThrow('gpg', ['--homedir', home, '--batch', '--with-colons', '--list-keys']);
  return /^fpr:+([0-9A-F]+):$/mu.exec(listed)?.[1] ?? '';
}

/** Makes an empty one, which is served from its folder. */
export async function makeSignedRepository(): Promise<SignedRepository> {
  const above = await temporaryFolder();
  await chmod(above, 0o755);
  const folder = join(above, 'repository');
  const [own, other] = [await makeKey(), await makeKey()];
  const sign = async (home: string, packages: string) => {
    vi.stubEnv('GNUPGHOME', home);
    const key = await fingerprintIn(home);
    const order = { packages, output: folder, key, url: `file://${folder}`, now: new Date() };
    await makePackageRepository(order).finally(() => vi.unstubAllEnvs());
  };
  let last = '';
  return {
    folder,
    publish: async (packages) => {
      last = await temporaryFolder();
      for (const file of packages) await symlink(file, join(last, basename(file)));
      await sign(own, last);
    },
    signAsOther: () => sign(other, last),
  };
}
