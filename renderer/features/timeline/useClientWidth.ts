import { type RefObject, useLayoutEffect, useState } from 'react';

/** The inner width of an element in pixels, without its scroll bar; before it is measured a usual one. */
export function useClientWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(900);
  useLayoutEffect(() => {
    const measured = element.current;
    if (measured === null) return;
    const measure = () => setWidth(measured.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
