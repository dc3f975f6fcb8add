import { type ReactNode, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { rowTops } from '#renderer/hooks/rowTops.ts';
import { useRowWindow } from '#renderer/hooks/useRowWindow.ts';
import { cx } from './cx.ts';

interface VirtualListProps<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  /** The usual height of an item in CSS pixels; each is measured when it is shown. */
  readonly estimatedHeight: number;
  readonly label: string;
  readonly className?: string;
  readonly children: (item: Item) => ReactNode;
}

/** What scrolls is reachable by keyboard, or its end cannot be read without a mouse. */
const reachable = { tabIndex: 0 } as const;

/** A scrolling list that renders only visible items, so that thousands of them stay fast. */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { items, keyOf, estimatedHeight, label, className, children } = props;
  const scroller = useRef<HTMLElement>(null);
  const { heights, measured } = useHeights();
  // Kept while it scrolls: there may be thousands.
  const tops = useMemo(() => {
    const heightOf = (item: Item | undefined) => (item && heights.get(keyOf(item))) ?? estimatedHeight;
    return rowTops(items.length, estimatedHeight, (index) => heightOf(items[index]));
  }, [items, keyOf, estimatedHeight, heights]);
  const { first, end } = useRowWindow({ scroller, count: items.length, tops, headerHeight: 0 });
  return (
    <section
      ref={scroller}
      aria-label={label}
      {...reachable}
      className={cx('overflow-y-auto rounded-lg border border-line', className)}
    >
      <div style={{ height: tops.top(first) }} />
      <ul>
        {items.slice(first, end).map((item, place) => {
          const key = keyOf(item);
          return (
            <li
              key={key}
              ref={measured}
              data-key={key}
              aria-posinset={first + place + 1}
              aria-setsize={items.length}
              className={cx(first + place > 0 && 'border-t border-line')}
            >
              {children(item)}
            </li>
          );
        })}
      </ul>
      <div style={{ height: tops.top(items.length) - tops.top(end) }} />
    </section>
  );
}

/** The heights of the items that were drawn, by key. @returns also the `ref` of each item */
function useHeights() {
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map());
  const [measured] = useState(() => {
    const observer = new ResizeObserver((entries) => {
      const sizes = entries.map(({ target, borderBoxSize: [box] }): [string, number] => [
        target.getAttribute('data-key') ?? '',
        box?.blockSize ?? 0,
      ]);
      // In the same frame, so that the scrollbar is right.
      flushSync(() => setHeights((known) => new Map([...known, ...sizes])));
    });
    return (item: HTMLElement | null) => {
      if (item === null) return undefined;
      observer.observe(item);
      return () => observer.unobserve(item);
    };
  });
  return { heights, measured };
}
