import { assertNever } from '../assertNever.ts';
import type { AppError, KeychainError } from '../errors.ts';
import type { KeychainState } from './snapshot.ts';

/** The detail of an unavailable keychain where the program has none: access tokens come from files. */
export const NO_KEYCHAIN = 'no keychain';

/** Whether an operation failed because the program has no keychain, which so holds nothing. */
export function isWithoutKeychain(error: AppError): boolean {
  return error.kind === 'keychainUnavailable' && error.detail === NO_KEYCHAIN;
}

/** The state of the keychain as an error with special words; `null` when it is ready, or waits for an answer. */
export function keychainErrorOf(state: KeychainState): KeychainError | null {
  switch (state.kind) {
    case 'ready':
    case 'waiting':
      return null;
    case 'locked':
      return { kind: 'keychainLocked' };
    case 'denied':
      return { kind: 'keychainDenied' };
    case 'timedOut':
      return { kind: 'keychainTimedOut' };
    case 'unavailable':
      return { kind: 'keychainUnavailable', detail: state.detail };
    default:
      return assertNever(state);
  }
}
