import { endOf } from './chainEnd.ts';
import type { OrderRow } from './order.ts';

type Expiring = Pick<OrderRow, 'id' | 'notAfter' | 'chainEnd'>;

/** The arrangement of the list until the user sorts it: the earliest end first, orders without one last. */
export function byExpiry(a: Expiring, b: Expiring): number {
  return compareTimes(endOf(a), endOf(b), 1) || compareIds(a, b);
}

/** Compares Unix ms. `null` comes last in both directions. */
export function compareTimes(a: number | null, b: number | null, sign: 1 | -1): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return sign * (a - b);
}

export function compareIds(a: Pick<OrderRow, 'id'>, b: Pick<OrderRow, 'id'>): number {
  return a.id < b.id ? -1 : 1;
}

let collator: Intl.Collator | undefined;

/** Compares names as a reader sorts them: letter case aside, numbers by their value. */
export function compareNames(a: string, b: string): number {
  // Not made before it is used: that takes up to 20 ms.
  collator ??= new Intl.Collator(['en', 'zh-CN'], { numeric: true, sensitivity: 'base' });
  return collator.compare(a, b);
}

/** The first `count` of the arranged items. One pass: sorting 10,000 orders to find a screenful would cost more. */
export function firstOf<Item>(
  items: Iterable<Item>,
  count: number,
  compare: (a: Item, b: Item) => number,
): readonly Item[] {
  const first: Item[] = [];
  for (const item of items) {
    const last = first[count - 1];
    if (last !== undefined && compare(item, last) >= 0) continue;
    let from = 0;
    for (let to = first.length; from < to; ) {
      const middle = (from + to) >> 1;
      if (compare(item, first[middle] as Item) < 0) to = middle;
      else from = middle + 1;
    }
    first.splice(from, 0, item);
    first.length = Math.min(first.length, count);
  }
  return first;
}
