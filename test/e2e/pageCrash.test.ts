import { beforeAll, expect, test } from 'vitest';
import { launchNotAfter, type NotAfter } from '#test/support/e2e/notAfterApp.ts';
import { startAgain } from '#test/support/e2e/startAgain.ts';

const because = 'it reads the heading of the first start through main';

function breakPage(app: NotAfter): Promise<void> {
  return app.electron.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
  });
}

/** The text of the window's page, read through main, because the driver loses a page that crashed. */
function heading(app: NotAfter): Promise<string> {
  return app.electron.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (contents === undefined || contents.isCrashed() || contents.isLoading()) return '';
    return String(await contents.executeJavaScript(`document.querySelector('h1')?.textContent ?? ''`));
  });
}

const windowCount = (app: NotAfter) =>
  app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

let app: NotAfter;

beforeAll(async () => {
  app = await launchNotAfter({ because });
});

test('an uncaught bug is logged only with its name and place, and the app keeps running', async () => {
  const page = await app.window();
  await app.electron.evaluate(() => {
    setImmediate(() => {
      throw new TypeError('SENTINEL-message');
    });
    void Promise.reject(new RangeError('SENTINEL-message'));
  });
  await expect.poll(() => app.log()).toMatch(/"Uncaught exception".*"TypeError"/u);
  await expect.poll(() => app.log()).toMatch(/"Unhandled rejection".*"RangeError"/u);
  expect(app.log()).not.toContain('SENTINEL');
  app.forgetProblems();
  await page.getByRole('heading', { name: 'Welcome to NotAfter' }).waitFor();
});

test('a page that crashes is reloaded; if it crashes again at once its window closes and the app keeps running', async () => {
  await (await app.window()).getByRole('heading', { name: 'Welcome to NotAfter' }).waitFor();
  await breakPage(app);
  await expect.poll(() => app.log()).toContain('The page broke');
  await expect.poll(() => heading(app), { timeout: 10_000 }).toBe('Welcome to NotAfter');

  await breakPage(app);
  await expect.poll(() => windowCount(app), { timeout: 10_000 }).toBe(0);
  expect(await startAgain(app)).toBe(0);
  await expect.poll(() => heading(app), { timeout: 10_000 }).toBe('Welcome to NotAfter');
  await app.close();
});
