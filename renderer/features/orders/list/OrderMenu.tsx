import { Copy, Download, Ellipsis, PanelRight, RefreshCw, Trash2 } from 'lucide-react';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { Menu, MenuItem, MenuSeparator } from '#renderer/components/Menu.tsx';
import { SnoozeItems } from '#renderer/features/settings/alerts/SnoozeItems.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { openOrder } from '#renderer/stores/viewStore.ts';
import { type OrderRow, orderTitle } from '#shared/domain/order.ts';
import { copyRid, exportOrders, removeOrders, syncOrders } from './orderActions.ts';

/** What can be done with one order, from its row. */
export function OrderMenu({ row, tabIndex }: { readonly row: OrderRow; readonly tabIndex: number }) {
  const t = useT();
  const label = t('orders.list.more', { name: orderTitle(row) });
  return (
    <Menu
      trigger={<IconButton icon={Ellipsis} size="sm" label={label} tooltip={false} tabIndex={tabIndex} />}
    >
      <MenuItem icon={PanelRight} onSelect={() => openOrder(row.id)}>
        {t('orders.action.open')}
      </MenuItem>
      <MenuItem icon={Download} onSelect={() => exportOrders([row.id])}>
        {t('orders.action.export')}
      </MenuItem>
      {!row.pushOnly && (
        <MenuItem icon={RefreshCw} onSelect={() => syncOrders([row.id])}>
          {t('orders.action.sync')}
        </MenuItem>
      )}
      <MenuItem icon={Copy} onSelect={() => void copyRid(row.rid)}>
        {t(row.pushOnly ? 'inbox.pushOnly.copyName' : 'orders.action.copyRid')}
      </MenuItem>
      <MenuSeparator />
      <SnoozeItems ids={[row.id]} isSnoozed={row.snooze !== null} />
      <MenuSeparator />
      <MenuItem icon={Trash2} danger onSelect={() => void removeOrders([row.id])}>
        {t('orders.action.remove')}
      </MenuItem>
    </Menu>
  );
}
