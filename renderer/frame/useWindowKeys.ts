import { useLayoutEffect } from 'react';
import { isNowhere, isTyping } from '#renderer/hooks/isTyping.ts';
import { lazyCall } from '#renderer/hooks/lazyPart.tsx';
import { showPartFailed } from '#renderer/stores/toastStore.ts';
import { keyMeaning } from '#shared/domain/keyPress.ts';

const onWindowKey = lazyCall(async () => (await import('./laterParts.ts')).onWindowKey, showPartFailed);

/** The keys that need what handles them to be loaded; the second ones not in a field. */
const always = /^(?:Escape|Delete|F1|F5)$/u;
const outsideOfFields = /^[a-z/?]$/u;

/** The keys that work in the whole window. @param hasView the first start is over */
export function useWindowKeys(hasView: boolean): void {
  // Before the view can be seen, so that no key is lost.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const key = keyMeaning(event);
      const isCommand = (event.ctrlKey || event.metaKey) && key.length === 1;
      const isOutside = outsideOfFields.test(key) && !isTyping(event.target);
      if (isCommand || isOutside || isNowhere(event.target) || always.test(key)) onWindowKey(event, hasView);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [hasView]);
}
