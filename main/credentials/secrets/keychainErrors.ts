import { assertNever } from '#shared/assertNever.ts';
import type { KeychainState } from '#shared/domain/snapshot.ts';
import type { KeychainError } from '#shared/errors.ts';
import { cleanText } from '#shared/text.ts';

const MAX_DETAIL_LENGTH = 200;

/** Messages for a locked keychain: libsecret and gnome-keyring (Linux), Security framework (macOS). */
const lockedMessages = [/locked (?:collection|object)/iu, /is locked/iu, /user interaction is not allowed/iu];

/** Messages for a refusal by the user or a policy. */
const deniedMessages = [
  /dismissed/iu,
  /user cancell?ed/iu,
  /user name or passphrase you entered is not correct/iu,
  /access (?:is )?denied/iu,
  /not authorized/iu,
  /authorization.*denied/iu,
];

/** Classifies the message of a failed call. Those in other languages become `keychainUnavailable` with the message. */
export function keychainErrorOf(message: string): KeychainError {
  if (lockedMessages.some((pattern) => pattern.test(message))) return { kind: 'keychainLocked' };
  if (deniedMessages.some((pattern) => pattern.test(message))) return { kind: 'keychainDenied' };
  return unavailable(message);
}

/** The error of an unusable keychain; the detail is cleaned and shortened. */
export function unavailable(detail: string): KeychainError {
  return { kind: 'keychainUnavailable', detail: cleanText(detail).slice(0, MAX_DETAIL_LENGTH) };
}

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
