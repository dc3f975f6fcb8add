import { type RefObject, useEffect, useRef } from 'react';

/** Brings an element into sight when it appears (unless told not to), as an answer does that lies below the fold. */
export function useShownOnMount<Type extends HTMLElement>(isWanted = true): RefObject<Type | null> {
  const ref = useRef<Type>(null);
  useEffect(() => {
    // Newer browsers return a promise here, which is no clean-up.
    if (isWanted) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isWanted]);
  return ref;
}
