import { type RefObject, useEffect, useRef } from 'react';
import { detailsEntered, useViewStore } from '#renderer/stores/viewStore.ts';

/** The row of the list that the details are about. */
export interface OpenRow {
  /** The attribute in which rows carry their id. */
  readonly attribute: 'data-order-id' | 'data-delivery-id';
  readonly id: string;
}

/**
 * Moves the focus to the heading when the user opens the details, or when they cover what has the focus. When the details close with the focus in them, gives it
 * back: to where it was, or else to its row, or else to the row that the Tab key reaches.
 */
export function useDetailsFocus({ attribute, id }: OpenRow, heading: RefObject<HTMLElement | null>): void {
  const enters = useViewStore((view) => view.entersDetails);
  const cameFrom = useRef<Element | null>(null);
  useEffect(() => {
    const { activeElement } = document;
    if (!enters && activeElement?.checkVisibility({ visibilityProperty: true }) === true) return;
    detailsEntered();
    const panel = heading.current?.closest('aside');
    // A part of the details that was asked for has taken the focus.
    if (panel?.contains(activeElement) === true) return;
    cameFrom.current = activeElement === document.body ? null : activeElement;
    heading.current?.focus({ preventScroll: true });
  }, [enters, heading]);
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return;
      const rows = [`[${attribute}="${CSS.escape(id)}"]`, `[${attribute}][tabindex="0"]`];
      for (const place of [cameFrom.current, ...rows.map((row) => document.querySelector(row))]) {
        if (!(place instanceof HTMLElement)) continue;
        place.focus();
        if (document.activeElement === place) return;
      }
    },
    [attribute, id],
  );
}
