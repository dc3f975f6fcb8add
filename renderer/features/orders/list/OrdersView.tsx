import { type RefObject, useMemo } from 'react';
import { useApp } from '#renderer/stores/appStore.ts';
import { keptTo } from '#renderer/stores/selection.ts';
import { useViewStore } from '#renderer/stores/viewStore.ts';
import type { Assessment } from '#shared/domain/assessment.ts';
import { NoMatchingOrders, NoOrders } from './EmptyOrders.tsx';
import { OrderList } from './OrderList.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { Toolbar } from './Toolbar.tsx';
import { useShownOrders } from './useShownOrders.ts';

interface OrdersViewProps {
  readonly assessment: Assessment;
  readonly searchField: RefObject<HTMLInputElement | null>;
}

/** The list of orders with its toolbar and selection, or why it is empty. */
export function OrdersView({ assessment, searchField }: OrdersViewProps) {
  const orders = useApp((app) => app.orders);
  const sort = useViewStore((view) => view.sort);
  const chosen = useViewStore((view) => view.selection);
  const { statuses, counts } = assessment;
  const { sources, shown } = useShownOrders(statuses, sort);
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
          <NoMatchingOrders />
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
