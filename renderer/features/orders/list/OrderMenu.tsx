import type { KeyboardEvent } from 'react';
import { RowMenuLayer } from '#renderer/components/RowMenuLayer.tsx';
import { verbKey } from '#renderer/hooks/gridKeys.ts';
import type { OpenRowMenu } from '#renderer/hooks/useRowMenu.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { orderTitle } from '#shared/domain/order.ts';
import { VerbItems } from '../verbs/VerbItems.tsx';
import { verbsIn } from '../verbs/verbs.ts';

interface OrderMenuProps {
  /** Its id is the order's. */
  readonly menu: OpenRowMenu;
  readonly onClose: () => void;
}

/** The menu of an order's row. It shows the keys of the verbs, which work in the menu as well. */
export function OrderMenu({ menu, onClose }: OrderMenuProps) {
  const t = useT();
  const { id } = menu;
  const row = useApp((app) => app.orders.get(id));
  if (row === undefined) return null;
  const groups = verbsIn('row', [row]);
  const onKeyDown = (event: KeyboardEvent) => {
    const key = event.key === 'Delete' ? event.key : verbKey(event);
    const verb = key === null ? undefined : groups.flat().find((one) => one.key === key);
    if (verb === undefined) return;
    event.preventDefault();
    onClose();
    verb.run([row]);
  };
  return (
    <RowMenuLayer
      menu={menu}
      label={t('orders.list.more', { name: orderTitle(row) })}
      row={`tr[data-order-id="${CSS.escape(id)}"]`}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <VerbItems groups={groups} rows={[row]} hasKeys />
    </RowMenuLayer>
  );
}
