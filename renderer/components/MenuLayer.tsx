import { Check } from 'lucide-react';
import { Menu as RadixMenu } from 'radix-ui/internal';
import { type FocusEvent, type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react';
import { cx } from './cx.ts';
import { Key } from './Key.tsx';
import { type MenuCheckItemProps, type MenuItemProps, MenuPartsContext } from './menuParts.ts';

interface MenuLayerProps {
  readonly id: string;
  /** The menu is named by this element or text. */
  readonly name: { readonly 'aria-labelledby': string } | { readonly 'aria-label': string };
  readonly anchor: RefObject<{ getBoundingClientRect(): DOMRect } | null>;
  readonly container: HTMLElement | null;
  readonly align: 'start' | 'end';
  /** Beside its anchor a menu moves up as far as it needs to be seen whole; below, it is scrolled where it does not fit. */
  readonly side: 'bottom' | 'left' | 'right';
  /** Whether the first item gets the focus, rather than the menu. */
  readonly focusesFirst: boolean;
  readonly onClose: () => void;
  readonly onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  /** Takes the focus back, unless the user or what an item did has moved it elsewhere. */
  readonly onFocusBack: () => void;
  readonly children: ReactNode;
}

const itemClass =
  'flex h-7 items-center gap-2 rounded px-2 text-sm outline-none select-none data-highlighted:bg-hover data-disabled:opacity-45';

function Item({ icon: Icon, danger, disabled, shortcut, onSelect, children }: MenuItemProps) {
  return (
    <RadixMenu.Item
      disabled={disabled === true}
      onSelect={onSelect}
      aria-keyshortcuts={shortcut?.key}
      className={cx(itemClass, danger === true && 'text-danger')}
    >
      {Icon !== undefined && <Icon size={14} aria-hidden className="shrink-0" />}
      <span className="flex-1">{children}</span>
      {shortcut !== undefined && (
        <span aria-hidden className="pl-4 text-muted">
          <Key label={shortcut.label} />
        </span>
      )}
    </RadixMenu.Item>
  );
}

function CheckItem({ checked, onCheckedChange, children }: MenuCheckItemProps) {
  return (
    <RadixMenu.CheckboxItem
      checked={checked}
      onCheckedChange={onCheckedChange}
      onSelect={(event) => event.preventDefault()}
      className={itemClass}
    >
      <span className="flex size-4 shrink-0 items-center justify-center">
        <RadixMenu.ItemIndicator>
          <Check size={14} aria-hidden />
        </RadixMenu.ItemIndicator>
      </span>
      {children}
    </RadixMenu.CheckboxItem>
  );
}

function Separator() {
  return <RadixMenu.Separator className="mx-1 my-1 h-px bg-line" />;
}

function Label({ children }: { readonly children: ReactNode }) {
  return (
    <RadixMenu.Label className="px-2 pt-1.5 pb-1 text-2xs font-medium text-faint">{children}</RadixMenu.Label>
  );
}

const menuParts = { Item, CheckItem, Separator, Label } as const;

/** What a menu shows while it is open. Not modal: the modal form locks scrolling through a style element, which the page refuses. */
export function MenuLayer(props: MenuLayerProps) {
  const {
    id,
    name,
    anchor,
    container,
    align,
    side,
    focusesFirst,
    onClose,
    onKeyDown,
    onFocusBack,
    children,
  } = props;
  const wasLeft = useRef(false);
  const hasFocused = useRef(false);
  const onFocus = ({ target, currentTarget }: FocusEvent) => {
    if (!focusesFirst || hasFocused.current || target !== currentTarget) return;
    hasFocused.current = true;
    currentTarget
      .querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])')
      ?.focus({ preventScroll: true });
  };
  return (
    <RadixMenu.Root open modal={false} onOpenChange={onClose}>
      <RadixMenu.Anchor virtualRef={anchor as RefObject<{ getBoundingClientRect(): DOMRect }>} />
      <RadixMenu.Portal container={container}>
        <RadixMenu.Content
          id={id}
          {...name}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          onFocus={onFocus}
          onKeyDown={onKeyDown}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const { activeElement } = document;
            const isNowhere = activeElement === null || activeElement === document.body;
            if (!wasLeft.current && isNowhere) onFocusBack();
          }}
          onInteractOutside={() => {
            wasLeft.current = true;
          }}
          className="z-50 max-h-(--radix-popper-available-height) min-w-44 animate-fade overflow-y-auto rounded-lg bg-raised p-1 shadow-pop"
        >
          <MenuPartsContext value={menuParts}>{children}</MenuPartsContext>
        </RadixMenu.Content>
      </RadixMenu.Portal>
    </RadixMenu.Root>
  );
}
