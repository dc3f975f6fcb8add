import { type RefObject, useMemo } from 'react';
import { useApp } from '#renderer/stores/appStore.ts';
import { isComplete, orderTotal } from '#renderer/stores/mirror.ts';
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
  const total = useApp(orderTotal);
  const isWhole = useApp(isComplete);
  const sort = useViewStore((view) => view.sort);
  const chosen = useViewStore((view) => view.selection);
  const { statuses, counts } = assessment;
  const { sources, shown } = useShownOrders(statuses, sort);
  // Until all orders are known, none is selected: "all" would not be all of them.
  const shownIds = useMemo(() => (isWhole ? shown.map((row) => row.id) : []), [shown, isWhole]);
  const count = isWhole ? shown.length : total;
  const selection = useMemo(() => keptTo(chosen, shownIds), [chosen, shownIds]);

  if (total === 0) return <NoOrders />;
  return (
    <div className="relative flex h-full min-w-0 flex-col">
      <Toolbar searchField={searchField} sources={sources} counts={counts} shown={count} total={total} />
      <div className="min-h-0 flex-1 border-t border-line">
        {count === 0 ? (
          <NoMatchingOrders />
        ) : (
          <OrderList
            sources={sources}
            shown={shown}
            count={count}
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
