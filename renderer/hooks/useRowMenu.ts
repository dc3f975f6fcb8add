import { type MouseEvent, useState } from 'react';

/** The menu of a row: at its button, or where the user asked for it. */
export interface OpenRowMenu {
  /** The id of the order, delivery or group that the row shows. */
  readonly id: string;
  readonly anchor: HTMLElement | { getBoundingClientRect(): DOMRect };
  readonly isByKeyboard: boolean;
}

/**
 * The menus of a grid's rows: by the right button of the pointer, and by the Menu key and Shift+F10 on the focused row.
 * @param rowIdAt the row at an element
 * @param activate makes a row the active one
 * @param idOf what a row is about, if it is not its own id; `null`: nothing with a menu
 */
export function useRowMenu(
  rowIdAt: (target: Element) => string | null,
  activate: (rowId: string) => void,
  idOf: (rowId: string) => string | null = (rowId) => rowId,
) {
  const [menu, setMenu] = useState<OpenRowMenu | null>(null);
  function onContextMenu(event: MouseEvent<HTMLElement>): void {
    const { target, currentTarget } = event;
    if (!(target instanceof Element) || !currentTarget.contains(target)) return;
    const rowId = rowIdAt(target);
    const id = rowId === null ? null : idOf(rowId);
    if (rowId === null || id === null) return;
    event.preventDefault();
    activate(rowId);
    setMenu({ id, ...askedAt(event) });
  }
  return { menu, setMenu, onContextMenu };
}

/** Where a menu was asked for. The keyboard asks for the menu of the focused element, which has no pointer on it. */
export function askedAt({ clientX, clientY, nativeEvent }: MouseEvent): Omit<OpenRowMenu, 'id'> {
  const isByKeyboard = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === '';
  return { anchor: { getBoundingClientRect: () => new DOMRect(clientX, clientY) }, isByKeyboard };
}
