import { useEffect, useMemo, useRef } from 'react';
import { lazyCall, lazyPart } from '#renderer/hooks/lazyPart.tsx';
import { useRowMenu } from '#renderer/hooks/useRowMenu.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { type ShortRows, useVirtualGrid } from '#renderer/hooks/useVirtualGrid.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { extendedTo, isAllChosen, type Selection, toggled, toggledAll } from '#renderer/stores/selection.ts';
import { showPartFailed } from '#renderer/stores/toastStore.ts';
import {
  activateOrder,
  isFiltered,
  moveToOrder,
  openOrder,
  orderRevealed,
  select,
  useViewStore,
  wantFirstOrder,
} from '#renderer/stores/viewStore.ts';
import { orderTitle, sourceId } from '#shared/domain/order.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { GROUP_HEIGHT, GroupRow } from './GroupRow.tsx';
import {
  isGroup,
  type ListEntry,
  type ListGroup,
  type OrderEntry,
  orderIdOf,
  orderOf,
} from './listEntries.ts';
import { HEADER_HEIGHT, OrderListHeader } from './OrderListHeader.tsx';
import { OrderListRow, ROW_HEIGHT } from './OrderListRow.tsx';
import { collapseGroup, exportOrders, removeOrders } from './orderActions.ts';
import type { OrderSource } from './orderSources.ts';

const OrderMenu = lazyPart(
  async () => (await import('./laterList.ts')).OrderMenu,
  ({ onClose }) => onClose(),
);

const TagMenu = lazyPart(
  async () => (await import('./laterList.ts')).TagMenu,
  ({ onClose }) => onClose(),
);

const runVerb = lazyCall(async () => (await import('./laterList.ts')).runVerb, showPartFailed);

interface OrderListProps {
  readonly sources: readonly OrderSource[];
  /** At least one. */
  readonly entries: readonly ListEntry[];
  /** The indexes of the headings in `entries`. */
  readonly headings: readonly number[];
  /** The orders that match the filter. */
  readonly shownIds: readonly string[];
  /** The ids of all rows with orders, from top to bottom. */
  readonly rowIds: readonly string[];
  readonly statuses: ReadonlyMap<string, OrderStatus>;
  /** Contains only orders that are shown. */
  readonly selection: Selection;
  /** Whether the entries follow what was typed last. */
  readonly isCurrent: boolean;
}

/** The header of the page and the filters, where each is one line. Pixels. */
const ABOVE_LIST = 96;

export function OrderList(props: OrderListProps) {
  const { sources, entries, headings, shownIds, rowIds, statuses, selection, isCurrent } = props;
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const polling = useApp((app) => app.polling);
  const activeId = useViewStore((view) => view.orders.activeId);
  const openId = useViewStore((view) => view.orders.openId);
  const revealId = useViewStore((view) => view.orders.revealId);
  const canCollapse = useViewStore(({ filter }) => !isFiltered(filter));
  const connectionNames = useMemo(
    () => new Map(sources.length > 1 ? sources.map(({ id, name }) => [id, name]) : []),
    [sources],
  );
  const shortRows = useMemo((): ShortRows => ({ indexes: headings, height: GROUP_HEIGHT }), [headings]);

  const grid = useVirtualGrid<OrderEntry | ListGroup>({
    items: entries,
    rowAttribute: 'data-row-id',
    isMultiSelectable: true,
    activeId,
    scroller,
    rowHeight: ROW_HEIGHT,
    shortRows,
    headerHeight: HEADER_HEIGHT,
    above: ABOVE_LIST,
    // Lets the last rows scroll out from under the selection bar.
    paddingEnd: selection.ids.size > 0 ? 68 : 0,
    revealId,
    onRevealed: orderRevealed,
    onActivate: activateOrder,
    onMove: (id, withShift) => {
      const order = orderIdOf(id);
      if (order !== null) moveToOrder(order);
      activateOrder(id);
      if (order !== null && withShift) extendTo(id, selection.anchor ?? activeId);
    },
    onCommand: (command) => {
      const { kind } = command;
      const order = orderIdOf(activeId);
      if (kind === 'selectAll') select({ ids: new Set(shownIds), anchor: selection.anchor });
      else if (kind === 'remove') remove(order);
      else if (order === null) return false;
      else if (kind === 'verb') runVerb(command.key, selection.ids.size > 0 ? [...selection.ids] : [order]);
      else if (kind === 'open') openOrder(order);
      else select({ ...toggled(selection, order), anchor: activeId });
      return true;
    },
    onRowClick: (id, event) => {
      const order = orderIdOf(id);
      if (order === null) return;
      if (event.shiftKey || event.ctrlKey || event.metaKey) {
        activateOrder(id);
        if (event.shiftKey) extendTo(id, selection.anchor);
        else select({ ...toggled(selection, order), anchor: id });
      } else {
        select({ ids: selection.ids, anchor: id });
        // The focus stays in the list, where the arrow keys go on.
        openOrder(order, false);
        activateOrder(id);
      }
    },
    nameOf: (entry) => (isGroup(entry) ? '' : orderTitle(orderOf(entry))),
  });

  /** Selects the orders from the row `anchor` to another one. */
  function extendTo(rowId: string, anchor: string | null): void {
    const extended = extendedTo({ ...selection, anchor }, rowId, rowIds);
    select({ ...extended, ids: new Set([...extended.ids].flatMap((id) => orderIdOf(id) ?? [])) });
  }

  /** Removes the selected orders, or this one, and moves to the next row that stays, or else to the one before. */
  function remove(active: string | null): void {
    const ids = selection.ids.size > 0 ? [...selection.ids] : active === null ? [] : [active];
    const isNext = (entry: ListEntry) =>
      entry !== undefined && !isGroup(entry) && !ids.includes(orderOf(entry).id);
    const at = grid.activeIndex;
    const place = entries.slice(at + 1).find(isNext) ?? entries.slice(0, Math.max(0, at)).findLast(isNext);
    const next = place?.id ?? null;
    if (!removeOrders(ids)) return;
    activateOrder(next);
    if (next !== null) grid.focusRow(next);
  }

  useFirstOrder(entries, isCurrent, grid.moveTo);

  const { menu, setMenu, onContextMenu } = useRowMenu(
    grid.rowIdAt,
    activateOrder,
    (rowId) => orderIdOf(rowId) ?? (tagOf(entries, rowId) === null ? null : rowId),
  );
  const menuTag = menu === null ? null : tagOf(entries, menu.id);

  const isAll = isAllChosen(selection, shownIds);
  return (
    <div ref={scroller} className="@container isolate h-full scroll-pt-8 overflow-x-hidden overflow-y-auto">
      <table
        {...grid.tableProps}
        aria-label={t('orders.list.label')}
        data-sources={sources.length > 1 ? 'many' : undefined}
        onContextMenu={onContextMenu}
        className="block w-full"
      >
        <OrderListHeader
          allSelected={isAll ? true : selection.ids.size > 0 ? 'mixed' : false}
          onToggleAll={() => select(toggledAll(selection, shownIds))}
          hasConnections={sources.length > 1}
        />
        <tbody className="relative block" style={{ height: grid.height }}>
          {grid.rows.map(({ item, index, top, isFocusable }) => {
            if (isGroup(item))
              return (
                <GroupRow
                  key={item.id}
                  group={item}
                  isActive={isFocusable}
                  index={index}
                  top={top}
                  onToggle={canCollapse ? () => collapseGroup(item) : null}
                />
              );
            const row = orderOf(item);
            return (
              <OrderListRow
                key={item.id}
                row={row}
                rowId={item.id}
                status={statuses.get(row.id) ?? 'neverFetched'}
                connectionName={connectionNames.get(sourceId(row)) ?? null}
                isPolling={polling.has(row.id)}
                isSelected={selection.ids.has(row.id)}
                isActive={isFocusable}
                isOpen={row.id === openId}
                hasMenu={row.id === menu?.id}
                onMenu={setMenu}
                index={index}
                top={top}
              />
            );
          })}
        </tbody>
      </table>
      {menu !== null &&
        (menuTag === null ? (
          <OrderMenu menu={menu} onClose={() => setMenu(null)} />
        ) : (
          <TagMenu menu={menu} tag={menuTag} onClose={() => setMenu(null)} />
        ))}
    </div>
  );
}

/** The tag of a heading; `null`: the row is none, or that of another group. */
function tagOf(entries: readonly ListEntry[], rowId: string): string | null {
  if (orderIdOf(rowId) !== null) return null;
  const entry = entries.find((each) => each?.id === rowId);
  return entry !== undefined && isGroup(entry) && typeof entry.group === 'object' ? entry.group.tag : null;
}

/** Does what the search field asks for, once the list follows what was typed. */
function useFirstOrder(
  entries: readonly ListEntry[],
  isCurrent: boolean,
  moveTo: (index: number) => void,
): void {
  const wanted = useViewStore((view) => view.firstOrderWanted);
  useEffect(() => {
    if (wanted === null || !isCurrent) return;
    wantFirstOrder(null);
    const index = entries.findIndex((entry) => entry !== undefined && !isGroup(entry));
    const first = entries[index];
    if (first === undefined || isGroup(first)) return;
    if (wanted === 'open') openOrder(orderOf(first).id);
    else if (wanted === 'export') exportOrders([orderOf(first).id]);
    else moveTo(index);
  }, [wanted, isCurrent, entries, moveTo]);
}
