import { DAY_MS } from '#shared/domain/thresholds.ts';
import { noWish } from './expectations.ts';
import type { Life } from './life.ts';

/** For this time a removed order can be brought back, in any case, ms. */
export const KEPT_MS = 30 * DAY_MS;

/** An order is there again: with what was written about it, unless it was removed too long ago for that. */
export async function comeBack(life: Life, rid: string): Promise<void> {
  const before = life.removed.get(rid);
  await life.settle();
  const isKept =
    before !== undefined && (life.now() - before.at < KEPT_MS || before.id === life.app.order(rid)?.id);
  life.wishes.set(rid, isKept ? before.wish : noWish);
  life.removed.delete(rid);
  life.disturb();
}
