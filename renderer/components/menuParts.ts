import type { LucideIcon } from 'lucide-react';
import { type ComponentType, createContext, type ReactNode, useContext } from 'react';

export interface MenuItemProps {
  readonly icon?: LucideIcon;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** The key that does the same, and how it is shown. */
  readonly shortcut?: { readonly key: string; readonly label: string } | undefined;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

export interface MenuCheckItemProps {
  readonly checked: boolean;
  readonly onCheckedChange: (checked: boolean) => void;
  readonly children: ReactNode;
}

/** What the items of an open menu are drawn with. */
interface MenuParts {
  readonly Item: ComponentType<MenuItemProps>;
  readonly CheckItem: ComponentType<MenuCheckItemProps>;
  readonly Separator: ComponentType;
  readonly Label: ComponentType<{ readonly children: ReactNode }>;
}

/** Provided by the open menu, so that its items need not be loaded before it. */
export const MenuPartsContext = createContext<MenuParts | null>(null);

export function useMenuParts(): MenuParts {
  const parts = useContext(MenuPartsContext);
  if (parts === null) throw new Error('an item is outside of a menu');
  return parts;
}
