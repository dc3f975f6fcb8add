/** Moves the focus from a button in a list item, which is about to be removed, to the one in the next or previous item. */
export function focusNeighbour(button: HTMLElement): void {
  const item = button.closest('li');
  const neighbour =
    item?.nextElementSibling?.querySelector('button') ??
    item?.previousElementSibling?.querySelector('button');
  neighbour?.focus();
}
