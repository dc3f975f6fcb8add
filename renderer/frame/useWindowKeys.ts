import { useLayoutEffect } from 'react';
import { isTyping } from '#renderer/hooks/isTyping.ts';
import { lazyCall } from '#renderer/hooks/lazyPart.tsx';
import { showPartFailed } from '#renderer/stores/toastStore.ts';
import { keyMeaning } from '#shared/domain/keyPress.ts';
import { later } from './lazyParts.ts';

const onWindowKey = lazyCall(async () => (await later()).onWindowKey, showPartFailed);

/** The keys that work in a field too. */
const always = /^(?:Escape|F1|F5)$/u;

/** The keys that work in the whole window. @param hasView the first start is over */
export function useWindowKeys(hasView: boolean): void {
  // Before the view can be seen, so that no key is lost.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const key = keyMeaning(event);
      const isCommand = (event.ctrlKey || event.metaKey) && key.length === 1;
      if (isCommand || always.test(key) || !isTyping(event.target)) onWindowKey(event, hasView);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [hasView]);
}
