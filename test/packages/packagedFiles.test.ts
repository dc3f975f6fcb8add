import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { wordsOf } from '#scripts/demo/windowSteps.ts';
import { asarFiles } from '#test/support/e2e/asarFiles.ts';
import { pictureOfScreen, pressKeys, untilNativeWindow } from '#test/support/e2e/nativeDialogs.ts';
import { temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import {
  type Installation,
  installFromArchive,
  startPackaged,
  stockElectron,
} from '#test/support/e2e/packagedApp.ts';

let installed: Installation;

beforeAll(async () => {
  installed = await installFromArchive();
});

/** The native module of this computer's keytar, from the app's folder. */
const keytar = `node_modules/keytar/prebuilds/${process.platform}-${process.arch}/keytar.node`;

describe('the archive', () => {
  test('contains only the built app, the icons that this system shows, and keytar for this computer', async () => {
    const files = await asarFiles(join(installed.resources, 'app.asar'));
    const expected = [
      /^package\.json$/,
      /^out\/app\/main\/[^/]+\.js$/,
      /^out\/app\/preload\/preload\.cjs$/,
      /^out\/app\/renderer\/((index|quick)\.html|assets\/[^/]+\.(js|css|png))$/,
      /^assets\/icons\/(128x128|256x256)\.png$/,
      /^assets\/tray\/(?!.*Template)[a-zA-Z]+(@2x)?\.png$/,
      /^node_modules\/keytar\/(package\.json|LICENSE\.md|lib\/keytar\.js)$/,
    ];
    const paths = files.map(({ path }) => path);
    const others = paths.filter((path) => path !== keytar && !expected.some((known) => known.test(path)));
    expect(others).toEqual([]);
    expect(expected.filter((known) => !paths.some((path) => known.test(path)))).toEqual([]);
    expect(files.filter(({ isUnpacked }) => isUnpacked).map(({ path }) => path)).toEqual([keytar]);
    expect(existsSync(join(installed.resources, 'app.asar.unpacked', keytar))).toBe(true);
  });

  test('has all licences beside it', async () => {
    const read = (name: string) => readFile(join(installed.resources, 'licences', name), 'utf8');
    expect(await read('window.md')).toContain('## react ');
    expect(await read('main.md')).toContain('## undici ');
  });
});

describe('the unpacked package', () => {
  test('consists of the app and of what it needs of Electron, with the locales of its two languages', async () => {
    const stock = await filesOf(stockElectron().folder);
    const notNeeded = ['LICENSE', 'electron', 'version', 'resources/default_app.asar'];
    const kept = stock.filter((path) => !notNeeded.includes(path) && !path.startsWith('locales/'));
    const own = [
      'LICENSE.electron.txt',
      'notafter',
      'locales/en-US.pak',
      'locales/zh-CN.pak',
      'resources/app-update.yml',
      'resources/app.asar',
      `resources/app.asar.unpacked/${keytar}`,
      'resources/bin/notafter',
      'resources/bin/notafter-client',
      ...['main.md', 'musl.txt', 'notafter.txt', 'window.md'].map((name) => `resources/licences/${name}`),
    ];
    expect(await filesOf(installed.folder)).toEqual([...kept, ...own].sort());
    expect(kept).toEqual(expect.arrayContaining(['LICENSES.chromium.html', 'chrome_crashpad_handler']));
  });

  test('is smaller than the Electron that it is made of', async () => {
    expect(await bytesOf(installed.folder)).toBeLessThan(await bytesOf(stockElectron().folder));
  });
});

/** Chromium has this text only in its locales. */
const chromiumTexts = [
  { system: 'en', text: 'Please fill out this field.' },
  { system: 'zh_CN', text: '请填写此字段。' },
  // A language that neither the app nor the package has.
  { system: 'de', text: 'Please fill out this field.' },
] as const;

test.each(chromiumTexts)('Chromium has its own texts in the language $system', async ({ system, text }) => {
  const app = await startPackaged(installed, await temporaryFolder(), { env: { LANGUAGE: system } });
  const page = await app.window();
  const t = await wordsOf(page);
  await page.getByRole('heading', { name: t('firstStart.title') }).waitFor();
  expect(await textOfEmptyField(page)).toBe(text);

  await page.getByText(t('firstStart.byHand'), { exact: true }).click();
  await page.getByRole('button', { name: t('connections.ca.choose'), exact: true }).click();
  await untilNativeWindow(t('dialogs.chooseCaFile'));
  await pictureOfScreen(`packaged-dialog-${system}`);
  await pressKeys('Escape');
  process.kill(app.pid);
  await app.ended;
});

/** What Chromium says of a field that must not be empty. */
function textOfEmptyField(page: Page): Promise<string> {
  return page.evaluate(
    () => Object.assign(document.createElement('input'), { required: true }).validationMessage,
  );
}

/** The files below a folder, as sorted relative paths. */
async function filesOf(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();
}

async function bytesOf(folder: string): Promise<number> {
  const sizes = (await filesOf(folder)).map(async (path) => (await stat(join(folder, path))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
