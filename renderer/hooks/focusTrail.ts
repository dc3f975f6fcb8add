import { type RefObject, useEffect } from 'react';

/** Where an element was on the page: its place among the children of each of its ancestors, from the inside out. */
export type FocusTrail = readonly { readonly parent: Element; readonly index: number }[];

const focusable =
  ':is(button, input, select, textarea):not(:disabled), a[href], [tabindex]:not([tabindex="-1"])';

/** The element that takes the focus instead of a neighbour. */
const preferred = '[data-focus-next]';

export function trailOf(element: Element): FocusTrail {
  const trail: { readonly parent: Element; readonly index: number }[] = [];
  for (let child = element, { parentElement: parent } = child; parent !== null; ) {
    trail.push({ parent, index: [...parent.children].indexOf(child) });
    child = parent;
    parent = child.parentElement;
  }
  return trail;
}

/**
 * Focuses an element near the place of a removed one: the next in its list, or else the previous one, or else one near
 * the closest ancestor that is still in the page.
 */
export function focusNear(trail: FocusTrail): void {
  for (const { parent, index } of trail) {
    if (!parent.isConnected) continue;
    const children = [...parent.children];
    const chosen = parent.querySelector(preferred);
    const near = [
      ...(chosen === null ? [] : [chosen]),
      ...children.slice(index),
      ...children.slice(0, index).reverse(),
    ];
    for (const element of near) {
      const wanted = firstIn(element);
      if (wanted === null) continue;
      wanted.focus();
      return;
    }
  }
}

function firstIn(element: Element): HTMLElement | null {
  const all = [element, ...element.querySelectorAll(focusable)];
  return (
    all.find(
      (one): one is HTMLElement =>
        one instanceof HTMLElement && one.matches(focusable) && one.checkVisibility(),
    ) ?? null
  );
}

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
