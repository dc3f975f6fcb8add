import { type RefObject, useRef, useState } from 'react';

interface Layer {
  /** Goes to the element that the menu or tooltip belongs to. */
  readonly anchor: RefObject<HTMLButtonElement | null>;
  /** The container for its portal; `null` is the page itself. */
  readonly layer: HTMLElement | null;
  /** Finds the container. Call it when the menu or tooltip opens. */
  readonly find: () => void;
}

/**
 * The container of a menu or a tooltip: the landmark or dialog around its anchor, so that screen readers find it there,
 * or else the page.
 */
export function useLayer(): Layer {
  const anchor = useRef<HTMLButtonElement>(null);
  const [layer, setLayer] = useState<HTMLElement | null>(null);
  const find = () =>
    setLayer(anchor.current?.closest<HTMLElement>('[role="dialog"], aside, main, header') ?? null);
  return { anchor, layer, find };
}
