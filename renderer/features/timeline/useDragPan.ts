import { type RefObject, useEffect } from 'react';
import { stepZoom } from './timelineStore.ts';

/** A pointer that moves less than this (pixels) clicks. */
const CLICK_SLACK = 4;

/** Wheel distance of one zoom step; touchpads send many small ones. */
const WHEEL_STEP = 60;

/** Scrolls an element by dragging, and zooms with Ctrl and the wheel. A drag does not click. */
export function useDragPan(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const ending = new AbortController();
    const { signal } = ending;
    let grip: { readonly pointerId: number; x: number; y: number; isDragging: boolean } | null = null;
    let turned = 0;

    const onDown = (event: PointerEvent) => {
      if (event.button !== 0 || event.pointerType === 'touch' || isOnScrollBar(element, event)) return;
      grip = { pointerId: event.pointerId, x: event.clientX, y: event.clientY, isDragging: false };
    };
    const onMove = (event: PointerEvent) => {
      if (grip === null || event.pointerId !== grip.pointerId) return;
      const x = event.clientX - grip.x;
      const y = event.clientY - grip.y;
      if (!grip.isDragging) {
        if (Math.hypot(x, y) < CLICK_SLACK) return;
        grip.isDragging = true;
        element.setPointerCapture(grip.pointerId);
        element.dataset['dragging'] = '';
      }
      element.scrollBy({ left: -x, top: -y });
      grip.x = event.clientX;
      grip.y = event.clientY;
    };
    const onEnd = () => {
      if (grip?.isDragging === true) {
        delete element.dataset['dragging'];
        const swallow = (click: Event) => click.stopPropagation();
        element.addEventListener('click', swallow, { capture: true, once: true });
        // No click follows if the pointer is released outside of the element.
        setTimeout(() => element.removeEventListener('click', swallow, { capture: true }));
      }
      grip = null;
    };
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      turned += event.deltaY;
      if (Math.abs(turned) < WHEEL_STEP) return;
      stepZoom(turned > 0 ? 1 : -1);
      turned = 0;
    };

    element.addEventListener('pointerdown', onDown, { signal });
    element.addEventListener('pointermove', onMove, { signal });
    element.addEventListener('pointerup', onEnd, { signal });
    element.addEventListener('pointercancel', onEnd, { signal });
    element.addEventListener('wheel', onWheel, { signal, passive: false });
    return () => ending.abort();
  }, [scroller]);
}

function isOnScrollBar(element: HTMLElement, { clientX, clientY }: PointerEvent): boolean {
  const { left, top } = element.getBoundingClientRect();
  return clientX - left > element.clientWidth || clientY - top > element.clientHeight;
}
