import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
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
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedHeight,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
    overscan: 6,
  });
  return (
    <section
      ref={scroller}
      aria-label={label}
      {...reachable}
      className={cx('overflow-y-auto rounded-lg border border-line', className)}
    >
      <ul className="relative w-full" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((row) => {
          const item = items[row.index];
          return (
            item !== undefined && (
              <li
                key={row.key}
                ref={virtualizer.measureElement}
                data-index={row.index}
                aria-posinset={row.index + 1}
                aria-setsize={items.length}
                className={cx('absolute inset-x-0 top-0', row.index > 0 && 'border-t border-line')}
                style={{ transform: `translateY(${row.start}px)` }}
              >
                {children(item)}
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
}
