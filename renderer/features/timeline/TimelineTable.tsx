import { type KeyboardEvent, useRef } from 'react';
import { listCommand } from '#renderer/features/orders/list/listKeys.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { openOrder } from '#renderer/stores/viewStore.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import type { Leaf } from './leaves.ts';
import { TABLE_COLUMNS, TABLE_ROW_HEIGHT, TimelineTableRow } from './TimelineTableRow.tsx';
import { orderIdAt, useActiveRow } from './useActiveRow.ts';

interface TimelineTableProps {
  /** At least one. */
  readonly shown: readonly OrderRow[];
  readonly shownIds: readonly string[];
  readonly statuses: ReadonlyMap<string, OrderStatus>;
  readonly leavesOf: (row: OrderRow) => readonly Leaf[];
  /** Unix ms, as of the last minute. */
  readonly now: number;
}

const HEADER_HEIGHT = 34;
const columns = ['state', 'from', 'until', 'left', 'warning', 'critical', 'usual', 'renewals'] as const;

/** A table whose rows are walked through by keyboard. */
const gridRole = { role: 'grid' } as const;

/** All that the chart shows, in words and dates. */
export function TimelineTable({ shown, shownIds, statuses, leavesOf, now }: TimelineTableProps) {
  const t = useT();
  const locale = useLocale();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useActiveRow({
    ...{ ids: shownIds, scroller },
    rowHeight: TABLE_ROW_HEIGHT,
    headerHeight: HEADER_HEIGHT,
  });
  const { virtualizer, activeIndex } = rows;

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const command = listCommand(event, activeIndex, shown.length, rows.perPage());
    if (command === null || event.defaultPrevented) return;
    if (command.kind === 'move') rows.moveTo(command.to);
    else if (command.kind === 'open') openOrder(rows.activeId);
    else return;
    event.preventDefault();
  }

  const firstFocusable = Math.max(activeIndex, 0);
  return (
    <div ref={scroller} className="h-full overflow-auto">
      <table
        {...gridRole}
        aria-label={t('timeline.table.label')}
        aria-rowcount={shown.length + 1}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          const orderId = orderIdAt(event.target);
          if (orderId !== null) openOrder(orderId);
        }}
        className="block min-w-max"
      >
        <thead className="sticky top-0 z-20 block bg-surface">
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
        <tbody className="relative block" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const row = shown[item.index];
            if (row === undefined) return null;
            return (
              <TimelineTableRow
                key={row.id}
                row={row}
                status={statuses.get(row.id) ?? 'neverFetched'}
                leaves={leavesOf(row)}
                now={now}
                speech={{ t, locale }}
                index={item.index}
                top={item.start - HEADER_HEIGHT}
                isActive={item.index === firstFocusable}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
