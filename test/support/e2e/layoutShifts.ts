import type { Page } from 'playwright-core';
import { expect } from 'vitest';

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}

/** Resolves when the page is laid out. @returns the moment, ms since it was loaded */
export function laidOut(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return performance.now();
  });
}

/**
 * Fails if the page's layout shifted, and says by how much, and what moved from where to where.
 * @param since ms after the page was loaded
 */
export async function expectNoLayoutShift(page: Page, since = 0): Promise<void> {
  const found = await page.evaluate(async (begin) => {
    const shifts: string[] = [];
    const place = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}x${height}`;
    const observer = new PerformanceObserver((list) => {
      for (const { value, startTime, sources } of list.getEntries() as LayoutShift[]) {
        if (startTime < begin) continue;
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          return `${element?.outerHTML.slice(0, 200)}: ${place(previousRect)} to ${place(currentRect)}`;
        });
        shifts.push([`${value} after ${startTime} ms`, ...moved].join(' | '));
      }
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return shifts;
  }, since);
  expect(found, found.join(' || ')).toEqual([]);
}
