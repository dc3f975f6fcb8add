import { useDeferredValue, useMemo } from 'react';

interface TypedSearch<Found> {
  /** What is shown: it follows what is typed a moment later, so that typing stays responsive. */
  readonly shown: Found;
  /** What this text finds, at once. A key acts on what is typed, which may not be shown yet. */
  readonly foundBy: (text: string) => Found;
}

/** A search among much. @param find is to stay the same while it finds the same */
export function useTypedSearch<Found>(typed: string, find: (text: string) => Found): TypedSearch<Found> {
  const searched = useDeferredValue(typed);
  const shown = useMemo(() => find(searched), [find, searched]);
  return { shown, foundBy: (text) => (text === searched ? shown : find(text)) };
}
