import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { ErrorWords } from '#shared/i18n/describeError.ts';

/** Waits until an error is shown as a message, and checks that all its words are there: what, why, what to do. */
export async function expectErrorShown(within: Locator | Page, words: ErrorWords): Promise<void> {
  const message = within.getByRole('alert').filter({ hasText: words.title });
  await message.waitFor();
  const said = await message.textContent();
  expect(said).toContain(words.why);
  expect(said).toContain(words.next);
}

/** Waits until a field is marked as refused, and checks that it says why. */
export async function expectFieldRefused(field: Locator, words: ErrorWords): Promise<void> {
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  const description = await field.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => element.ownerDocument.getElementById(id)?.textContent ?? '')
      .join(' '),
  );
  expect(description).toContain(words.why);
}
