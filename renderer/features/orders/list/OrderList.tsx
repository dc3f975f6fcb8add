import { useMemo, useRef } from 'react';
import { useT } from '#renderer/hooks/useT.ts';
import { useVirtualGrid } from '#renderer/hooks/useVirtualGrid.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import {
  emptySelection,
  extendedTo,
  isAllChosen,
  type Selection,
  toggled,
  toggledAll,
} from '#renderer/stores/selection.ts';
import {
  activateOrder,
  moveToOrder,
  openOrder,
  orderRevealed,
  select,
  useViewStore,
} from '#renderer/stores/viewStore.ts';
import { type OrderRow, sourceId } from '#shared/domain/order.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { HEADER_HEIGHT, OrderListHeader } from './OrderListHeader.tsx';
import { OrderListRow, ROW_HEIGHT } from './OrderListRow.tsx';
import { removeOrders } from './orderActions.ts';
import type { OrderSource } from './orderSources.ts';

interface OrderListProps {
  readonly sources: readonly OrderSource[];
  /** At least one. */
  readonly shown: readonly OrderRow[];
  /** How many rows the list has: more than `shown` until all orders are known. */
  readonly count: number;
  readonly shownIds: readonly string[];
  readonly statuses: ReadonlyMap<string, OrderStatus>;
  /** Contains only orders that are shown. */
  readonly selection: Selection;
}

export function OrderList({ sources, shown, count, shownIds, statuses, selection }: OrderListProps) {
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const polling = useApp((app) => app.polling);
  const activeId = useViewStore((view) => view.activeOrderId);
  const openId = useViewStore((view) => view.openOrderId);
  const revealId = useViewStore((view) => view.revealOrderId);
  const connectionNames = useMemo(
    () => new Map(sources.length > 1 ? sources.map(({ id, name }) => [id, name]) : []),
    [sources],
  );

  const grid = useVirtualGrid({
    items: shown,
    count,
    rowAttribute: 'data-order-id',
    isMultiSelectable: true,
    activeId,
    scroller,
    rowHeight: ROW_HEIGHT,
    headerHeight: HEADER_HEIGHT,
    // Lets the last rows scroll out from under the selection bar.
    paddingEnd: selection.ids.size > 0 ? 68 : 0,
    revealId,
    onRevealed: orderRevealed,
    onActivate: activateOrder,
    onMove: (id, withShift) => {
      moveToOrder(id);
      if (withShift) select(extendedTo({ ...selection, anchor: selection.anchor ?? activeId }, id, shownIds));
    },
    onCommand: ({ kind }) => {
      if (kind === 'selectAll') select({ ids: new Set(shownIds), anchor: selection.anchor });
      else if (kind === 'remove') remove();
      else if (kind === 'open') openOrder(activeId);
      else if (activeId !== null) select(toggled(selection, activeId));
      return true;
    },
    onRowClick: (id, event) => {
      if (event.shiftKey || event.ctrlKey || event.metaKey) {
        activateOrder(id);
        select(event.shiftKey ? extendedTo(selection, id, shownIds) : toggled(selection, id));
      } else {
        select({ ids: selection.ids, anchor: id });
        openOrder(id);
      }
    },
  });

  /** Removes the selected orders, or the active one, and moves to the next row that stays. */
  function remove(): void {
    const ids = selection.ids.size > 0 ? [...selection.ids] : activeId === null ? [] : [activeId];
    const next = shownIds.find((id, index) => index > grid.activeIndex && !ids.includes(id)) ?? null;
    void removeOrders(ids);
    activateOrder(next);
    select(emptySelection);
    if (next !== null) grid.focusRow(next);
  }

  const isAll = isAllChosen(selection, shownIds);
  return (
    <div ref={scroller} className="@container h-full overflow-x-hidden overflow-y-auto">
      <table {...grid.tableProps} aria-label={t('orders.list.label')} className="block w-full">
        <OrderListHeader
          allSelected={isAll ? true : selection.ids.size > 0 ? 'mixed' : false}
          onToggleAll={() => select(toggledAll(selection, shownIds))}
          hasConnections={sources.length > 1}
        />
        <tbody className="relative block" style={{ height: grid.height }}>
          {grid.rows.map(({ item: row, index, top, isFocusable }) => (
            <OrderListRow
              key={row.id}
              row={row}
              status={statuses.get(row.id) ?? 'neverFetched'}
              connectionName={connectionNames.get(sourceId(row)) ?? null}
              isPolling={polling.has(row.id)}
              isSelected={selection.ids.has(row.id)}
              isActive={isFocusable}
              isOpen={row.id === openId}
              index={index}
              top={top}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
