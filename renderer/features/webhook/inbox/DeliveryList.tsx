import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef } from 'react';
import { cx } from '#renderer/components/cx.ts';
import { listCommand } from '#renderer/features/orders/list/listKeys.ts';
import { useRowVirtualizer } from '#renderer/hooks/useRowVirtualizer.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { openDelivery, openDialog, useViewStore } from '#renderer/stores/viewStore.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { DELIVERY_HEIGHT, DeliveryRow, deliveryColumns } from './DeliveryRow.tsx';
import { isDiscardable } from './deliveryActions.ts';

const HEADER_HEIGHT = 34;

/** A table whose rows can be walked through by keyboard (ARIA in HTML allows the role on a table). */
const gridRole = { role: 'grid' } as const;

/** The deliveries (at least one) as a grid of which only the rows in sight exist. */
export function DeliveryList({ deliveries }: { readonly deliveries: readonly DeliveryView[] }) {
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const activeId = useViewStore((view) => view.activeDeliveryId);
  const openId = useViewStore((view) => view.openDeliveryId);
  const revealId = useViewStore((view) => view.revealDeliveryId);
  const ids = useMemo(() => deliveries.map(({ id }) => id), [deliveries]);
  const activeIndex = activeId === null ? -1 : ids.indexOf(activeId);

  const virtualizer = useRowVirtualizer({
    ...{ ids, activeIndex, scroller },
    rowHeight: DELIVERY_HEIGHT,
    headerHeight: HEADER_HEIGHT,
  });

  useEffect(() => {
    const index = revealId === null ? -1 : ids.indexOf(revealId);
    if (index < 0) return;
    virtualizer.scrollToIndex(index, { align: 'center' });
    useViewStore.setState({ revealDeliveryId: null });
  }, [revealId, ids, virtualizer]);

  function moveTo(index: number): void {
    const id = ids[index];
    if (id === undefined) return;
    useViewStore.setState((view) => ({
      activeDeliveryId: id,
      openDeliveryId: view.openDeliveryId === null ? null : id,
    }));
    virtualizer.scrollToIndex(index);
    // The row may only exist after the scrolling.
    requestAnimationFrame(() =>
      table.current
        ?.querySelector<HTMLElement>(`[data-delivery-id="${CSS.escape(id)}"]`)
        ?.focus({ preventScroll: true }),
    );
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (!isRow(event.target) || event.defaultPrevented) return;
    const perPage = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / DELIVERY_HEIGHT) - 1);
    const command = listCommand(event, activeIndex, deliveries.length, perPage);
    if (command === null || command.kind === 'selectAll') return;
    event.preventDefault();
    const active = deliveries[activeIndex];
    if (command.kind === 'move') moveTo(command.to);
    else if (active === undefined) return;
    else if (command.kind !== 'remove') openDelivery(active.id);
    else if (isDiscardable(active)) openDialog({ kind: 'discardDelivery', deliveryId: active.id });
  }

  const columns = ['received', 'delivery', 'certificate', 'verdict'] as const;
  const firstFocusable = Math.max(activeIndex, 0);
  return (
    <div ref={scroller} className="h-full overflow-x-hidden overflow-y-auto">
      <table
        ref={table}
        {...gridRole}
        aria-label={t('inbox.list.label')}
        aria-rowcount={deliveries.length + 1}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          const id = clickedDelivery(event);
          if (id !== null) openDelivery(id);
        }}
        onFocus={({ target }) => {
          const id = isRow(target) ? target.dataset['deliveryId'] : undefined;
          if (id !== undefined && id !== activeId) useViewStore.setState({ activeDeliveryId: id });
        }}
        className="block w-full"
      >
        <thead className="sticky top-0 z-10 block bg-surface">
          <tr
            aria-rowindex={1}
            style={{ height: HEADER_HEIGHT }}
            className={cx(deliveryColumns, 'border-b border-line text-left text-2xs text-muted')}
          >
            {columns.map((column) => (
              <th key={column} scope="col" className="truncate font-medium">
                {t(`inbox.list.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="relative block" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const delivery = deliveries[item.index];
            return (
              delivery !== undefined && (
                <DeliveryRow
                  key={delivery.id}
                  delivery={delivery}
                  isActive={item.index === firstFocusable}
                  isOpen={delivery.id === openId}
                  index={item.index}
                  top={item.start - HEADER_HEIGHT}
                />
              )
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function isRow(target: EventTarget): target is HTMLTableRowElement {
  return target instanceof HTMLTableRowElement && target.dataset['deliveryId'] !== undefined;
}

/** The delivery whose row was clicked, apart from the controls in it. */
function clickedDelivery({ target, currentTarget }: MouseEvent<HTMLElement>): string | null {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return null;
  if (target.closest('button') !== null) return null;
  return target.closest<HTMLElement>('[data-delivery-id]')?.dataset['deliveryId'] ?? null;
}
