import { flushSync } from 'react-dom';
import type { EarlyInput } from '#shared/ipc/drawnPages.ts';

/** Does again what the user did before the page could answer. What a click was on may be gone: then it does nothing. */
export function replayInput(inputs: readonly EarlyInput[]): void {
  for (const input of inputs)
    flushSync(() => {
      if (input.kind === 'key')
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { ...input, bubbles: true, cancelable: true }),
        );
      else document.querySelector<HTMLElement>(`[${input.attribute}="${CSS.escape(input.value)}"]`)?.click();
    });
}
