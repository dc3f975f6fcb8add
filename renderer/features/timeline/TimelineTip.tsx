import { type RefObject, useEffect, useState } from 'react';

interface TipPlace {
  readonly lines: readonly string[];
  /** Position in the window, in pixels. */
  readonly x: number;
  readonly y: number;
  readonly isAbove: boolean;
}

const DELAY_MS = 250;

/** Half of the tip's largest width, and its largest height, in pixels. */
const HALF_WIDTH = 180;
const HEIGHT = 150;

/**
 * The facts of the bar that is hovered or has the keyboard focus. Hidden from screen readers: the label of the bar says
 * the same. A bar can be much wider than the window, so the tip is placed at the visible part of it.
 */
export function TimelineTip(props: {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly titleWidth: number;
}) {
  const { scroller, titleWidth } = props;
  const [place, setPlace] = useState<TipPlace | null>(null);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const ending = new AbortController();
    const { signal } = ending;
    let timer = 0;
    const hide = () => {
      clearTimeout(timer);
      setPlace(null);
    };
    const show = (bar: HTMLElement, pointerX: number | null, delay: number) => {
      clearTimeout(timer);
      timer = window.setTimeout(() => setPlace(placeOf(bar, element, titleWidth, pointerX)), delay);
    };
    const onOver = (event: PointerEvent) => {
      const bar = barOf(event.target);
      if (bar === null || event.buttons !== 0) hide();
      else show(bar, event.clientX, DELAY_MS);
    };
    const onFocus = (event: FocusEvent) => {
      const bar = barOf(event.target);
      if (bar?.matches(':focus-visible') === true) show(bar, null, 0);
      else hide();
    };
    element.addEventListener('pointerover', onOver, { signal });
    element.addEventListener('pointerleave', hide, { signal });
    element.addEventListener('pointerdown', hide, { signal });
    element.addEventListener('focusin', onFocus, { signal });
    element.addEventListener('focusout', hide, { signal });
    element.addEventListener('wheel', hide, { signal, passive: true });
    window.addEventListener('keydown', (event) => event.key === 'Escape' && hide(), { signal });
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [scroller, titleWidth]);

  if (place === null) return null;
  const { lines, x, y, isAbove } = place;
  return (
    <div
      aria-hidden
      style={{ left: x, top: y, maxWidth: 2 * HALF_WIDTH }}
      className={`pointer-events-none fixed z-50 flex -translate-x-1/2 animate-fade flex-col rounded-md border border-transparent bg-ink px-2.5 py-1.5 text-xs text-canvas tabular ${isAbove ? '-translate-y-full' : ''}`}
    >
      {lines.map((line, index) => (
        <span key={line} className={index === 0 ? 'font-medium' : ''}>
          {line}
        </span>
      ))}
    </div>
  );
}

function barOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-leaf]') : null;
}

/** Places the tip at the visible part of a bar, inside the window. */
function placeOf(
  bar: HTMLElement,
  scroller: HTMLElement,
  titleWidth: number,
  pointerX: number | null,
): TipPlace {
  const box = bar.getBoundingClientRect();
  const room = scroller.getBoundingClientRect();
  const from = Math.max(box.left, room.left + titleWidth);
  const to = Math.min(box.right, room.right);
  const x = pointerX ?? (from + to) / 2;
  const isAbove = box.bottom + HEIGHT > window.innerHeight;
  return {
    lines: (bar.dataset['words'] ?? '').split('\n'),
    x: Math.min(window.innerWidth - HALF_WIDTH - 8, Math.max(HALF_WIDTH + 8, x)),
    y: isAbove ? box.top - 8 : box.bottom + 8,
    isAbove,
  };
}
