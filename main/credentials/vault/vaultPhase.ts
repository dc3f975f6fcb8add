import type { VaultState } from '#shared/domain/receiver.ts';
import type { AppError } from '#shared/errors.ts';
import type { VaultCipher } from './vaultCipher.ts';

/** What is known of the vault key. */
export type VaultPhase =
  /** Nobody asked for it so far. */
  { readonly kind: 'unread' } | AskedPhase;

/** What asking for the vault key came to. */
export type AskedPhase = { readonly kind: 'open'; readonly cipher: VaultCipher } | ShutPhase;

type ShutPhase =
  | { readonly kind: 'unavailable'; readonly error: AppError }
  | { readonly kind: 'keyMissing' }
  | { readonly kind: 'keyWrong' };

/** Why a shut vault cannot be used. */
export function errorOf(phase: ShutPhase): AppError {
  if (phase.kind === 'unavailable') return phase.error;
  return { kind: 'vaultKey', reason: phase.kind === 'keyMissing' ? 'missing' : 'wrong' };
}

/**
 * The vault as the window shows it.
 * @param hasOldData whether anything on disk needs the key
 * @param keys how many keys there are
 */
export function stateOf(phase: VaultPhase, hasOldData: boolean, keys: number): VaultState {
  switch (phase.kind) {
    case 'unread':
      // Nobody is told that the key is missing while the keychain is still being asked.
      return hasOldData ? { kind: 'ready', keys } : { kind: 'empty' };
    case 'open':
      return { kind: phase.cipher.isLasting ? 'ready' : 'memoryOnly', keys };
    case 'unavailable':
      return { kind: phase.kind, error: phase.error, keys };
    default:
      return { kind: phase.kind, keys };
  }
}
