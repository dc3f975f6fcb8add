import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import keytar from 'keytar';
import { keychainService } from '#main/secrets/keytarProtocol.ts';
import { signingAccount, tokenAccount } from '#main/secrets/secretsById.ts';
import { vaultAccount } from '#main/vault/vaultKey.ts';

const limitMs = 10_000;

/** What of a keychain is not to be forgotten. */
export type Kept = {
  /** The vault key was there before the app was: it belongs to another profile, and its private keys with it. */
  readonly keepsVaultKey: boolean;
};

/**
 * Whether the keychain has a vault key already, so that a new profile takes that one over. Also true when the keychain
 * does not say. In a process of its own, as a keychain may wait for its person without end.
 */
export async function hasVaultKey(env: NodeJS.ProcessEnv): Promise<boolean> {
  return run(['look'], env).then(
    (answer) => answer !== 'absent',
    () => true,
  );
}

/**
 * Takes what a profile put into the keychain out of it again, whatever became of the app: the tokens of its connections,
 * the signing secrets of its hooks, the vault key. On a real desktop it is the person's own keychain.
 * @param profile the folder of the app's data; the app has ended
 */
export async function forgetTokens(
  profile: string,
  env: NodeJS.ProcessEnv,
  { keepsVaultKey }: Kept = { keepsVaultKey: false },
): Promise<void> {
  await run(['forget', profile, ...(keepsVaultKey ? [] : [vaultAccount])], env);
}

async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const options = { env, timeout: limitMs };
  const { stdout } = await promisify(execFile)(process.execPath, [import.meta.filename, ...args], options);
  return stdout.trim();
}

function accountsOf(profile: string): readonly string[] {
  const file = join(profile, 'notafter.db');
  if (!existsSync(file)) {
    return [];
  }
  const database = new DatabaseSync(file);
  const idsIn = (table: string) =>
    database
      .prepare(`SELECT id FROM ${table}`)
      .all()
      .map(({ id }) => String(id));
  const accounts = [...idsIn('connections').map(tokenAccount), ...idsIn('hook_secrets').map(signingAccount)];
  database.close();
  return accounts;
}

async function main([what, profile = '', ...others]: readonly string[]): Promise<void> {
  if (what === 'look') {
    const found = await keytar.getPassword(keychainService, vaultAccount);
    process.stdout.write(found === null ? 'absent' : 'present');
    return;
  }
  for (const account of [...accountsOf(profile), ...others]) {
    await keytar.deletePassword(keychainService, account);
  }
}

if (import.meta.main) {
  await main(process.argv.slice(2));
}
