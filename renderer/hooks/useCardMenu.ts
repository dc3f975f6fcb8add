import { type MouseEvent, useState } from 'react';
import { isTyping } from './isTyping.ts';
import { askedAt, type OpenRowMenu } from './useRowMenu.ts';

/**
 * The menu of a card with texts and controls, which is no row of a grid: by the right button of the pointer, and by the Menu
 * key and Shift+F10 on its controls. Fields and selected texts keep the menu of the system.
 * @param id of what the card is about
 */
export function useCardMenu(id: string) {
  const [menu, setMenu] = useState<OpenRowMenu | null>(null);
  function onContextMenu(event: MouseEvent<HTMLElement>): void {
    const { target, currentTarget } = event;
    if (!(target instanceof Element) || !currentTarget.contains(target)) return;
    if (isTyping(target) || hasSelection(target)) return;
    event.preventDefault();
    setMenu({ id, ...askedAt(event) });
  }
  return { menu, setMenu, onContextMenu };
}

/** Whether some of the text of an element is selected. */
function hasSelection(element: Element): boolean {
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed && selection.getRangeAt(0).intersectsNode(element);
}
