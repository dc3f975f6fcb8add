import type { Result } from '#shared/result.ts';

/** A checked change of one part of the app, which is stored in one transaction with those of other parts. */
export interface PlannedChange {
  /** Stores it, inside the caller's transaction. Error: `storage`. */
  readonly write: () => Result<null>;
  /** Makes it take effect, after the transaction. */
  readonly take: () => void;
}
