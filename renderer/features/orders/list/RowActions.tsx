import { Copy, Download, Ellipsis, PanelRight, RefreshCw, Trash2 } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { Menu, MenuItem, MenuSeparator } from '#renderer/components/Menu.tsx';
import { SnoozeItems } from '#renderer/features/settings/alerts/Snooze.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { openOrder } from '#renderer/stores/viewStore.ts';
import { isPushOnly, type OrderRow, orderTitle, serviceKey } from '#shared/domain/order.ts';
import { copyRid, exportOrders, removeOrders, syncOrders } from './orderActions.ts';

interface RowActionsProps {
  readonly row: OrderRow;
  readonly isActive: boolean;
}

/**
 * The buttons at the end of a row. A menu and a tooltip cost more to render than the rest of the row, which would slow
 * down scrolling: the buttons are plain until the pointer or the focus reaches them.
 */
export function RowActions({ row, isActive }: RowActionsProps) {
  const t = useT();
  const cell = useRef<HTMLTableCellElement>(null);
  const [isReached, setReached] = useState(false);
  /** Index of the button to focus again once the plain buttons have been replaced. */
  const focused = useRef(-1);
  const isComplete = isReached || isActive;

  useLayoutEffect(() => {
    if (isComplete) buttonsIn(cell.current)[focused.current]?.focus();
    focused.current = -1;
  }, [isComplete]);

  const tabIndex = isActive ? 0 : -1;
  const name = orderTitle(row);
  return (
    <td
      ref={cell}
      onPointerEnter={() => setReached(true)}
      onFocus={({ target }) => {
        if (isComplete) return;
        focused.current = buttonsIn(cell.current).indexOf(target);
        setReached(true);
      }}
      className="flex justify-end gap-0.5 opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 group-focus:opacity-100 has-data-[state=open]:opacity-100"
    >
      <IconButton
        icon={Download}
        size="sm"
        label={t('orders.list.export', { name })}
        tooltip={isComplete}
        tabIndex={tabIndex}
        onClick={() => exportOrders([row.id])}
      />
      {isComplete ? (
        <OrderMenu row={row} tabIndex={tabIndex} />
      ) : (
        <IconButton
          icon={Ellipsis}
          size="sm"
          label={t('orders.list.more', { name })}
          tooltip={false}
          tabIndex={tabIndex}
          aria-haspopup="menu"
          aria-expanded={false}
        />
      )}
    </td>
  );
}

function buttonsIn(cell: HTMLElement | null): readonly HTMLElement[] {
  return [...(cell?.querySelectorAll('button') ?? [])];
}

function OrderMenu({ row, tabIndex }: { readonly row: OrderRow; readonly tabIndex: number }) {
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
      {!isPushOnly(row) && (
        <MenuItem icon={RefreshCw} onSelect={() => syncOrders([row.id])}>
          {t('orders.action.sync')}
        </MenuItem>
      )}
      <MenuItem icon={Copy} onSelect={() => void copyRid(serviceKey(row))}>
        {t(isPushOnly(row) ? 'inbox.pushOnly.copyName' : 'orders.action.copyRid')}
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
