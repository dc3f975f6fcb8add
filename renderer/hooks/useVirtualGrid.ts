import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { type GridCommand, gridCommand, isTyped, nextMatch, type Typed, typedOn } from './gridKeys.ts';
import { rowTops } from './rowTops.ts';
import { useRowWindow } from './useRowWindow.ts';

/** Rows that are lower than the others, such as headings: their indexes, ascending. */
export interface ShortRows {
  readonly indexes: readonly number[];
  /** Pixels. */
  readonly height: number;
}

const noShortRows: ShortRows = { indexes: [], height: 0 };

interface VirtualGridOptions<Item> {
  /** `undefined`: a row that is not known yet. */
  readonly items: readonly (Item | undefined)[];
  /** How many rows the grid has, if those behind `items` are not known yet. */
  readonly count?: number;
  /** The attribute that holds the id of a row, on its `tr` or on what takes the focus in it. */
  readonly rowAttribute: 'data-order-id' | 'data-delivery-id' | 'data-row-id';
  readonly isMultiSelectable?: true;
  /** The row that has the keyboard focus, or had it last. */
  readonly activeId: string | null;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Pixels. */
  readonly rowHeight: number;
  readonly shortRows?: ShortRows;
  readonly headerHeight: number;
  /** As of `useRowWindow`. */
  readonly above?: number;
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
  /** The name of a row, to which typing its beginning moves. */
  readonly nameOf?: (item: Item) => string;
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
    shortRows = noShortRows,
    headerHeight,
    above = 0,
    paddingEnd = 0,
    revealId = null,
    onRevealed,
    onActivate,
    onMove,
    onCommand,
    onRowClick,
    nameOf,
  } = options;
  const ids = useMemo(() => items.map((item) => item?.id), [items]);
  const typed = useRef<Typed | null>(null);
  const activeIndex = activeId === null ? -1 : ids.indexOf(activeId);

  const tops = useMemo(() => {
    const short = new Set(shortRows.indexes);
    return rowTops(count, rowHeight, (index) => (short.has(index) ? shortRows.height : rowHeight));
  }, [count, rowHeight, shortRows]);
  const shown = useRowWindow({ scroller, count, tops, headerHeight, above });
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

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    // The events of a menu bubble through the row in React's tree, but the menu is elsewhere in the document.
    const { target, currentTarget } = event;
    if (event.defaultPrevented || !(target instanceof Element) || !currentTarget.contains(target)) return;
    if (rowIdAt(target) === null) return;
    if (nameOf !== undefined && isTyped(event, typed.current, event.timeStamp)) {
      typed.current = typedOn(typed.current, event.key, event.timeStamp);
      const names = (index: number) => {
        const item = items[index];
        return item === undefined ? '' : nameOf(item);
      };
      moveTo(nextMatch(typed.current.text, names, items.length, activeIndex));
      return;
    }
    const command = gridCommand(event, activeIndex, ids.length, rowsPerPage());
    if (command === null) return;
    // A control in the row keeps the keys that work it.
    const isControl = target.matches('button, input');
    if (isControl && (command.kind === 'toggle' || command.kind === 'open')) return;
    if (command.kind === 'move') moveTo(command.to, event.shiftKey);
    else if (!onCommand(command)) return;
    event.preventDefault();
  }

  function onClick(event: MouseEvent<HTMLElement>): void {
    const { target, currentTarget } = event;
    if (!(target instanceof Element) || !currentTarget.contains(target)) return;
    if (target.closest('button, label, input') !== null) return;
    const id = rowIdAt(target);
    if (id !== null) onRowClick(id, event);
  }

  function onFocus({ target }: FocusEvent<HTMLElement>): void {
    const id = rowIdAt(target);
    if (id !== null && id !== activeId) onActivate(id);
  }

  // Until a row is active, Tab leads to the first one that is no heading.
  const firstIndex = Math.max(
    0,
    ids.findIndex((_, index) => !shortRows.indexes.includes(index)),
  );
  const focusableIndex = activeIndex < 0 ? firstIndex : activeIndex;
  const indexes = Array.from({ length: shown.end - shown.first }, (_, place) => shown.first + place);
  // The active row always exists, or the focus would be lost when it scrolls out of sight.
  if (activeIndex >= 0 && activeIndex < shown.first) indexes.unshift(activeIndex);
  else if (activeIndex >= shown.end) indexes.push(activeIndex);
  const rows = indexes.flatMap((index): readonly GridRow<Item>[] => {
    const item = items[index];
    return item === undefined
      ? []
      : [{ item, index, top: tops.top(index), isFocusable: index === focusableIndex }];
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
    height: tops.top(count) + paddingEnd,
    rows,
    /** Index of the active row, or -1. */
    activeIndex,
    rowIdAt,
    focusRow,
    moveTo,
    rowsPerPage,
  };
}
