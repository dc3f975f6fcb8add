import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { vaultAccount } from '#main/credentials/vault/vaultKeyring.ts';
import { runOnDesktop } from './desktopControl.ts';

/** The account of the vault key in the keyring. @param profile the folder of the app's data; the app has ended */
export function vaultAccountOf(profile: string): string {
  const database = new DatabaseSync(join(profile, 'notafter.db'), { readOnly: true });
  const { id } = database.prepare('SELECT id FROM vault_identity').get() as { readonly id: string };
  database.close();
  return vaultAccount(id);
}

/** Removes the vault key from the keyring, like a reset of the keyring. The app has ended. */
export async function loseVaultKey(profile: string): Promise<void> {
  await runOnDesktop('secret-tool', 'clear', 'service', 'NotAfter', 'account', vaultAccountOf(profile));
}
