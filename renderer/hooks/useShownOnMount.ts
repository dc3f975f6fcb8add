import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls an element into view when it appears, such as a result below the visible part. */
export function useShownOnMount<Type extends HTMLElement>(isWanted = true): RefObject<Type | null> {
  const ref = useRef<Type>(null);
  useEffect(() => {
    // Newer browsers return a promise here, which is no clean-up.
    if (isWanted) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isWanted]);
  return ref;
}
