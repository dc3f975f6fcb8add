import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Presses Tab until this has the focus, and checks that the focus is visible on the way. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  const focused = page.locator(':focus');
  await wanted.waitFor();
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const outline = await focused.evaluate((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
    });
    const name = await focused.evaluate((element) => element.outerHTML.slice(0, 200));
    expect(outline, `The focus is to be seen on ${name}`).toBeGreaterThan(0);
    if (await isFocused(wanted)) return;
  }
  throw new Error('Tab does not lead there');
}

/** Whether this has the focus. */
export function isFocused(element: Locator): Promise<boolean> {
  return element.evaluate((node) => node === document.activeElement);
}
