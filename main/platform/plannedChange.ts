import { firstError, type Result } from '#shared/result.ts';

/** A checked change of one part of the app, which is stored in one transaction with those of other parts. */
export interface PlannedChange {
  /** Stores it, inside the caller's transaction. Error: `storage`. */
  readonly write: () => Result<null>;
  /** Makes it take effect, after the transaction. */
  readonly take: () => void;
}

/** Changes of which none takes effect before all of them are stored. */
export function joinedChanges(changes: readonly PlannedChange[]): PlannedChange {
  return {
    write: () => firstError(changes.map(({ write }) => write)),
    take: () => {
      for (const { take } of changes) take();
    },
  };
}
