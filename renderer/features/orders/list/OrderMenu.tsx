import { Fragment, type KeyboardEvent, useId, useRef } from 'react';
import { MenuItem, MenuSeparator } from '#renderer/components/Menu.tsx';
import { MenuLayer } from '#renderer/components/MenuLayer.tsx';
import { verbKey } from '#renderer/hooks/gridKeys.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { orderTitle } from '#shared/domain/order.ts';
import { shortcutOf } from '../verbs/keyText.ts';
import { verbGroups } from '../verbs/verbs.ts';

/** The menu of an order: at its button, or where the user asked for it. */
export interface OpenOrderMenu {
  readonly id: string;
  readonly anchor: HTMLElement | { getBoundingClientRect(): DOMRect };
  readonly isByKeyboard: boolean;
}

interface OrderMenuProps extends OpenOrderMenu {
  readonly onClose: () => void;
}

/** What can be done with one order, with the keys that work in the menu as well. One menu for the whole list, so that a row costs little to render. */
export function OrderMenu({ id, anchor, isByKeyboard, onClose }: OrderMenuProps) {
  const t = useT();
  const menuId = useId();
  const row = useApp((app) => app.orders.get(id));
  const place = useRef(anchor);
  place.current = anchor;
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
      onKeyDown={onKeyDown}
      onFocusBack={focusBack}
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
    </MenuLayer>
  );
}
