import { useEffect } from 'react';
import { useT } from '#renderer/hooks/useT.ts';
import { reachableRow } from './windowKeys.ts';

/** The first stop of the Tab key: a way past the header. And the focus never stays nowhere. */
export function KeyboardAids() {
  const t = useT();
  useFocusHome();
  return (
    <button
      type="button"
      onClick={focusContent}
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:h-8 focus:rounded-md focus:bg-raised focus:px-3 focus:font-medium focus:shadow-pop"
    >
      {t('help.skip')}
    </button>
  );
}

/** Focuses the row that the Tab key reaches, or the content as a whole. */
function focusContent(): void {
  const row = reachableRow();
  if (row === null) focusHome();
  else row.focus();
}

/** By then, what has opened or closed has moved the focus itself. */
const AFTER_MS = 300;

/**
 * Gives the focus to the content when the element that had it is gone, or when the window comes to the front without one:
 * otherwise screen readers say nothing, and the next Tab starts at the top of the page.
 */
function useFocusHome(): void {
  useEffect(() => {
    let timer = 0;
    const checkLater = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        if (document.hasFocus() && document.activeElement === document.body) focusHome();
      }, AFTER_MS);
    };
    const observer = new MutationObserver((changes) => {
      if (changes.some(({ removedNodes }) => [...removedNodes].some((node) => node instanceof Element)))
        checkLater();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    window.addEventListener('focus', checkLater);
    document.addEventListener('focusout', checkLater);
    checkLater();
    return () => {
      window.clearTimeout(timer);
      observer.disconnect();
      window.removeEventListener('focus', checkLater);
      document.removeEventListener('focusout', checkLater);
    };
  }, []);
}

/** The dialog that is open, or the content, or the details that cover it. */
function focusHome(): void {
  const places = document.querySelectorAll<HTMLElement>('[role="dialog"], main, aside');
  const home = [...places].find(
    (place) => place.closest('[inert]') === null && place.checkVisibility({ visibilityProperty: true }),
  );
  if (home === undefined) return;
  if (!home.hasAttribute('tabindex')) home.tabIndex = -1;
  home.focus({ preventScroll: true });
}
