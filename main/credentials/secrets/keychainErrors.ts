import { assertNever } from '#shared/assertNever.ts';
import type { KeychainState } from '#shared/domain/snapshot.ts';
import type { KeychainError } from '#shared/errors.ts';
import { cleanText } from '#shared/text.ts';

const MAX_DETAIL_LENGTH = 200;

/** Messages of libsecret and gnome-keyring (Linux) and of the Security framework (macOS) for a locked keychain. */
const lockedMessages = [/locked (?:collection|object)/iu, /is locked/iu, /user interaction is not allowed/iu];

/** Messages for a person, or a policy, that said no. */
const deniedMessages = [
  /dismissed/iu,
  /user cancell?ed/iu,
  /user name or passphrase you entered is not correct/iu,
  /access (?:is )?denied/iu,
  /not authorized/iu,
  /authorization.*denied/iu,
];

/**
 * Sorts what a platform said about a failed call. Messages in other languages than English, which macOS and Windows
 * may give, count as `keychainUnavailable` with the message as its detail.
 */
export function keychainErrorOf(message: string): KeychainError {
  if (lockedMessages.some((pattern) => pattern.test(message))) return { kind: 'keychainLocked' };
  if (deniedMessages.some((pattern) => pattern.test(message))) return { kind: 'keychainDenied' };
  return unavailable(message);
}

/** An unusable keychain; the detail is cleaned of control characters and cut. */
export function unavailable(detail: string): KeychainError {
  return { kind: 'keychainUnavailable', detail: cleanText(detail).slice(0, MAX_DETAIL_LENGTH) };
}

/** The state of the keychain as a whole that an error of one call shows. */
export function stateOf(error: KeychainError): KeychainState {
  switch (error.kind) {
    case 'keychainLocked':
      return { kind: 'locked' };
    case 'keychainDenied':
      return { kind: 'denied' };
    case 'keychainTimedOut':
      return { kind: 'timedOut' };
    case 'keychainUnavailable':
      return { kind: 'unavailable', detail: error.detail };
    default:
      return assertNever(error);
  }
}
