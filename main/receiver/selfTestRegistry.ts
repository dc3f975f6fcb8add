import type { ReceiverOutcome } from '#shared/domain/receiver.ts';

/** The header by which the app's own test deliveries are told from others: a random id, no proof of anything. */
export const SELF_TEST_HEADER = 'x-notafter-self-test';

/** Knows the app's own test deliveries that are on their way. */
export interface SelfTestRegistry {
  /**
   * Whether a body is that of a test which was sent to this hook. Asked for verified deliveries alone.
   * @param bodySha256 lowercase hex
   */
  match(hookId: string, bodySha256: string): boolean;
  /**
   * Hears, just before the answer goes out, what became of every request that carries the header.
   * @param selfTestId what the header says; may be anybody's
   */
  observe(outcome: ReceiverOutcome, hookId: string | null, selfTestId: string | null): void;
}
