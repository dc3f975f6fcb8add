import { tagsOf } from '#renderer/features/orders/tags/commonTags.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { againId, GROUP_ID, type ListEntries, type ListEntry, type OrderEntry } from './listEntries.ts';

const UNTAGGED = 'untagged';

/**
 * The entries of a list with one group for each tag, by name. An order is in the group of each of its tags; those without
 * tags come last.
 * @param shown in the order in which each group has them
 * @param collapsed ids of groups
 */
export function tagEntries(shown: readonly OrderRow[], collapsed: readonly string[]): ListEntries {
  const byKey = new Map<string, OrderRow[]>();
  for (const row of shown) {
    for (const key of row.tags.length === 0 ? [UNTAGGED] : row.tags.map(keyOf)) {
      const same = byKey.get(key);
      if (same === undefined) byKey.set(key, [row]);
      else same.push(row);
    }
  }
  const groups = tagsOf(shown).map(({ tag }) => ({ group: { tag }, key: keyOf(tag) }));
  const entries: ListEntry[] = [];
  const headings: number[] = [];
  const rows: OrderEntry[] = [];
  const seen = new Set<string>();
  for (const { key, group } of [...groups, { group: UNTAGGED, key: UNTAGGED } as const]) {
    const same = byKey.get(key);
    if (same === undefined) continue;
    const id = `${GROUP_ID}${key}`;
    const isCollapsed = collapsed.includes(id);
    headings.push(entries.length);
    entries.push({ id, group, count: same.length, isCollapsed });
    for (const row of same) {
      // The first row that is shown has the order's own id, by which others find it.
      const entry = isCollapsed || seen.has(row.id) ? { id: againId(row.id, key), row } : row;
      rows.push(entry);
      if (isCollapsed) continue;
      entries.push(entry);
      seen.add(row.id);
    }
  }
  return { entries, headings, rows };
}

/** A tag in another case is the same. */
function keyOf(tag: string): string {
  return `tag:${tag.toLowerCase()}`;
}
