import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { bridge } from '#renderer/bridge.ts';
import { replayInput } from './replayInput.ts';

/** A page that does not paint is taken over after this time. */
const PAINTS_WITHIN_MS = 200;

/** Resolves when the page was painted as it is. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PAINTS_WITHIN_MS);
    requestAnimationFrame(() => {
      // A message comes in after the frame that this callback belongs to.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    });
  });
}

/**
 * Puts the elements of React in the place of those that main has drawn, once these are painted, in one step and scrolled as
 * they are. Then it does what the user did before.
 * @param page gets what is typed into the search
 */
export async function takeOver(root: HTMLElement, page: (typed: string) => ReactNode): Promise<void> {
  await painted();
  const inputs = bridge().earlyInput();
  const typed = root.querySelector<HTMLInputElement>('input[type="search"]')?.value ?? '';
  const scroller = () => root.querySelector('[data-scrolls]');
  const scrolled = scroller()?.scrollTop ?? 0;
  flushSync(() => createRoot(root).render(page(typed)));
  const shown = scroller();
  if (shown !== null) shown.scrollTop = scrolled;
  replayInput(inputs);
}
