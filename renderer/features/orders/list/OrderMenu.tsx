import { Fragment, type KeyboardEvent } from 'react';
import { MenuItem, MenuSeparator } from '#renderer/components/Menu.tsx';
import { RowMenuLayer } from '#renderer/components/RowMenuLayer.tsx';
import { verbKey } from '#renderer/hooks/gridKeys.ts';
import type { OpenRowMenu } from '#renderer/hooks/useRowMenu.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { orderTitle } from '#shared/domain/order.ts';
import { shortcutOf } from '../verbs/keyText.ts';
import { verbGroups } from '../verbs/verbs.ts';

interface OrderMenuProps {
  /** Its id is the order's. */
  readonly menu: OpenRowMenu;
  readonly onClose: () => void;
}

/** What can be done with one order, with the keys that work in the menu as well. */
export function OrderMenu({ menu, onClose }: OrderMenuProps) {
  const t = useT();
  const { id } = menu;
  const row = useApp((app) => app.orders.get(id));
  if (row === undefined) return null;
  const offered = verbGroups
    .map((group) => group.filter(({ isOffered }) => isOffered([row])))
    .filter((group) => group.length > 0);
  const onKeyDown = (event: KeyboardEvent) => {
    const key = event.key === 'Delete' ? event.key : verbKey(event);
    const verb = key === null ? undefined : offered.flat().find((one) => one.key === key);
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
      {offered.map((group, index) => (
        <Fragment key={group[0]?.id}>
          {index > 0 && <MenuSeparator />}
          {group.map((verb) => (
            <MenuItem
              key={verb.id}
              icon={verb.icon}
              danger={verb.isDanger === true}
              shortcut={shortcutOf(verb, t)}
              onSelect={() => verb.run([row])}
            >
              {verb.text(t)}
            </MenuItem>
          ))}
        </Fragment>
      ))}
    </RowMenuLayer>
  );
}
