import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, runOrThrow } from '../lib/processes.ts';

/** An OpenPGP key that signs, as gpg finds it. */
export type SigningKey = {
  readonly fingerprint: string;
  /** The folder of gpg that has it. Default: the user's. */
  readonly home?: string;
};

const gpg = (home: string | undefined, ...words: readonly string[]) =>
  runOrThrow('gpg', [
    ...(home === undefined ? [] : ['--homedir', home]),
    ...['--batch', '--yes', '--quiet', ...words],
  ]);

/** Writes the public key into a file, `--armor` as text. @throws Error if gpg has no such key */
export async function exportKey(
  { fingerprint, home }: SigningKey,
  file: string,
  ...how: readonly '--armor'[]
): Promise<void> {
  await gpg(home, ...how, '--output', file, '--export', fingerprint);
}

/** Signs a file into another one: with its text inside, or beside it. */
export async function signFile(
  { fingerprint, home }: SigningKey,
  how: '--clearsign' | '--detach-sign',
  input: string,
  output: string,
): Promise<void> {
  const words = ['--local-user', fingerprint, '--digest-algo', 'SHA512', '--armor', '--output', output];
  await gpg(home, ...words, how, input);
}

/** Whether a signature beside a file is good and by this key, not by any other one that gpg has. */
export async function isSignedWith(key: SigningKey, file: string, signature: string): Promise<boolean> {
  const work = await mkdtemp(join(tmpdir(), 'notafter-key-'));
  try {
    const keyring = join(work, 'key.gpg');
    await exportKey(key, keyring);
    return (await run('gpgv', ['--quiet', '--keyring', keyring, signature, file])).code === 0;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Makes a key without a password. @param home an empty folder with a short path: gpg's agent has its sockets there */
export async function makeSigningKey(home: string, name: string): Promise<SigningKey> {
  await gpg(home, '--passphrase', '', '--quick-generate-key', name, 'ed25519', 'sign', 'never');
  const listed = await gpg(home, '--with-colons', '--list-keys');
  return { fingerprint: /^fpr:+([0-9A-F]+):$/mu.exec(listed)?.[1] ?? '', home };
}

/** The private key as text, without a password. */
export async function privateKeyText({ fingerprint, home }: SigningKey): Promise<string> {
  return await gpg(home, '--armor', '--export-secret-keys', fingerprint);
}

/** Ends gpg's agent and removes its folder, with the keys: also after an interruption, when nothing else is started. */
export async function removeKeys(home: string): Promise<void> {
  spawnSync('gpgconf', ['--homedir', home, '--kill', 'all'], { stdio: 'ignore' });
  await rm(home, { recursive: true, force: true });
}
