import { flushSync } from 'react-dom';
import type { EarlyControl, EarlyInput } from '#shared/ipc/drawnPages.ts';

/** Does again what the user did before the page could answer. What it was on may be gone: then it does nothing. */
export function replayInput(inputs: readonly EarlyInput[]): void {
  for (const input of inputs) flushSync(() => replay(input));
}

function replay(input: EarlyInput): void {
  if (input.kind === 'key') {
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new KeyboardEvent('keydown', input.event));
    return;
  }
  const element = find(input.on);
  if (input.kind === 'focus') focus(element);
  else {
    // A menu opens when the pointer is pressed.
    if (input.event.detail > 0) element?.dispatchEvent(new PointerEvent('pointerdown', input.event));
    element?.dispatchEvent(new MouseEvent('click', input.event));
  }
}

function find({ attribute, value }: EarlyControl): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[${attribute}="${CSS.escape(value)}"]`);
}

/** What was typed goes on at its end. */
function focus(element: HTMLElement | null): void {
  element?.focus();
  if (element instanceof HTMLInputElement && element.type === 'search')
    element.setSelectionRange(element.value.length, element.value.length);
}
