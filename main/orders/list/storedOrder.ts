import type { Clock } from '#main/platform/time.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';

/** What is stored of an order of any source. */
export interface StoredOrder {
  readonly id: string;
  /** The user's name for it. */
  readonly alias: string | null;
  /** Unix ms. */
  readonly addedAt: number;
  /** When the user removed it, Unix ms, or `null`. A removed order can be restored for a while. */
  readonly removedAt: number | null;
}

/** Removed orders are kept this long: they can be restored, and one that is added again has its history. */
const REMOVED_KEPT_MS = 30 * DAY_MS;

/**
 * Orders that were removed before this instant, Unix ms, are kept no longer.
 * @param confirmedClock a clock that is wrong for a moment must not end the time for a restore; `datedNow` dates removals
 */
export function removedKeptSince(confirmedClock: Pick<Clock, 'now'>): number {
  return confirmedClock.now() - REMOVED_KEPT_MS;
}
