import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/**
 * The file for a picture that a person looks at and no test reads. Such pictures cost seconds of processor time, so they
 * are taken only on request.
 * @param name without its ending
 * @returns a path in the folder of test results, which exists; `null` without `NOTAFTER_TEST_PICTURES`
 */
export async function pictureFile(name: string): Promise<string | null> {
  const { NOTAFTER_TEST_OUT: folder, NOTAFTER_TEST_PICTURES: isWanted } = process.env;
  if (folder === undefined || isWanted === undefined) return null;
  await mkdir(folder, { recursive: true });
  return join(folder, `${name}.png`);
}

/** On request saves a picture of a page. Elements that fade in are shown in their final state. */
export async function pictureOfPage(page: Page, name: string): Promise<void> {
  const path = await pictureFile(name);
  if (path !== null) await page.screenshot({ path, animations: 'disabled' });
}
