import { type RefObject, useDeferredValue, useMemo } from 'react';
import { useApp } from '#renderer/stores/appStore.ts';
import { keptTo } from '#renderer/stores/selection.ts';
import { useViewStore } from '#renderer/stores/viewStore.ts';
import { arrange } from './arrange.ts';
import type { Assessment } from './assessment.ts';
import { NoMatch } from './NoMatch.tsx';
import { NoOrders } from './NoOrders.tsx';
import { OrderList } from './OrderList.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { Toolbar } from './Toolbar.tsx';
import { useNarrowing } from './useNarrowing.ts';
import { useOrderSources } from './useOrderSources.ts';

interface OrdersViewProps {
  readonly assessment: Assessment;
  readonly searchField: RefObject<HTMLInputElement | null>;
}

/** The orders with what finds, sorts and selects them; or why there are none. */
export function OrdersView({ assessment, searchField }: OrdersViewProps) {
  const orders = useApp((app) => app.orders);
  const sources = useOrderSources();
  const sort = useViewStore((view) => view.sort);
  // Typing stays quick while thousands of rows are searched.
  const filter = useDeferredValue(useViewStore((view) => view.filter));
  const narrowing = useNarrowing(filter);
  const chosen = useViewStore((view) => view.selection);
  const { statuses, counts } = assessment;
  const shown = useMemo(
    () => arrange({ orders, sources, statuses, filter, narrowing, sort }),
    [orders, sources, statuses, filter, narrowing, sort],
  );
  const shownIds = useMemo(() => shown.map((row) => row.id), [shown]);
  const selection = useMemo(() => keptTo(chosen, shownIds), [chosen, shownIds]);

  if (orders.size === 0) return <NoOrders />;
  return (
    <div className="relative flex h-full min-w-0 flex-col">
      <Toolbar
        searchField={searchField}
        sources={sources}
        counts={counts}
        shown={shown.length}
        total={orders.size}
      />
      <div className="min-h-0 flex-1 border-t border-line">
        {shown.length === 0 ? (
          <NoMatch />
        ) : (
          <OrderList
            sources={sources}
            shown={shown}
            shownIds={shownIds}
            statuses={statuses}
            selection={selection}
          />
        )}
      </div>
      <SelectionBar ids={selection.ids} />
    </div>
  );
}
