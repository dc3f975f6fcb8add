import { PanelRight } from 'lucide-react';
import { useRef } from 'react';
import { cx } from '#renderer/components/cx.ts';
import { MenuItem, MenuSeparator } from '#renderer/components/Menu.tsx';
import { RowMenuLayer } from '#renderer/components/RowMenuLayer.tsx';
import { type OpenRowMenu, useRowMenu } from '#renderer/hooks/useRowMenu.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useVirtualGrid } from '#renderer/hooks/useVirtualGrid.ts';
import {
  activateDelivery,
  deliveryRevealed,
  moveToDelivery,
  openDelivery,
  openDialog,
  useViewStore,
} from '#renderer/stores/viewStore.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { DeliveryItems } from './DeliveryItems.tsx';
import { DELIVERY_HEIGHT, DeliveryRow, deliveryColumns } from './DeliveryRow.tsx';
import { deliveryActions, isDiscardable } from './deliveryActions.ts';
import { useDeliveryOrder, useIsExported } from './useDeliveryOrder.ts';

const HEADER_HEIGHT = 34;

/** The deliveries (at least one) as a virtual grid. */
export function DeliveryList({ deliveries }: { readonly deliveries: readonly DeliveryView[] }) {
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const activeId = useViewStore((view) => view.deliveries.activeId);
  const openId = useViewStore((view) => view.deliveries.openId);
  const revealId = useViewStore((view) => view.deliveries.revealId);

  const grid = useVirtualGrid({
    items: deliveries,
    rowAttribute: 'data-delivery-id',
    activeId,
    scroller,
    rowHeight: DELIVERY_HEIGHT,
    headerHeight: HEADER_HEIGHT,
    revealId,
    onRevealed: deliveryRevealed,
    onActivate: activateDelivery,
    onMove: moveToDelivery,
    onCommand: ({ kind }) => {
      if (kind === 'selectAll') return false;
      const active = deliveries.find(({ id }) => id === activeId);
      if (active === undefined) return true;
      if (kind !== 'remove') openDelivery(active.id);
      else if (isDiscardable(active)) openDialog({ kind: 'discardDelivery', deliveryId: active.id });
      return true;
    },
    onRowClick: (id) => openDelivery(id, false),
  });

  const { menu, setMenu, onContextMenu } = useRowMenu(grid.rowIdAt, activateDelivery);
  const ofMenu = deliveries.find(({ id }) => id === menu?.id);

  const columns = ['received', 'delivery', 'certificate', 'verdict'] as const;
  return (
    <div ref={scroller} className="isolate h-full overflow-x-hidden overflow-y-auto">
      <table
        {...grid.tableProps}
        aria-label={t('inbox.list.label')}
        onContextMenu={onContextMenu}
        className="block w-full"
      >
        <thead className="sticky top-0 z-30 block bg-surface">
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
        <tbody className="relative block" style={{ height: grid.height }}>
          {grid.rows.map(({ item: delivery, index, top, isFocusable }) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              isActive={isFocusable}
              isOpen={delivery.id === openId}
              index={index}
              top={top}
            />
          ))}
        </tbody>
      </table>
      {menu !== null && ofMenu !== undefined && (
        <DeliveryMenu delivery={ofMenu} menu={menu} onClose={() => setMenu(null)} />
      )}
    </div>
  );
}

interface DeliveryMenuProps {
  readonly delivery: DeliveryView;
  readonly menu: OpenRowMenu;
  readonly onClose: () => void;
}

/** What can be done with a delivery of the list. */
function DeliveryMenu({ delivery, menu, onClose }: DeliveryMenuProps) {
  const t = useT();
  const order = useDeliveryOrder(delivery);
  const actions = deliveryActions(delivery, order !== undefined, useIsExported(delivery));
  return (
    <RowMenuLayer
      menu={menu}
      label={t('inbox.action.more')}
      row={`[data-delivery-id="${CSS.escape(delivery.id)}"]`}
      onClose={onClose}
    >
      <MenuItem icon={PanelRight} onSelect={() => openDelivery(delivery.id)}>
        {t('orders.action.open')}
      </MenuItem>
      {actions.length > 0 && <MenuSeparator />}
      <DeliveryItems delivery={delivery} actions={actions} isLinked={order !== undefined} />
    </RowMenuLayer>
  );
}
