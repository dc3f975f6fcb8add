import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef } from 'react';
import { useRowVirtualizer } from '#renderer/hooks/useRowVirtualizer.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import {
  emptySelection,
  extendedTo,
  isAllChosen,
  type Selection,
  toggled,
  toggledAll,
} from '#renderer/stores/selection.ts';
import { openOrder, useViewStore } from '#renderer/stores/viewStore.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { type ListCommand, listCommand } from './listKeys.ts';
import { HEADER_HEIGHT, OrderListHeader } from './OrderListHeader.tsx';
import { OrderListRow, ROW_HEIGHT } from './OrderListRow.tsx';
import { removeOrders } from './orderActions.ts';
import type { OrderSource } from './orderSources.ts';

interface OrderListProps {
  readonly sources: readonly OrderSource[];
  /** At least one. */
  readonly shown: readonly OrderRow[];
  readonly shownIds: readonly string[];
  readonly statuses: ReadonlyMap<string, OrderStatus>;
  /** The chosen orders among those shown. */
  readonly selection: Selection;
}

/** A table whose rows can be chosen and walked through by keyboard (ARIA in HTML allows the role on a table). */
const gridRole = { role: 'grid', 'aria-multiselectable': true } as const;

/** The orders as a grid of which only the rows in sight exist. */
export function OrderList({ sources, shown, shownIds, statuses, selection }: OrderListProps) {
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const polling = useApp((app) => app.polling);
  const activeId = useViewStore((view) => view.activeOrderId);
  const openId = useViewStore((view) => view.openOrderId);
  const revealId = useViewStore((view) => view.revealOrderId);
  const connectionNames = useMemo(
    () => new Map(sources.length > 1 ? sources.map(({ id, name }) => [id, name]) : []),
    [sources],
  );
  const activeIndex = activeId === null ? -1 : shownIds.indexOf(activeId);

  const virtualizer = useRowVirtualizer({
    ...{ ids: shownIds, activeIndex, scroller },
    rowHeight: ROW_HEIGHT,
    headerHeight: HEADER_HEIGHT,
    // The last rows can be scrolled out from under the bar for the selection.
    paddingEnd: selection.ids.size > 0 ? 68 : 0,
  });

  useEffect(() => {
    const index = revealId === null ? -1 : shownIds.indexOf(revealId);
    if (index < 0) return;
    virtualizer.scrollToIndex(index, { align: 'center' });
    useViewStore.setState({ revealOrderId: null });
  }, [revealId, shownIds, virtualizer]);

  function moveTo(index: number, isExtending: boolean): void {
    const id = shownIds[index];
    if (id === undefined) return;
    useViewStore.setState((view) => ({
      activeOrderId: id,
      openOrderId: view.openOrderId === null ? null : id,
      selection: isExtending
        ? extendedTo({ ...selection, anchor: selection.anchor ?? activeId }, id, shownIds)
        : view.selection,
    }));
    virtualizer.scrollToIndex(index);
    // The row may only exist after the scrolling.
    requestAnimationFrame(() => focusRow(table.current, id));
  }

  function run(command: ListCommand, isExtending: boolean): void {
    switch (command.kind) {
      case 'move':
        moveTo(command.to, isExtending);
        return;
      case 'selectAll':
        useViewStore.setState({ selection: { ids: new Set(shownIds), anchor: selection.anchor } });
        return;
      case 'toggle':
        if (activeId !== null) useViewStore.setState({ selection: toggled(selection, activeId) });
        return;
      case 'open':
        openOrder(activeId);
        return;
      case 'remove': {
        const ids = selection.ids.size > 0 ? [...selection.ids] : activeId === null ? [] : [activeId];
        const next = shownIds.find((id, index) => index > activeIndex && !ids.includes(id)) ?? null;
        void removeOrders(ids);
        useViewStore.setState({ activeOrderId: next, selection: emptySelection });
        if (next !== null) requestAnimationFrame(() => focusRow(table.current, next));
      }
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (!isRow(event.target) || event.defaultPrevented) return;
    const perPage = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1);
    const command = listCommand(event, activeIndex, shown.length, perPage);
    if (command === null) return;
    event.preventDefault();
    run(command, event.shiftKey);
  }

  function onClick(event: MouseEvent<HTMLElement>): void {
    const id = clickedOrder(event);
    if (id === null) return;
    if (event.shiftKey)
      useViewStore.setState({ activeOrderId: id, selection: extendedTo(selection, id, shownIds) });
    else if (event.ctrlKey || event.metaKey)
      useViewStore.setState({ activeOrderId: id, selection: toggled(selection, id) });
    else {
      useViewStore.setState({ selection: { ids: selection.ids, anchor: id } });
      openOrder(id);
    }
  }

  const isAll = isAllChosen(selection, shownIds);
  const firstFocusable = Math.max(activeIndex, 0);
  return (
    <div ref={scroller} className="@container h-full overflow-x-hidden overflow-y-auto">
      <table
        ref={table}
        {...gridRole}
        aria-label={t('orders.list.label')}
        aria-rowcount={shown.length + 1}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onFocus={(event) => {
          const id = isRow(event.target) ? event.target.dataset['orderId'] : undefined;
          if (id !== undefined && id !== activeId) useViewStore.setState({ activeOrderId: id });
        }}
        className="block w-full"
      >
        <OrderListHeader
          allSelected={isAll ? true : selection.ids.size > 0 ? 'mixed' : false}
          onToggleAll={() => useViewStore.setState({ selection: toggledAll(selection, shownIds) })}
          hasConnections={sources.length > 1}
        />
        <tbody className="relative block" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const row = shown[item.index];
            if (row === undefined) return null;
            return (
              <OrderListRow
                key={row.id}
                row={row}
                status={statuses.get(row.id) ?? 'neverFetched'}
                connectionName={connectionNames.get(row.connectionId) ?? null}
                isPolling={polling.has(row.id)}
                isSelected={selection.ids.has(row.id)}
                isActive={item.index === firstFocusable}
                isOpen={row.id === openId}
                index={item.index}
                top={item.start - HEADER_HEIGHT}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function isRow(target: EventTarget): target is HTMLTableRowElement {
  return target instanceof HTMLTableRowElement && target.dataset['orderId'] !== undefined;
}

function focusRow(table: HTMLTableElement | null, id: string): void {
  table?.querySelector<HTMLElement>(`[data-order-id="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
}

/** The order whose row was clicked, apart from the controls in it. Menus open elsewhere but bubble through here. */
function clickedOrder(event: MouseEvent<HTMLElement>): string | null {
  const { target } = event;
  if (!(target instanceof Element) || !event.currentTarget.contains(target)) return null;
  if (target.closest('button, label, input') !== null) return null;
  return target.closest<HTMLElement>('[data-order-id]')?.dataset['orderId'] ?? null;
}
