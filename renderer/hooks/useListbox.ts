import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo } from 'react';

interface ListboxOptions<Item> {
  /** The options that are shown, from the first to the last. */
  readonly items: readonly Item[];
  /** What a text finds, where that may not be shown yet; keys act on it. */
  readonly find?: (text: string) => readonly Item[];
  readonly keyOf: (item: Item) => string;
  /** The key of the active option, if it is shown. */
  readonly activeKey: string | null;
  /** Whether the first option is active while no other one is. */
  readonly startsAtFirst: boolean;
  readonly onActivate: (item: Item) => void;
  /** Enter was pressed, on the active option or else the first one; `undefined`: there is none. */
  readonly onEnter: (item: Item | undefined) => void;
}

const PAGE = 8;

/**
 * A search field over a list that is always open (WAI-ARIA combobox). The arrows and Page Up and Down move through the list
 * and stop at its ends, and so do Home and End while nothing is typed; Enter acts.
 * @returns the active option, the attributes of the field, and the ids of the list and of each option
 */
export function useListbox<Item>(options: ListboxOptions<Item>) {
  const { items, find, keyOf, activeKey, startsAtFirst, onActivate, onEnter } = options;
  const listId = useId();
  const indexIn = (shown: readonly Item[]) => {
    const index = shown.findIndex((item) => keyOf(item) === activeKey);
    return index < 0 && startsAtFirst ? 0 : index;
  };
  const optionId = (item: Item) => `${listId}-${keyOf(item)}`.replaceAll(' ', '-');
  const active = items[indexIn(items)];
  const activeId = active && optionId(active);
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const { value } = event.currentTarget;
    const current = find?.(value) ?? items;
    const at = indexIn(current);
    const last = current.length - 1;
    const places: Partial<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + PAGE,
      PageUp: at - PAGE,
      ...(value === '' && { Home: 0, End: last }),
    };
    const place = places[event.key];
    if (event.key === 'Enter') onEnter(current[Math.max(0, at)]);
    else if (place === undefined) return;
    else {
      const next = current[Math.min(Math.max(place, 0), last)];
      if (next !== undefined) onActivate(next);
    }
    event.preventDefault();
  }

  return {
    active,
    /** The attributes of the field. */
    field: {
      role: 'combobox',
      'aria-expanded': items.length > 0,
      'aria-controls': listId,
      'aria-autocomplete': 'list',
      'aria-activedescendant': activeId,
      autoComplete: 'off',
      spellCheck: false,
      onKeyDown,
    },
    listId,
    option: (item: Item) => ({ id: optionId(item), isActive: item === active }),
  } as const;
}

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
