import { type RefObject, useRef, useState } from 'react';

interface Layer {
  /** Goes to the element that the menu or tooltip belongs to. */
  readonly anchor: RefObject<HTMLButtonElement | null>;
  /** The container for its portal; `null` is the page itself. */
  readonly layer: HTMLElement | null;
  /** Looks where the anchor stands. To be called when it opens. */
  readonly find: () => void;
}

/**
 * Where a menu or a tooltip is put: into the landmark or the dialog that its anchor stands in, so that screen readers
 * find it there, or into the page itself where it stands in none.
 */
export function useLayer(): Layer {
  const anchor = useRef<HTMLButtonElement>(null);
  const [layer, setLayer] = useState<HTMLElement | null>(null);
  const find = () =>
    setLayer(anchor.current?.closest<HTMLElement>('[role="dialog"], aside, main, header') ?? null);
  return { anchor, layer, find };
}
