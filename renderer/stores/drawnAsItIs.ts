import type { StateCreator } from 'zustand';

/** For a store that main sets before it draws a page: React's renderer of HTML shows the first state of any other. */
export function drawnAsItIs<State>(first: State): StateCreator<State> {
  return (_set, get, store) => {
    store.getInitialState = get;
    return first;
  };
}
