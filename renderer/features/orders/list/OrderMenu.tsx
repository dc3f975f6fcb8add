import { Copy, Download, PanelRight, RefreshCw, Trash2 } from 'lucide-react';
import { useId, useRef } from 'react';
import { MenuItem, MenuSeparator } from '#renderer/components/Menu.tsx';
import { MenuLayer } from '#renderer/components/MenuLayer.tsx';
import { SnoozeItems } from '#renderer/features/settings/alerts/Snooze.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { openOrder } from '#renderer/stores/viewStore.ts';
import { isPushOnly, orderTitle, serviceKey } from '#shared/domain/order.ts';
import { copyRid, exportOrders, removeOrders, syncOrders } from './orderActions.ts';

/** The menu of an order: at its button, or where the user asked for it. */
export interface OpenOrderMenu {
  readonly id: string;
  readonly anchor: HTMLElement | { getBoundingClientRect(): DOMRect };
  readonly isByKeyboard: boolean;
}

interface OrderMenuProps extends OpenOrderMenu {
  readonly onClose: () => void;
}

/** The actions on one order. One menu for the whole list, so that a row costs little to render. */
export function OrderMenu({ id, anchor, isByKeyboard, onClose }: OrderMenuProps) {
  const t = useT();
  const menuId = useId();
  const row = useApp((app) => app.orders.get(id));
  const place = useRef(anchor);
  place.current = anchor;
  if (row === undefined) return null;
  const focusBack = () => {
    const rowElement = document.querySelector<HTMLElement>(`tr[data-order-id="${CSS.escape(id)}"]`);
    (anchor instanceof HTMLElement ? anchor : rowElement)?.focus();
  };
  return (
    <MenuLayer
      id={menuId}
      name={{ 'aria-label': t('orders.list.more', { name: orderTitle(row) }) }}
      anchor={place}
      container={document.querySelector('main')}
      align={anchor instanceof HTMLElement ? 'end' : 'start'}
      focusesFirst={isByKeyboard}
      onClose={onClose}
      onFocusBack={focusBack}
    >
      <MenuItem icon={PanelRight} onSelect={() => openOrder(id)}>
        {t('orders.action.open')}
      </MenuItem>
      <MenuItem icon={Download} onSelect={() => exportOrders([id])}>
        {t('orders.action.export')}
      </MenuItem>
      {!isPushOnly(row) && (
        <MenuItem icon={RefreshCw} onSelect={() => syncOrders([id])}>
          {t('orders.action.sync')}
        </MenuItem>
      )}
      <MenuItem icon={Copy} onSelect={() => void copyRid(serviceKey(row))}>
        {t(isPushOnly(row) ? 'inbox.pushOnly.copyName' : 'orders.action.copyRid')}
      </MenuItem>
      <MenuSeparator />
      <SnoozeItems ids={[id]} isSnoozed={row.snooze !== null} />
      <MenuSeparator />
      <MenuItem icon={Trash2} danger onSelect={() => void removeOrders([id])}>
        {t('orders.action.remove')}
      </MenuItem>
    </MenuLayer>
  );
}
