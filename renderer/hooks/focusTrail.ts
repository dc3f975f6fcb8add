/** Where an element was on the page: its place among the children of each of its ancestors, from the inside out. */
export type FocusTrail = readonly { readonly parent: Element; readonly index: number }[];

/** What takes the focus by the keyboard. */
const focusable =
  ':is(button, input, select, textarea):not(:disabled), a[href], [tabindex]:not([tabindex="-1"])';

/** What takes the focus rather than a neighbour when something around it vanished. */
const preferred = '[data-focus-next]';

/** Takes note of where an element is. */
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
 * Gives the focus to what is near the place of an element that is gone: what moved up into its place in a list, else
 * what stands before it, else what is near the nearest of its ancestors that is still there.
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
