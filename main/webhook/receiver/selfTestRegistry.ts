import type { ReceiverOutcome } from '#shared/domain/receiver.ts';

/** The header by which the app's own test deliveries are told from others: a random id, no proof of anything. */
export const SELF_TEST_HEADER = 'x-notafter-self-test';

/** Knows the app's own test deliveries that are on their way. */
export interface SelfTestRegistry {
  /**
   * The secret that signs the test which is on its way to this hook, and nothing else; `null` when there is none.
   * @param selfTestId what the header says; may be anybody's
   */
  secretOf(hookId: string, selfTestId: string | null): string | null;
  /**
   * Whether a request that is signed with that secret is the test itself, for the first time.
   * @param bodySha256 lowercase hex
   */
  match(selfTestId: string | null, bodySha256: string): boolean;
  /**
   * Hears, just before the answer goes out, what became of every request that carries the header.
   * @param selfTestId what the header says; may be anybody's
   */
  observe(outcome: ReceiverOutcome, hookId: string | null, selfTestId: string | null): void;
}
