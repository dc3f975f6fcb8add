import { type Disposable, disposeAll } from '#main/platform/disposable.ts';
import type { Scheduler } from '#main/platform/time.ts';

/** How long the next attempt waits for an address that does not answer (RFC 8305, section 5), in ms. */
export const ATTEMPT_DELAY_MS = 250;

/** Tells that an attempt has begun, which waited for a place until then, or that its address has answered. */
export interface AttemptProgress {
  readonly begun: () => void;
  readonly answered: () => void;
}

/**
 * Makes attempts one after another: the next one starts when the one before is answered or has ended, or a moment after
 * it has begun.
 * @returns the results in the order of the items. Rejects as the first attempt that does; the others go on.
 */
export function staggered<Item, Outcome>(
  items: readonly Item[],
  scheduler: Scheduler,
  attempt: (item: Item, progress: AttemptProgress) => Promise<Outcome>,
): Promise<readonly Outcome[]> {
  let turn = Promise.resolve();
  return Promise.all(
    items.map(async (item) => {
      const before = turn;
      const { promise, resolve: answered } = Promise.withResolvers<void>();
      turn = promise;
      await before;
      const delays: Disposable[] = [];
      const begun = () => {
        delays.push(scheduler.after(ATTEMPT_DELAY_MS, answered));
      };
      try {
        return await attempt(item, { begun, answered });
      } finally {
        disposeAll(delays);
        answered();
      }
    }),
  );
}
