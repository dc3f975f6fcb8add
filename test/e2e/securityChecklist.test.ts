import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type {} from '#renderer/bridge.ts';
import { launchNotAfter, type NotAfter } from '#test/support/e2e/notAfterApp.ts';

const because = 'it is about what any page may do, before anything is stored';

/** Tests named by docs/security.md besides those of security.test.ts. */
let app: NotAfter;
let page: Page;

beforeAll(async () => {
  app = await launchNotAfter({ because });
  page = await app.window();
  await page.getByRole('heading', { name: 'Welcome to NotAfter' }).waitFor();
});

test('the window enables and disables no Blink features', async () => {
  const preferences = await app.electron.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    // Electron has this for its own tests, so it is not in its types.
    return (
      contents as unknown as { getLastWebPreferences(): Record<string, unknown> }
    ).getLastWebPreferences();
  });
  expect(preferences['enableBlinkFeatures'] ?? '').toBe('');
  expect(preferences['disableBlinkFeatures'] ?? '').toBe('');
});

test('the page cannot contain a webview or a frame of another page', async () => {
  const contents = () => app.electron.evaluate(({ webContents }) => webContents.getAllWebContents().length);
  const before = await contents();
  const found = await page.evaluate(async () => {
    const webview = document.createElement('webview');
    webview.setAttribute('src', 'https://example.com/');
    webview.setAttribute('allowpopups', '');
    const frame = document.createElement('iframe');
    frame.src = 'https://example.com/';
    const refused = new Promise((resolve) =>
      document.addEventListener('securitypolicyviolation', resolve, { once: true }),
    );
    document.body.append(webview, frame);
    await refused;
    const isGuest = 'getWebContentsId' in webview || 'loadURL' in webview;
    webview.remove();
    frame.remove();
    return { isGuest };
  });
  expect(found).toEqual({ isGuest: false });
  expect(await contents()).toBe(before);
  expect(page.frames()).toHaveLength(1);
  app.forgetProblems();
});

test('main opens only its own fixed addresses in the browser', async () => {
  await app.electron.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = async (url) => {
      opened.push(url);
    };
  });
  const answers = await page.evaluate(async () => {
    const open = window.notAfter?.calls['app:openLink'] as unknown as (name: string) => Promise<unknown>;
    const attempt = (name: string) =>
      open(name).then(
        () => 'opened',
        () => 'refused',
      );
    return [
      await attempt('keychainHelp'),
      await attempt('https://example.com/'),
      await attempt('file:///etc/passwd'),
      await attempt('__proto__'),
      await attempt('constructor'),
    ];
  });
  expect(answers).toEqual(['opened', 'refused', 'refused', 'refused', 'refused']);
  const opened = await app.electron.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
  expect(opened).toHaveLength(1);
  expect(opened[0]).toMatch(/^https:\/\//u);
});

test('no server gets a client certificate of the system', async () => {
  const given = await app.electron.evaluate(({ app: electronApp, BrowserWindow }) => {
    const answers: unknown[][] = [];
    let isDefault = true;
    const event = {
      preventDefault: () => {
        isDefault = false;
      },
    };
    const answer = (...certificate: unknown[]) => answers.push(certificate);
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const asked = [event, contents, 'https://updates.invalid/', [{ issuerName: 'the first one' }], answer];
    electronApp.emit('select-client-certificate', ...asked);
    return { answers, isDefault };
  });
  expect(given).toEqual({ answers: [[]], isDefault: false });
});

test('the page receives data, never Electron’s event', async () => {
  const heard = page.evaluate(
    () =>
      new Promise<{ readonly count: number; readonly isPlain: boolean }>((resolve) => {
        window.notAfter?.on['app:delta']((...given: unknown[]) => {
          const [payload] = given;
          const isPlain = !['sender', 'ports', 'senderFrame', 'preventDefault'].some(
            (name) => name in (payload as object),
          );
          resolve({ count: given.length, isPlain });
        });
        const { calls } = window.notAfter ?? {};
        void calls?.['app:snapshot'](null).then(({ settings }) =>
          calls['settings:set']({ ...settings, theme: 'dark' }),
        );
      }),
  );
  expect(await heard).toEqual({ count: 1, isPlain: true });
});
