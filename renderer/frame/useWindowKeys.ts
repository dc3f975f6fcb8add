import { useLayoutEffect } from 'react';
import { isTyping } from '#renderer/hooks/isTyping.ts';
import { lazyCall } from '#renderer/hooks/lazyPart.tsx';
import { showPartFailed } from '#renderer/stores/toastStore.ts';

const onWindowKey = lazyCall(async () => (await import('./laterParts.ts')).onWindowKey, showPartFailed);

/** The keys that need what handles them to be loaded; the second ones not in a field. */
const always = /^(?:Escape|F1|F5)$/u;
const outsideOfFields = /^[a-z/?]$/iu;

/** The keys that work in the whole window. @param hasView the first start is over */
export function useWindowKeys(hasView: boolean): void {
  // Before the view can be seen, so that no key is lost.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && event.key.length === 1;
      const isOutside = outsideOfFields.test(event.key) && !isTyping(event.target);
      if (isCommand || isOutside || always.test(event.key)) onWindowKey(event, hasView);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [hasView]);
}
