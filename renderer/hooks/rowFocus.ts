import type { KeyboardEvent } from 'react';

/** Moves the focus with the arrow keys between the elements of a row that is one stop for Tab, around its ends. */
export function moveFocusInRow(event: KeyboardEvent<HTMLElement>, selector: string): void {
  const elements = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const index = event.target instanceof HTMLElement ? elements.indexOf(event.target) : -1;
  const places: Partial<Record<string, number>> = {
    ArrowLeft: index - 1,
    ArrowRight: (index + 1) % elements.length,
    Home: 0,
    End: -1,
  };
  const place = places[event.key];
  if (index < 0 || place === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey)
    return;
  event.preventDefault();
  elements.at(place)?.focus();
}
