import { useEffect } from 'react';
import { isTyping } from '#renderer/hooks/isTyping.ts';
import { useViewStore } from '#renderer/stores/viewStore.ts';
import { stepZoom } from './timelineStore.ts';

const steps: ReadonlyMap<string, -1 | 1> = new Map([
  ['+', -1],
  ['=', -1],
  ['-', 1],
]);

/** Plus and minus zoom wherever the keyboard is, but in fields and dialogs. */
export function useZoomKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const step = steps.get(event.key);
      if (step === undefined || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
        return;
      if (useViewStore.getState().dialog.kind !== 'none' || isTyping(event.target)) return;
      event.preventDefault();
      stepZoom(step);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
