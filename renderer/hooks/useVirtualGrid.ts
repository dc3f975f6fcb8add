import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useMemo,
} from 'react';
import { type GridCommand, gridCommand } from './gridKeys.ts';
import { useRowWindow } from './useRowWindow.ts';

interface VirtualGridOptions<Item> {
  readonly items: readonly Item[];
  /** How many rows the grid has, if those behind `items` are not known yet. */
  readonly count?: number;
  /** The attribute of a `tr` that holds the id of its row. */
  readonly rowAttribute: 'data-order-id' | 'data-delivery-id';
  readonly isMultiSelectable?: true;
  /** The row that has the keyboard focus, or had it last. */
  readonly activeId: string | null;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Pixels. */
  readonly rowHeight: number;
  readonly headerHeight: number;
  readonly paddingEnd?: number;
  /** The row to scroll into view as soon as it is in the grid; `onRevealed` follows. */
  readonly revealId?: string | null;
  readonly onRevealed?: () => void;
  readonly onActivate: (id: string) => void;
  readonly onMove: (id: string, withShift: boolean) => void;
  /** Any other command. Returns false if the grid has no use for it: the key keeps its usual effect. */
  readonly onCommand: (command: Exclude<GridCommand, { readonly kind: 'move' }>) => boolean;
  /** A row was clicked outside its controls. */
  readonly onRowClick: (id: string, event: MouseEvent<HTMLElement>) => void;
}

interface GridRow<Item> {
  readonly item: Item;
  readonly index: number;
  /** Distance from the top of the table body, in pixels. */
  readonly top: number;
  /** Whether Tab leads to this row: the active one, or the first. */
  readonly isFocusable: boolean;
}

/**
 * A table with a sticky header, used as an ARIA grid: only rows near the viewport exist, one row takes the focus, and
 * the keyboard moves between the rows. The caller draws the rows.
 */
export function useVirtualGrid<Item extends { readonly id: string }>(options: VirtualGridOptions<Item>) {
  const { items, count = items.length, rowAttribute, isMultiSelectable, activeId, scroller } = options;
  const {
    rowHeight,
    headerHeight,
    paddingEnd = 0,
    revealId = null,
    onRevealed,
    onActivate,
    onMove,
    onCommand,
    onRowClick,
  } = options;
  const ids = useMemo(() => items.map(({ id }) => id), [items]);
  const activeIndex = activeId === null ? -1 : ids.indexOf(activeId);

  const shown = useRowWindow({ scroller, count, rowHeight, headerHeight });
  const { scrollTo } = shown;

  // Otherwise the browser scrolls what gets the focus under the header.
  useEffect(() => {
    if (scroller.current !== null) scroller.current.style.scrollPaddingTop = `${headerHeight}px`;
  }, [scroller, headerHeight]);

  useEffect(() => {
    const index = revealId === null ? -1 : ids.indexOf(revealId);
    if (index < 0) return;
    scrollTo(index, 'center');
    onRevealed?.();
  }, [revealId, ids, scrollTo, onRevealed]);

  function rowIdAt(target: EventTarget): string | null {
    return target instanceof Element
      ? (target.closest(`[${rowAttribute}]`)?.getAttribute(rowAttribute) ?? null)
      : null;
  }

  /** Focuses a row, or the element in it that `selector` names, after the rows have been drawn again. */
  function focusRow(id: string, selector = ''): void {
    requestAnimationFrame(() =>
      scroller.current
        ?.querySelector<HTMLElement>(`[${rowAttribute}="${CSS.escape(id)}"] ${selector}`.trimEnd())
        ?.focus({ preventScroll: true }),
    );
  }

  function moveTo(index: number, withShift = false): void {
    const id = ids[index];
    if (id === undefined) return;
    onMove(id, withShift);
    scrollTo(index, 'near');
    focusRow(id);
  }

  function rowsPerPage(): number {
    return Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
  }

  const isRow = (target: EventTarget) =>
    target instanceof HTMLTableRowElement && target.hasAttribute(rowAttribute);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (!isRow(event.target) || event.defaultPrevented) return;
    const command = gridCommand(event, activeIndex, ids.length, rowsPerPage());
    if (command === null) return;
    if (command.kind === 'move') moveTo(command.to, event.shiftKey);
    else if (!onCommand(command)) return;
    event.preventDefault();
  }

  function onClick(event: MouseEvent<HTMLElement>): void {
    const { target, currentTarget } = event;
    // The events of a menu bubble through the row in React's tree, but the menu is elsewhere in the document.
    if (!(target instanceof Element) || !currentTarget.contains(target)) return;
    if (target.closest('button, label, input') !== null) return;
    const id = rowIdAt(target);
    if (id !== null) onRowClick(id, event);
  }

  function onFocus({ target }: FocusEvent<HTMLElement>): void {
    const id = isRow(target) ? rowIdAt(target) : null;
    if (id !== null && id !== activeId) onActivate(id);
  }

  const focusableIndex = Math.max(activeIndex, 0);
  const indexes = Array.from({ length: shown.end - shown.first }, (_, place) => shown.first + place);
  // The active row always exists, or the focus would be lost when it scrolls out of sight.
  if (activeIndex >= 0 && activeIndex < shown.first) indexes.unshift(activeIndex);
  else if (activeIndex >= shown.end) indexes.push(activeIndex);
  const rows = indexes.flatMap((index): readonly GridRow<Item>[] => {
    const item = items[index];
    return item === undefined
      ? []
      : [{ item, index, top: index * rowHeight, isFocusable: index === focusableIndex }];
  });

  return {
    /** For the `table`. ARIA in HTML allows the role on it. */
    tableProps: {
      role: 'grid',
      'aria-multiselectable': isMultiSelectable,
      'aria-rowcount': count + 1,
      onKeyDown,
      onClick,
      onFocus,
    },
    /** Of the table body, in pixels. */
    height: count * rowHeight + paddingEnd,
    rows,
    /** Index of the active row, or -1. */
    activeIndex,
    rowIdAt,
    focusRow,
    moveTo,
    rowsPerPage,
  };
}
