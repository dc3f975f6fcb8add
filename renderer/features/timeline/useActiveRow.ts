import type { Virtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import { useRowVirtualizer } from '#renderer/hooks/useRowVirtualizer.ts';
import { useViewStore } from '#renderer/stores/viewStore.ts';

interface ActiveRowOptions {
  /** Of all rows, in their order. */
  readonly ids: readonly string[];
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Pixels. */
  readonly rowHeight: number;
  readonly headerHeight: number;
}

export interface ActiveRow {
  readonly virtualizer: Virtualizer<HTMLDivElement, Element>;
  readonly activeId: string | null;
  /** The row that the keyboard is on, or -1. */
  readonly activeIndex: number;
  /** How many rows Page Down passes. */
  readonly perPage: () => number;
  /** Puts the keyboard on a row, and an open panel with it. */
  readonly moveTo: (index: number) => void;
}

/** Rows that exist only in sight, one of them the keyboard's: the order that is active in the list as well. */
export function useActiveRow({ ids, scroller, rowHeight, headerHeight }: ActiveRowOptions): ActiveRow {
  const activeId = useViewStore((view) => view.activeOrderId);
  const activeIndex = activeId === null ? -1 : ids.indexOf(activeId);
  const virtualizer = useRowVirtualizer({ ids, activeIndex, scroller, rowHeight, headerHeight });

  return {
    virtualizer,
    activeId,
    activeIndex,
    perPage: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1),
    moveTo: (index) => {
      const id = ids[index];
      if (id === undefined) return;
      useViewStore.setState((view) => ({
        activeOrderId: id,
        openOrderId: view.openOrderId === null ? null : id,
      }));
      virtualizer.scrollToIndex(index);
      // The row may only exist after the scrolling.
      requestAnimationFrame(() => focusOrder(scroller.current, id));
    },
  };
}

function focusOrder(within: HTMLElement | null, id: string): void {
  within?.querySelector<HTMLElement>(`[data-order-id="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
}

/** The order whose row this stands in. */
export function orderIdAt(target: EventTarget): string | null {
  if (!(target instanceof Element)) return null;
  return target.closest<HTMLElement>('[data-order-id]')?.dataset['orderId'] ?? null;
}
