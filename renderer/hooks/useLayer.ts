import { useRef, useState } from 'react';

/**
 * The container of a menu or a tooltip: the landmark or dialog around its anchor, so that screen readers find it there,
 * or else the page (`null`). Call `find` when the menu or tooltip opens.
 */
export function useLayer() {
  const anchor = useRef<HTMLButtonElement>(null);
  const [layer, setLayer] = useState<HTMLElement | null>(null);
  const find = () =>
    setLayer(anchor.current?.closest<HTMLElement>('[role="dialog"], aside, main, header') ?? null);
  return { anchor, layer, find };
}
