import type { OpenVault, Sealed, SealedAbout } from './vault.ts';

/** Known to everybody; only the vault key makes what is stored of it, or opens it. */
const KNOWN_TEXT = Buffer.from('NotAfter vault');

const about: SealedAbout = { purpose: 'vaultCheck', subject: '', fingerprint256: '' };

/** Seals the known text, for a later session to tell by it whether it has the same key. */
export function makeCheck(vault: OpenVault): Sealed {
  return vault.seal(KNOWN_TEXT, about);
}

/** Whether a vault has the key that a check was made with. */
export function opensCheck(vault: OpenVault, check: Sealed): boolean {
  const opened = vault.unseal(check, about);
  return opened.ok && opened.value.equals(KNOWN_TEXT);
}
