import { Check, type LucideIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { useLayer } from '#renderer/hooks/useLayer.ts';
import { cx } from './cx.ts';

interface MenuProps {
  /** The button that opens the menu; it must take a ref and DOM props. */
  readonly trigger: ReactElement;
  readonly align?: 'start' | 'end';
  readonly children: ReactNode;
}

const itemClass =
  'flex h-7 items-center gap-2 rounded px-2 text-sm outline-none select-none data-highlighted:bg-hover data-disabled:opacity-45';

/** A menu of actions. Not modal: the modal form locks scrolling through a style element, which the page refuses. */
export function Menu({ trigger, align = 'end', children }: MenuProps) {
  const { anchor, layer, find } = useLayer();
  return (
    <DropdownMenu.Root modal={false} onOpenChange={(open) => open && find()}>
      <DropdownMenu.Trigger ref={anchor} asChild>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={layer}>
        <DropdownMenu.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 min-w-44 animate-fade rounded-lg bg-raised p-1 shadow-pop"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface MenuItemProps {
  readonly icon?: LucideIcon;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

export function MenuItem({ icon: Icon, danger, disabled, onSelect, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      disabled={disabled === true}
      onSelect={onSelect}
      className={cx(itemClass, danger === true && 'text-danger')}
    >
      {Icon !== undefined && <Icon size={14} aria-hidden className="shrink-0" />}
      <span className="flex-1">{children}</span>
    </DropdownMenu.Item>
  );
}

interface MenuCheckItemProps {
  readonly checked: boolean;
  readonly onCheckedChange: (checked: boolean) => void;
  readonly children: ReactNode;
}

/** A choice that can be on or off; the menu stays open so that several can be made. */
export function MenuCheckItem({ checked, onCheckedChange, children }: MenuCheckItemProps) {
  return (
    <DropdownMenu.CheckboxItem
      checked={checked}
      onCheckedChange={onCheckedChange}
      onSelect={(event) => event.preventDefault()}
      className={itemClass}
    >
      <span className="flex size-4 shrink-0 items-center justify-center">
        <DropdownMenu.ItemIndicator>
          <Check size={14} aria-hidden />
        </DropdownMenu.ItemIndicator>
      </span>
      {children}
    </DropdownMenu.CheckboxItem>
  );
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="mx-1 my-1 h-px bg-line" />;
}

/** The heading of a group inside a menu. */
export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return (
    <DropdownMenu.Label className="px-2 pt-1.5 pb-1 text-2xs font-medium text-faint">
      {children}
    </DropdownMenu.Label>
  );
}
