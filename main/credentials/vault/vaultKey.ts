import { type RandomBytes, VAULT_KEY_BYTES } from './vaultCipher.ts';

/** The account of a vault's key in the keychain: another profile of the same person has a vault of its own. */
export function vaultAccount(vaultId: string): string {
  return `vault:${vaultId}`;
}

/** Makes a vault key as it is kept in the keychain: Base64 of 32 random bytes. */
export function makeVaultKey(randomBytes: RandomBytes): string {
  const key = Buffer.from(randomBytes(VAULT_KEY_BYTES));
  const text = key.toString('base64');
  key.fill(0);
  return text;
}

/** Reads a vault key from the keychain; `null` for anything that `makeVaultKey` would not have made. */
export function readVaultKey(text: string): Buffer | null {
  const key = Buffer.from(text, 'base64');
  if (key.byteLength === VAULT_KEY_BYTES && key.toString('base64') === text) return key;
  key.fill(0);
  return null;
}
