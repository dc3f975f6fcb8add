import type { VaultState } from '#shared/domain/receiver.ts';

/** A vault whose stored keys cannot be opened with what the keychain has. */
export type LostVault = Extract<VaultState, { readonly kind: 'keyMissing' | 'keyWrong' }>;

/** Whether the vault needs a person's decision: its key is gone, or is another one. */
export function isVaultLost(vault: VaultState): vault is LostVault {
  return vault.kind === 'keyMissing' || vault.kind === 'keyWrong';
}
