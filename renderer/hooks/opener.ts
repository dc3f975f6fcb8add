import { type FocusTrail, focusNear, trailOf } from './focusTrail.ts';

/** The element from which a dialog or a page was opened, to which the focus returns. */
export interface Opener {
  readonly element: HTMLElement;
  /** Where the element was: it may vanish in the meantime. */
  readonly trail: FocusTrail;
}

/** The opener for a focused element: for the item of a menu, which closes, the button of that menu. */
export function openerOf(focused: Element | null): Opener | null {
  const menuButton = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby') ?? null;
  const element = menuButton === null ? focused : document.getElementById(menuButton);
  return element instanceof HTMLElement ? { element, trail: trailOf(element) } : null;
}

/** Returns the focus to the opener, or to an element near its place when it is gone. */
export function focusOpener({ element, trail }: Opener): void {
  if (element.isConnected) element.focus();
  else focusNear(trail);
}
