import { type FocusEvent, type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { OrderMenu } from '#renderer/features/orders/list/OrderMenu.tsx';
import { useRowMenu } from '#renderer/hooks/useRowMenu.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useVirtualGrid } from '#renderer/hooks/useVirtualGrid.ts';
import { activateOrder, moveToOrder, openOrder, useViewStore } from '#renderer/stores/viewStore.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import type { Leaf } from './leaves.ts';
import { AXIS_HEIGHT, AxisLines, TimelineAxis } from './TimelineAxis.tsx';
import { ROW_HEIGHT, TimelineRow } from './TimelineRow.tsx';
import { TimelineTip } from './TimelineTip.tsx';
import { type TimelineCommand, timelineCommand } from './timelineKeys.ts';
import { isWithin, type Period, xOf } from './timeScale.ts';
import { useDragPan } from './useDragPan.ts';
import { usePlot } from './usePlot.ts';

/** The height of the scrollbar below the rows, in pixels (app.css). */
const SCROLLBAR = 10;

/** As high as there is room for whole rows. */
const WHOLE_ROWS = `calc(round(down, 100% - ${AXIS_HEIGHT + SCROLLBAR}px, ${ROW_HEIGHT}px) + ${AXIS_HEIGHT + SCROLLBAR}px)`;

interface TimelineChartProps {
  /** At least one. */
  readonly shown: readonly OrderRow[];
  readonly statuses: ReadonlyMap<string, OrderStatus>;
  /** The certificates of an order, the earliest first. */
  readonly leavesOf: (row: OrderRow) => readonly Leaf[];
  /** The axis covers all of these. */
  readonly periods: readonly Period[];
  /** The start of the current minute, Unix ms. */
  readonly now: number;
  /** The start of the current day, Unix ms. */
  readonly today: number;
}

/** The orders as bars on one time axis; draws only what is near the viewport. */
export function TimelineChart(props: TimelineChartProps) {
  const { shown, statuses, leavesOf, periods, now, today } = props;
  const t = useT();
  const keysId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const openId = useViewStore((view) => view.orders.openId);
  const [activeLeaf, setActiveLeaf] = useState<string | null>(null);
  const plot = usePlot(scroller, periods, today);
  const { scale, visible, titleWidth } = plot;
  const activeId = useViewStore((view) => view.orders.activeId);
  const grid = useVirtualGrid({
    items: shown,
    rowAttribute: 'data-order-id',
    activeId,
    scroller,
    rowHeight: ROW_HEIGHT,
    headerHeight: AXIS_HEIGHT,
    onActivate: activateOrder,
    onMove: moveToOrder,
    onCommand: () => false,
    onRowClick: (id) => openOrder(id, false),
  });
  const { activeIndex } = grid;
  useDragPan(scroller);
  const activeRow = shown[activeIndex];
  const activeLeaves = useMemo(
    () => (activeRow === undefined ? [] : leavesOf(activeRow)),
    [activeRow, leavesOf],
  );

  function run(command: TimelineCommand): void {
    switch (command.kind) {
      case 'move':
        setActiveLeaf(null);
        grid.moveTo(command.to);
        return;
      case 'leaf':
        goToLeaf(activeLeaves[command.to] ?? null);
        return;
      case 'pan':
        plot.pan(command.by);
        return;
      case 'open':
        openOrder(activeId);
    }
  }

  function goToLeaf(leaf: Leaf | null): void {
    setActiveLeaf(leaf?.fingerprint256 ?? null);
    if (leaf === null) {
      grid.moveTo(activeIndex);
      return;
    }
    plot.reveal(leaf.to);
    grid.focusRow(activeId ?? '', `[data-leaf="${leaf.fingerprint256}"]`);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.defaultPrevented) return;
    const leafAt = activeLeaves.findIndex(({ fingerprint256 }) => fingerprint256 === activeLeaf);
    const command = timelineCommand(event, {
      at: activeIndex,
      count: shown.length,
      perPage: grid.rowsPerPage(),
      leafAt,
      leafCount: activeLeaves.length,
    });
    if (command === null) return;
    event.preventDefault();
    run(command);
  }

  function onFocus({ target }: FocusEvent<HTMLElement>): void {
    const id = grid.rowIdAt(target);
    if (id !== null && id !== activeId) activateOrder(id);
    setActiveLeaf(target.dataset['leaf'] ?? null);
  }

  const { menu, setMenu, onContextMenu } = useRowMenu(grid.rowIdAt, activateOrder);

  const { height } = grid;
  return (
    <>
      <p id={keysId} className="sr-only">
        {t('timeline.keys')}
      </p>
      <div
        ref={scroller}
        className="isolate relative overflow-auto overscroll-contain data-dragging:cursor-grabbing"
        style={{ height: WHOLE_ROWS }}
      >
        <div
          aria-hidden
          className="pointer-events-none absolute"
          style={{ left: titleWidth, top: AXIS_HEIGHT, width: scale.width, height }}
        >
          <AxisLines scale={scale} visible={visible} />
        </div>
        <table
          {...grid.tableProps}
          aria-label={t('timeline.label')}
          aria-describedby={keysId}
          onKeyDown={onKeyDown}
          onContextMenu={onContextMenu}
          onFocus={onFocus}
          onClick={(event) => {
            const id = grid.rowIdAt(event.target);
            if (id !== null) openOrder(id, false);
          }}
          className="block"
          style={{ width: titleWidth + scale.width }}
        >
          <thead className="sticky top-0 z-30 block bg-surface">
            <tr
              aria-rowindex={1}
              className="flex border-b border-line-strong"
              style={{ height: AXIS_HEIGHT }}
            >
              <th
                scope="col"
                style={{ width: titleWidth }}
                className="sticky left-0 z-1 flex shrink-0 items-end border-r border-line bg-surface pr-3 pb-1 pl-4 text-2xs font-medium text-muted"
              >
                {t('timeline.order')}
              </th>
              <th
                scope="col"
                className="relative shrink-0 text-left font-normal"
                style={{ width: scale.width }}
              >
                <span className="sr-only">{t('timeline.time')}</span>
                <span aria-hidden>
                  <TimelineAxis scale={scale} visible={visible} now={now} titleWidth={titleWidth} />
                </span>
              </th>
            </tr>
          </thead>
          <tbody className="relative block" style={{ height }}>
            {grid.rows.map(({ item: row, index, top, isFocusable }) => (
              <TimelineRow
                key={row.id}
                row={row}
                status={statuses.get(row.id) ?? 'neverFetched'}
                leaves={leavesOf(row)}
                scale={scale}
                visible={visible}
                titleWidth={titleWidth}
                now={now}
                index={index}
                top={top}
                isActive={isFocusable}
                isOpen={row.id === openId}
                activeLeaf={index === activeIndex ? activeLeaf : null}
              />
            ))}
          </tbody>
        </table>
        {isWithin(visible, now) && (
          <div
            aria-hidden
            className="pointer-events-none absolute z-10 w-0.5 -translate-x-1/2 bg-accent forced-color-adjust-none forced-colors:bg-[Highlight]"
            style={{ left: titleWidth + xOf(scale, now), top: AXIS_HEIGHT, height }}
          />
        )}
      </div>
      {menu !== null && <OrderMenu menu={menu} onClose={() => setMenu(null)} />}
      <TimelineTip scroller={scroller} titleWidth={titleWidth} />
    </>
  );
}
