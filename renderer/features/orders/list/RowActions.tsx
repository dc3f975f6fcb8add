import { Download, Ellipsis } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { type OrderRow, orderTitle } from '#shared/domain/order.ts';
import { OrderMenu } from './OrderMenu.tsx';
import { exportOrders } from './orderActions.ts';

interface RowActionsProps {
  readonly row: OrderRow;
  /** Whether the keyboard is on this row. */
  readonly isActive: boolean;
}

/**
 * The buttons at the end of a row. A menu and a tooltip cost more than the rest of the row, and of a thousand rows that
 * pass by in scrolling nobody opens one: so the buttons stand alone until the pointer or the keyboard is on them.
 */
export function RowActions({ row, isActive }: RowActionsProps) {
  const t = useT();
  const cell = useRef<HTMLTableCellElement>(null);
  const [isNear, setNear] = useState(false);
  /** The place of the button that has the focus while both are replaced. */
  const focused = useRef(-1);
  const isWhole = isNear || isActive;

  useLayoutEffect(() => {
    if (isWhole) buttonsIn(cell.current)[focused.current]?.focus();
    focused.current = -1;
  }, [isWhole]);

  const tabIndex = isActive ? 0 : -1;
  const name = orderTitle(row);
  return (
    <td
      ref={cell}
      onPointerEnter={() => setNear(true)}
      onFocus={({ target }) => {
        if (isWhole) return;
        focused.current = buttonsIn(cell.current).indexOf(target);
        setNear(true);
      }}
      className="flex justify-end gap-0.5 opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 group-focus:opacity-100 has-data-[state=open]:opacity-100"
    >
      <IconButton
        icon={Download}
        size="sm"
        label={t('orders.list.export', { name })}
        tooltip={isWhole}
        tabIndex={tabIndex}
        onClick={() => exportOrders([row.id])}
      />
      {isWhole ? (
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
