import { Slot } from 'radix-ui';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useState,
} from 'react';
import { lazyPart } from '#renderer/hooks/lazyPart.tsx';
import { useLayer } from '#renderer/hooks/useLayer.ts';
import { type MenuCheckItemProps, type MenuItemProps, useMenuParts } from './menuParts.ts';

interface MenuProps {
  /** The button that opens the menu; it must take a ref and DOM props. */
  readonly trigger: ReactElement;
  readonly align?: 'start' | 'end';
  readonly children: ReactNode;
}

const MenuLayer = lazyPart(
  async () => (await import('./MenuLayer.tsx')).MenuLayer,
  ({ onClose }) => onClose(),
);

/** A menu of actions. What opens is loaded later than the button. */
export function Menu({ trigger, align = 'end', children }: MenuProps) {
  const triggerId = useId();
  const menuId = useId();
  const { anchor, layer, find } = useLayer();
  const [openedBy, setOpenedBy] = useState<'pointer' | 'keyboard' | null>(null);
  const isOpen = openedBy !== null;
  const open = (by: 'pointer' | 'keyboard') => {
    find();
    setOpenedBy(by);
  };
  const close = () => setOpenedBy(null);

  function onPointerDown(event: PointerEvent): void {
    if (event.button !== 0 || event.ctrlKey) return;
    if (isOpen) close();
    else {
      // The menu takes the focus.
      event.preventDefault();
      open('pointer');
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key } = event;
    if (key !== 'Enter' && key !== ' ' && key !== 'ArrowDown') return;
    event.preventDefault();
    if (isOpen && key !== 'ArrowDown') close();
    else open('keyboard');
  }

  return (
    <>
      <Slot.Root
        ref={anchor}
        id={triggerId}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        data-state={isOpen ? 'open' : 'closed'}
        onPointerDown={onPointerDown}
        onKeyDown={onKeyDown}
      >
        {trigger}
      </Slot.Root>
      {isOpen && (
        <MenuLayer
          id={menuId}
          name={{ 'aria-labelledby': triggerId }}
          anchor={anchor}
          container={layer}
          align={align}
          side="bottom"
          focusesFirst={openedBy === 'keyboard'}
          onClose={close}
          onFocusBack={() => anchor.current?.focus()}
        >
          {children}
        </MenuLayer>
      )}
    </>
  );
}

export function MenuItem(props: MenuItemProps) {
  const { Item } = useMenuParts();
  return <Item {...props} />;
}

/** A choice that can be on or off; the menu stays open so that several can be made. */
export function MenuCheckItem(props: MenuCheckItemProps) {
  const { CheckItem } = useMenuParts();
  return <CheckItem {...props} />;
}

export function MenuSeparator() {
  const { Separator } = useMenuParts();
  return <Separator />;
}

/** The heading of a group inside a menu. */
export function MenuLabel({ children }: { readonly children: ReactNode }) {
  const { Label } = useMenuParts();
  return <Label>{children}</Label>;
}
