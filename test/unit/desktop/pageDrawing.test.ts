import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PageDrawing } from '#main/desktop/pageDrawing.ts';
import type { DrawnPage } from '#shared/ipc/drawnPages.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';

const built = '<html lang="en"><body><div id="root"></div></body></html>';
const drawn: DrawnPage = { language: 'zh-CN', theme: 'dark', html: '<div id="root">$& rows</div>' };

/** A folder of the app with this as what draws its pages; `null`: nothing. */
async function appFolder(drawer: string | null): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'page-drawing-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'main'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  if (drawer !== null) await writeFile(join(folder, 'main', 'drawnPages.js'), drawer);
  return folder;
}

async function drawing(drawer: string | null, draw: () => DrawnPage | null = () => drawn) {
  const { logger, lines } = createRecordingLogger();
  const page = new PageDrawing<string>(await appFolder(drawer), draw, logger);
  return { page, lines };
}

test('a page has what is drawn, in its language and theme', async () => {
  const { page } = await drawing('export {};');
  page.drawFrom(() => 'view');
  expect(await page.page(built)).toBe(
    '<html lang="zh-CN" data-theme="dark"><body><div id="root">$& rows</div></body></html>',
  );
});

test('a page is as built before main knows what its window shows, and where that is not drawn', async () => {
  const { page, lines } = await drawing('export {};', () => null);
  expect(await page.page(built)).toBe(built);
  page.drawFrom(() => 'view');
  expect(await page.page(built)).toBe(built);
  expect(lines).toEqual([]);
});

const known = () => 'view';
const unreadable = (): string => {
  throw new TypeError();
};

test.each([
  ['what draws it is missing', null, known],
  ['what draws it is damaged', 'throw new TypeError();', known],
  ['what it shows cannot be read', 'export {};', unreadable],
])('a page is as built where %s, which is logged', async (_, drawer, view) => {
  const { page, lines } = await drawing(drawer);
  page.drawFrom(view);
  expect(await page.page(built)).toBe(built);
  expect(lines.map(({ level }) => level)).toEqual(['warn']);
});
