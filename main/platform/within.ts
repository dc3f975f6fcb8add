import type { Scheduler } from './scheduler.ts';

/** Waits for work, but not for ever. @returns whether it ended within `limitMs`. Rejects as the work does. */
export async function within(
  work: Promise<unknown>,
  limitMs: number,
  scheduler: Scheduler,
): Promise<boolean> {
  const { promise: isLate, resolve } = Promise.withResolvers<boolean>();
  const limit = scheduler.after(limitMs, () => resolve(false));
  try {
    return await Promise.race([work.then(() => true), isLate]);
  } finally {
    limit.dispose();
  }
}
