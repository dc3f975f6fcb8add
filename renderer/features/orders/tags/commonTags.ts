import { compareNames } from '#shared/domain/arrangement.ts';
import type { OrderRow } from '#shared/domain/order.ts';

/** A tag, and how many orders have it. */
interface CommonTag {
  /** As the first order writes it. */
  readonly tag: string;
  readonly count: number;
}

/** The tags of the orders by name. A tag in another case is the same. */
export function tagsOf(rows: readonly Pick<OrderRow, 'tags'>[]): readonly CommonTag[] {
  const byKey = Map.groupBy(
    rows.flatMap(({ tags }) => tags),
    (tag) => tag.toLowerCase(),
  );
  return [...byKey.values()]
    .map((same) => ({ tag: same[0] ?? '', count: same.length }))
    .toSorted((one, other) => compareNames(one.tag, other.tag));
}

/** Whether an order has a tag, in any case. */
export function hasTag({ tags }: Pick<OrderRow, 'tags'>, tag: string): boolean {
  return tags.some((each) => each.toLowerCase() === tag.toLowerCase());
}
