/** Brings the row of a copy into sight and gives it the focus, where it is on the page. */
export function showCopy(id: string): void {
  const row = document.querySelector<HTMLElement>(`[data-copy-id="${CSS.escape(id)}"]`);
  row?.scrollIntoView({ block: 'nearest' });
  row?.focus({ preventScroll: true });
}
