import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { NotAfter } from './notAfterApp.ts';
import { pictureFile } from './pictures.ts';

/** Zooms the window so that its page is this wide, in CSS pixels: 320 is a window of 1280 at 400 %. */
export async function narrowTo(app: NotAfter, page: Page, width: 320 | 640 | 1280): Promise<void> {
  await app.electron.evaluate(({ BrowserWindow }, factor) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.setContentSize(1280, 780);
    window?.webContents.setZoomFactor(factor);
  }, 1280 / width);
  await expect.poll(() => page.evaluate(() => innerWidth), { timeout: 10_000 }).toBe(width);
}

/** The elements whose text or controls are beyond the edges of the page, except in a part that scrolls sideways itself. */
export function cutOff(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button, input, select, textarea, a, h1, h2, h3, p, label')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        for (let box = element.parentElement; box !== null && box !== document.body; box = box.parentElement)
          if (getComputedStyle(box).overflowX === 'auto' && box.scrollWidth > box.clientWidth) return false;
        const { left, right, width } = element.getBoundingClientRect();
        return width > 1 && (right > innerWidth + 1 || left < -1);
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}

/** Pairs of visible texts in this part of the page that lie over each other by more than two pixels. */
export function overlappingTexts(part: Locator): Promise<readonly string[]> {
  return part.evaluate((root) => {
    interface Line {
      readonly text: string;
      readonly node: Node;
      readonly left: number;
      readonly right: number;
      readonly top: number;
      readonly bottom: number;
    }
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    /** The part of a line that its ancestors do not clip. */
    const clipped = (line: Line, from: Element): Line => {
      let { left, right, top, bottom } = line;
      for (let box: Element | null = from; box !== null; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box);
        const edges = box.getBoundingClientRect();
        if (overflowX !== 'visible')
          [left, right] = [Math.max(left, edges.left), Math.min(right, edges.right)];
        if (overflowY !== 'visible')
          [top, bottom] = [Math.max(top, edges.top), Math.min(bottom, edges.bottom)];
      }
      return { ...line, left, right, top, bottom };
    };
    const lines: Line[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (text === '' || parent === null || !isShown(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { left, right, top, bottom } of range.getClientRects())
        lines.push(clipped({ text, node, left, right, top, bottom }, parent));
    }
    const seen = lines.filter(({ left, right, top, bottom }) => right - left > 2 && bottom - top > 2);
    return seen.flatMap((one, index) =>
      seen.slice(index + 1).flatMap((other) => {
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        // The boxes of two lines may touch; their letters do not. A shortened text has two boxes.
        return one.node !== other.node && wide > 2 && high > 4 ? [`“${one.text}” and “${other.text}”`] : [];
      }),
    );
  });
}

/** On request stores a picture of the window for a person to look at. Playwright's shows only a part of a zoomed page. */
export async function capture(app: NotAfter, page: Page, name: string): Promise<void> {
  const file = await pictureFile(name);
  if (file === null) return;
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const data = await app.electron.evaluate(async ({ BrowserWindow }) => {
    const image = await BrowserWindow.getAllWindows()[0]?.webContents.capturePage();
    return image?.toPNG().toString('base64') ?? '';
  });
  await writeFile(file, Buffer.from(data, 'base64'));
}
