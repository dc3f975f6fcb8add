import { type Display, screen } from 'electron';

/** Today's displays, the primary one first. */
export function displaysNow(): [Display, ...Display[]] {
  const primary = screen.getPrimaryDisplay();
  return [primary, ...screen.getAllDisplays().filter(({ id }) => id !== primary.id)];
}
