import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import type { OpenRowMenu } from '#renderer/hooks/useRowMenu.ts';
import { MenuLayer } from './MenuLayer.tsx';

interface RowMenuLayerProps {
  readonly menu: OpenRowMenu;
  readonly label: string;
  /** A selector of the row, which gets the focus back. */
  readonly row: string;
  readonly onClose: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly children: ReactNode;
}

/** The menu of one row of a grid. One for the whole grid, so that a row costs little to render. */
export function RowMenuLayer({ menu, label, row, onClose, onKeyDown, children }: RowMenuLayerProps) {
  const { anchor, isByKeyboard } = menu;
  const menuId = useId();
  const place = useRef(anchor);
  place.current = anchor;
  const isButton = anchor instanceof HTMLElement;
  return (
    <MenuLayer
      id={menuId}
      name={{ 'aria-label': label }}
      anchor={place}
      container={document.querySelector('main')}
      align="start"
      side={isButton ? 'left' : 'right'}
      focusesFirst={isByKeyboard}
      onClose={onClose}
      onKeyDown={onKeyDown}
      onFocusBack={() => (isButton ? anchor : document.querySelector<HTMLElement>(row))?.focus()}
    >
      {children}
    </MenuLayer>
  );
}
