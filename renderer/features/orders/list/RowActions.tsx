import type { KeyboardEvent, PointerEvent } from 'react';
import { cx } from '#renderer/components/cx.ts';
import { iconButtonClass } from '#renderer/components/IconButton.tsx';
import { lazyPart } from '#renderer/hooks/lazyPart.tsx';
import type { OpenRowMenu } from '#renderer/hooks/useRowMenu.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { isComplete } from '#renderer/stores/mirror.ts';
import { type OrderRow, orderTitle } from '#shared/domain/order.ts';

// What helps an order follows from its files and servers, which come after the first rows.
const RowHelp = lazyPart(
  async () => (await import('./laterList.ts')).RowHelp,
  () => undefined,
);

interface RowActionsProps {
  readonly row: OrderRow;
  readonly isActive: boolean;
  /** Its details are open, and have the button as well. */
  readonly isOpen: boolean;
  readonly hasMenu: boolean;
  readonly onMenu: (menu: OpenRowMenu) => void;
}

/** The buttons at the end of a row. The list has the menu that opens from them. */
export function RowActions({ row, isActive, isOpen, hasMenu, onMenu }: RowActionsProps) {
  const t = useT();
  const hasPlaces = useApp(isComplete);
  const tabIndex = isActive ? 0 : -1;
  const name = orderTitle(row);
  const open = (anchor: HTMLElement, isByKeyboard: boolean) => {
    // The press that closes an open menu does not open it again.
    if (!hasMenu) onMenu({ id: row.id, anchor, isByKeyboard });
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || event.ctrlKey) return;
    // The menu takes the focus.
    event.preventDefault();
    open(event.currentTarget, false);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    open(event.currentTarget, true);
  };
  return (
    <td className="flex items-center justify-end gap-1 [grid-area:actions]">
      {hasPlaces && !isOpen && <RowHelp row={row} tabIndex={tabIndex} />}
      <button
        type="button"
        aria-label={t('orders.list.more', { name })}
        tabIndex={tabIndex}
        aria-haspopup="menu"
        aria-expanded={hasMenu}
        data-state={hasMenu ? 'open' : 'closed'}
        onPointerDown={onPointerDown}
        onKeyDown={onKeyDown}
        // Assistive technology clicks without a pointer.
        onClick={(event) => {
          if (event.detail === 0) open(event.currentTarget, true);
        }}
        className={cx(iconButtonClass, 'size-6 menu-dots')}
      />
    </td>
  );
}
