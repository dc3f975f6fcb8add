import type { TokenState } from '#shared/domain/connection.ts';
import type { KeychainError } from '#shared/errors.ts';

/** What is known of one account's secret in this session. */
export type SecretEntry =
  | { readonly kind: 'keychain'; readonly secret: string }
  | {
      readonly kind: 'memory';
      readonly secret: string;
      /** The keychain may still hold a former secret under the same account. */
      readonly shadows: boolean;
      /** What the keychain turns out to hold takes the place of this one, and not the other way round. */
      readonly yields: boolean;
    }
  | { readonly kind: 'absent' }
  /** The keychain has not answered yet in this session. */
  | { readonly kind: 'unread' }
  | { readonly kind: 'unreadable'; readonly error: KeychainError };

/** An entry without its secret, for the window. */
export function entryState(entry: SecretEntry): TokenState {
  if (entry.kind === 'unreadable') return entry;
  // Nobody is told that a secret is missing while the keychain is still being asked.
  return { kind: entry.kind === 'unread' ? 'keychain' : entry.kind };
}

/** Whether nobody needs to hear of an entry that takes the place of a former one. */
export function isSameEntry(former: SecretEntry | undefined, entry: SecretEntry): boolean {
  if (former === undefined) return entry.kind === 'absent';
  return JSON.stringify(former) === JSON.stringify(entry);
}
