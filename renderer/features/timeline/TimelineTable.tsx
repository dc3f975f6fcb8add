import { useRef } from 'react';
import { OrderMenu } from '#renderer/features/orders/list/OrderMenu.tsx';
import { useRowMenu } from '#renderer/hooks/useRowMenu.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useVirtualGrid } from '#renderer/hooks/useVirtualGrid.ts';
import { activateOrder, moveToOrder, openOrder, useViewStore } from '#renderer/stores/viewStore.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import type { Leaf } from './leaves.ts';
import { TABLE_COLUMNS, TABLE_ROW_HEIGHT, TimelineTableRow } from './TimelineTableRow.tsx';

interface TimelineTableProps {
  /** At least one. */
  readonly shown: readonly OrderRow[];
  readonly statuses: ReadonlyMap<string, OrderStatus>;
  readonly leavesOf: (row: OrderRow) => readonly Leaf[];
  /** The start of the current minute, Unix ms. */
  readonly now: number;
}

const HEADER_HEIGHT = 34;
const columns = ['state', 'from', 'until', 'left', 'warning', 'critical', 'usual', 'renewals'] as const;

/** The timeline as a table: the same facts as text and dates. */
export function TimelineTable({ shown, statuses, leavesOf, now }: TimelineTableProps) {
  const t = useT();
  const locale = useLocale();
  const scroller = useRef<HTMLDivElement>(null);
  const activeId = useViewStore((view) => view.activeOrderId);
  const grid = useVirtualGrid({
    items: shown,
    rowAttribute: 'data-order-id',
    activeId,
    scroller,
    rowHeight: TABLE_ROW_HEIGHT,
    headerHeight: HEADER_HEIGHT,
    onActivate: activateOrder,
    onMove: moveToOrder,
    onCommand: ({ kind }) => {
      if (kind === 'open') openOrder(activeId);
      return kind === 'open';
    },
    onRowClick: (id) => openOrder(id, false),
  });
  const { menu, setMenu, onContextMenu } = useRowMenu(grid.rowIdAt, activateOrder);

  return (
    <div ref={scroller} className="isolate h-full overflow-auto">
      <table
        {...grid.tableProps}
        aria-label={t('timeline.table.label')}
        onContextMenu={onContextMenu}
        className="block min-w-max"
      >
        <thead className="sticky top-0 z-30 block bg-surface">
          <tr
            aria-rowindex={1}
            style={{ height: HEADER_HEIGHT }}
            className={`${TABLE_COLUMNS} border-b border-line text-left text-2xs text-muted`}
          >
            <th scope="col" className="sticky left-0 flex h-full items-center bg-surface pl-4 font-medium">
              {t('timeline.order')}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="font-medium">
                {t(`timeline.table.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="relative block" style={{ height: grid.height }}>
          {grid.rows.map(({ item: row, index, top, isFocusable }) => (
            <TimelineTableRow
              key={row.id}
              row={row}
              status={statuses.get(row.id) ?? 'neverFetched'}
              leaves={leavesOf(row)}
              now={now}
              localization={{ t, locale }}
              index={index}
              top={top}
              isActive={isFocusable}
            />
          ))}
        </tbody>
      </table>
      {menu !== null && <OrderMenu menu={menu} onClose={() => setMenu(null)} />}
    </div>
  );
}
