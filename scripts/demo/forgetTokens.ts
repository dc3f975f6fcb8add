import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { signingAccount, tokenAccount } from '#main/credentials/secrets/secretsById.ts';
import { vaultAccount } from '#main/credentials/vault/vaultKeyring.ts';
import { keychainService } from '#shared/identity.ts';

const limitMs = 10_000;

/**
 * Removes a profile's entries from the keychain: the tokens of its connections, the signing secrets of its hooks, the
 * vault key. On a real desktop it is the user's own keychain. Runs in a separate process, because a keychain may wait
 * for its user without a limit.
 * @param profile the folder of the app's data; the app must have ended
 */
export async function forgetTokens(profile: string, env: NodeJS.ProcessEnv): Promise<void> {
  await promisify(execFile)(process.execPath, [import.meta.filename, profile], { env, timeout: limitMs });
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
  const accounts = [
    ...idsIn('connections').map(tokenAccount),
    ...idsIn('hook_secrets').map(signingAccount),
    ...idsIn('vault_identity').map(vaultAccount),
  ];
  database.close();
  return accounts;
}

async function main(profile: string): Promise<void> {
  // Needs libsecret, which the set-up of the importing command installs.
  const { default: keytar } = await import('keytar');
  for (const account of accountsOf(profile)) {
    await keytar.deletePassword(keychainService, account);
  }
}

if (import.meta.main) {
  await main(process.argv[2] ?? '');
}
