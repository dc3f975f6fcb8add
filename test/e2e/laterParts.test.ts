import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchNotAfter, type NotAfter } from '#test/support/e2e/notAfterApp.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { startAgain } from '#test/support/e2e/startAgain.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

const because = 'it counts the code that the first start loads';

/** Kilobytes (1,000 bytes) of the page's scripts before its first row, texts included. */
const MOST_KB = 350;

const pageFolder = join(import.meta.dirname, '../../out/app/renderer');

/** Texts whose catalog is missing are shown as their keys. */
const key = /\b(?:orders|places|copies|inbox|common|errors|help|timeline|connections)\.[a-z]\w+/gu;

/** Serves the page without its files that have this in their names; an empty name leaves none out. */
async function serveWithout(app: NotAfter, name: string): Promise<void> {
  await app.electron.evaluate(
    ({ session }, { missing, folder }) => {
      const { readFileSync } = process.getBuiltinModule('node:fs');
      const types = { html: 'text/html', js: 'text/javascript', css: 'text/css' };
      const { protocol } = session.defaultSession;
      protocol.unhandle('app');
      protocol.handle('app', ({ url }) => {
        const { pathname } = new URL(url);
        if (missing !== '' && pathname.includes(missing)) return new Response(null, { status: 404 });
        const extension = (pathname.split('.').pop() ?? '') as keyof typeof types;
        const headers = { 'content-type': types[extension] ?? 'application/octet-stream' };
        return new Response(new Uint8Array(readFileSync(`${folder}${pathname}`)), { headers });
      });
    },
    { missing: name, folder: pageFolder },
  );
}

/** The scripts that a page asks for at once. */
async function scriptsOf(page: 'index.html' | 'quick.html'): Promise<readonly string[]> {
  const html = await readFile(join(pageFolder, page), 'utf8');
  return [...html.matchAll(/assets\/([^"]+\.js)"/gu)].flatMap(([, name]) => name ?? []);
}

/** Those of the window, and the texts of its language: all that its first row needs. */
async function firstScripts(): Promise<readonly string[]> {
  const texts = (await readdir(join(pageFolder, 'assets'))).filter((name) => name.startsWith('enFirstRows-'));
  return [...(await scriptsOf('index.html')), ...texts];
}

describe('what comes after the first rows', () => {
  let service: TestService;
  let app: NotAfter;
  let driver: WindowDriver;

  beforeAll(async () => {
    service = await startTestService();
    await service.addOrder({ rid: 'a', name: 'Order a', days: 75 });
    await service.addOrder({ rid: 'b', name: 'Order b', days: 5 });
    await service.addOrder({ rid: 'c', name: 'Order c', days: -5 });
    app = await launchNotAfter({ because });
    driver = await driveWindow(app);
    await driver.connect(service);
  });

  afterAll(() => app.close());

  test('is not needed for them, so that the scripts before them are small', async () => {
    // A new window has no scripts in memory.
    await driver.page.close();
    await serveWithout(app, 'later');
    expect(await startAgain(app)).toBe(0);
    driver = await driveWindow(app);
    const { page } = driver;
    await driver.row('Order c').waitFor();
    const scripts = await firstScripts();
    const sizes = await Promise.all(
      scripts.map(async (name) => (await stat(join(pageFolder, 'assets', name))).size),
    );
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes.reduce((sum, size) => sum + size, 0) / 1000).toBeLessThanOrEqual(MOST_KB);
    expect((await page.locator('body').evaluate((body) => body.outerHTML)).match(key)).toBeNull();
    await driver.screenshot('without-later-parts');
    app.forgetProblems();
  });

  test('is compiled when it is called, while the scripts of the first rows say that all of them is called at once', async () => {
    const hinted: string[] = [];
    for (const name of await readdir(join(pageFolder, 'assets'))) {
      if (!name.endsWith('.js')) continue;
      const code = await readFile(join(pageFolder, 'assets', name), 'utf8');
      if (code.startsWith('//# allFunctionsCalledOnLoad\n')) hinted.push(name);
    }
    const scripts = new Set([...(await scriptsOf('index.html')), ...(await scriptsOf('quick.html'))]);
    expect(hinted.sort()).toEqual([...scripts].sort());
  });

  test('is missing with a toast where it cannot be loaded', async () => {
    const { page, t } = driver;
    await page.keyboard.press('Control+,');
    await page.getByText(t('orders.unexpected.title'), { exact: true }).nth(1).waitFor();
    expect(await driver.settings().count()).toBe(0);
    expect(await driver.names()).toEqual(['Order c', 'Order b', 'Order a']);
    await driver.screenshot('dialog-missing');
    await serveWithout(app, '');
    // Chromium remembers modules that were missing as long as the page lives.
    await page.reload();
    await driver.row('Order c').waitFor();
    await page.keyboard.press('Control+,');
    await driver.settings().waitFor();
    await page.keyboard.press('Escape');
    await driver.settings().waitFor({ state: 'detached' });
    app.forgetProblems();
  });
});
