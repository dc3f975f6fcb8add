import { type RefObject, useEffect } from 'react';
import { type FocusTrail, focusNear, trailOf } from './focusTrail.ts';

/**
 * Keeps the focus within a part of the page: when the focused element is removed, its neighbour gets the focus.
 * Otherwise the keyboard would start at the top of the page.
 */
export function useFocusKept(part: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = part.current;
    if (root === null) return;
    let last: { readonly element: Element; readonly trail: FocusTrail } | null = null;
    const note = ({ target }: FocusEvent) => {
      last = target instanceof Element ? { element: target, trail: trailOf(target) } : null;
    };
    const observer = new MutationObserver(() => {
      if (last === null || last.element.isConnected || document.activeElement !== document.body) return;
      const { trail } = last;
      last = null;
      focusNear(trail);
    });
    root.addEventListener('focusin', note);
    observer.observe(root, { childList: true, subtree: true });
    return () => {
      root.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, [part]);
}
