import { useEffect, useMemo } from 'react';
import { lazyPart, lazyValue } from '#renderer/hooks/lazyPart.tsx';
import { useNow } from '#renderer/hooks/useNow.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { isComplete, orderTotal } from '#renderer/stores/mirror.ts';
import { keptTo } from '#renderer/stores/selection.ts';
import { isFiltered, useViewStore } from '#renderer/stores/viewStore.ts';
import type { Assessment } from '#shared/domain/assessment.ts';
import type { Sort } from '#shared/domain/windowView.ts';
import { FilterChips } from './FilterChips.tsx';
import { groupAt, groupedEntries, orderOf, plainEntries } from './listEntries.ts';
import { OrderList } from './OrderList.tsx';
import { collapseGroup } from './orderActions.ts';
import { useShownOrders } from './useShownOrders.ts';

const later = () => import('./laterList.ts');
const SelectionBar = lazyPart(
  async () => (await later()).SelectionBar,
  () => undefined,
);
const NoOrders = lazyPart(
  async () => (await later()).NoOrders,
  () => undefined,
);
const NoMatchingOrders = lazyPart(
  async () => (await later()).NoMatchingOrders,
  () => undefined,
);
const ExpiryStrip = lazyPart(
  async () => (await later()).ExpiryStrip,
  () => undefined,
);

/** With fewer orders there is no strip of expiries: the list shows them at a glance. */
const STRIP_FROM = 5;

const useTagEntries = lazyValue(async () => (await later()).tagEntries);

/** The list of orders with its filters and selection, or why it is empty. */
export function OrdersView({ assessment }: { readonly assessment: Assessment }) {
  const total = useApp(orderTotal);
  const isWhole = useApp(isComplete);
  const sort = useViewStore((view) => view.sort);
  const chosen = useViewStore((view) => view.selection);
  const { statuses, counts } = assessment;
  const { sources, shown, isCurrent } = useShownOrders(statuses, sort);
  const { entries, headings, rows } = useEntries(shown, statuses, sort);
  // Until all orders are known, none is selected: "all" would not be all of them.
  const [rowIds, shownIds] = useMemo(() => {
    const known = isWhole ? rows : [];
    return [known.map(({ id }) => id), [...new Set(known.map((entry) => orderOf(entry).id))]];
  }, [rows, isWhole]);
  const count = isWhole ? shown.length : total;
  const selection = useMemo(() => keptTo(chosen, shownIds), [chosen, shownIds]);

  if (total === 0) return <NoOrders />;
  return (
    <div className="relative flex h-full min-w-0 flex-col">
      {/* The room of the strip, which comes after the first rows. Too low a window has none to spare. */}
      {total >= STRIP_FROM && (
        <div className="h-18 shrink-0 px-4 pt-2 [@media(height<480px)]:hidden">
          {isWhole && <ExpiryStrip />}
        </div>
      )}
      <FilterChips sources={sources} counts={counts} rows={shown} shown={count} total={total} />
      <div className="min-h-0 flex-1 border-t border-line">
        {count === 0 ? (
          <NoMatchingOrders />
        ) : (
          <OrderList
            sources={sources}
            entries={entries}
            headings={headings}
            shownIds={shownIds}
            rowIds={rowIds}
            statuses={statuses}
            selection={selection}
            isCurrent={isCurrent}
          />
        )}
      </div>
      {selection.ids.size > 0 && <SelectionBar ids={selection.ids} />}
    </div>
  );
}

/** Groups the list by its tags, or by expiry while it is sorted by that. A filtered list shows the orders of collapsed groups as well. */
function useEntries(
  shown: ReturnType<typeof useShownOrders>['shown'],
  statuses: Assessment['statuses'],
  { key, descending }: Sort,
) {
  const now = useNow('minute');
  const extent = useApp((app) => app.extent);
  const collapsed = useApp((app) => app.settings.collapsedGroups);
  const isAll = useViewStore(({ filter }) => !isFiltered(filter));
  const orders = useApp((app) => app.orders);
  const isByTag = useViewStore((view) => view.isGroupedByTag);
  const collapsedTags = useViewStore((view) => view.collapsedTags);
  const tagEntries = useTagEntries(isByTag);
  const isGrouped = extent.kind !== 'all' || (key === 'expiry' && !descending);
  useRevealedGroup(statuses, now);
  return useMemo(() => {
    if (extent.kind === 'all' && isByTag && tagEntries !== null)
      return tagEntries(shown, isAll ? collapsedTags : []);
    if (!isGrouped) return plainEntries(shown);
    const hidden = new Set(isAll ? collapsed : []);
    const counts = extent.kind === 'all' ? null : extent.counts.groups;
    return groupedEntries(shown, statuses, counts, hidden, now, isAll ? [] : orders.values());
  }, [shown, orders, statuses, extent, collapsed, isAll, isGrouped, isByTag, collapsedTags, tagEntries, now]);
}

/** Shows the group of an order that another process asks for. */
function useRevealedGroup(statuses: Assessment['statuses'], now: number): void {
  const collapsed = useApp((app) => app.settings.collapsedGroups);
  const revealId = useViewStore((view) => view.orders.revealId);
  const row = useApp((app) => (revealId === null ? undefined : app.orders.get(revealId)));
  useEffect(() => {
    if (row === undefined) return;
    const group = groupAt(statuses, now)(row);
    if (collapsed.includes(group)) collapseGroup({ id: row.id, group, isCollapsed: true });
  }, [row, statuses, collapsed, now]);
}
