import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type {} from '#renderer/bridge.ts';
import { projectFolder } from '#scripts/lib/paths.ts';
import { launchNotAfter, type NotAfter } from '#test/support/e2e/notAfterApp.ts';

const because = 'it is about what any page may do, before anything is stored';

const pageAddress = 'app://notafter/index.html';

describe('the page', () => {
  let app: NotAfter;
  let page: Page;

  beforeAll(async () => {
    app = await launchNotAfter({ because });
    page = await app.window();
    await page.getByRole('heading', { name: 'Welcome to NotAfter' }).waitFor();
  });

  test('comes from app: with a policy that allows nothing but the app itself', async () => {
    expect(page.url()).toBe(pageAddress);
    const policy = await app.electron.evaluate(async ({ net }, address) => {
      const { headers } = await net.fetch(address);
      return headers.get('content-security-policy');
    }, pageAddress);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
  });

  test('has no access to Node or Electron', async () => {
    const found = await page.evaluate(() =>
      ['require', 'process', 'module', 'Buffer', 'global', 'electron', 'ipcRenderer', '__dirname'].filter(
        (name) => name in globalThis,
      ),
    );
    expect(found).toEqual([]);
  });

  test('is isolated by all of Electron’s settings', async () => {
    const preferences = await app.electron.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      // Electron has this for its own tests, so it is not in its types.
      return (
        contents as unknown as { getLastWebPreferences(): Record<string, unknown> }
      ).getLastWebPreferences();
    });
    expect(preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
    });
  });

  test('has an immutable bridge', async () => {
    const bridge = await page.evaluate(() => {
      const { notAfter } = window;
      const before = notAfter?.calls['app:snapshot'];
      for (const target of [window, notAfter, notAfter?.calls]) {
        try {
          Object.assign(target ?? {}, { notAfter: null, 'app:snapshot': null, more: null });
        } catch {
          // It throws, which is also a refusal.
        }
      }
      return {
        isFrozen: [notAfter, notAfter?.calls, notAfter?.on].every((part) => Object.isFrozen(part)),
        isSame: window.notAfter?.calls['app:snapshot'] === before && before !== undefined,
      };
    });
    expect(bridge).toEqual({ isFrozen: true, isSame: true });
  });

  test('cannot navigate, open windows, load from elsewhere or evaluate strings', async () => {
    const refused = await page.evaluate(async () => {
      const fails = async (attempt: () => unknown) => {
        try {
          await attempt();
          return false;
        } catch {
          return true;
        }
      };
      const opened = window.open('https://example.com/');
      location.href = 'https://example.com/';
      const fetched = await fails(() => fetch('https://example.com/'));
      // Not evaluated directly: scripts of the test itself are exempt from the policy.
      const evaluated = await new Promise((resolve) =>
        setTimeout(() => resolve(fails(() => new Function('return 1')()))),
      );
      const injected = await fails(() => {
        document.body.innerHTML = '<p>text</p>';
      });
      return { opened: opened === null, fetched, evaluated, injected };
    });
    expect(refused).toEqual({ opened: true, fetched: true, evaluated: true, injected: true });
    expect(app.electron.windows()).toHaveLength(1);
    expect(page.url()).toBe(pageAddress);
    // The policy reports refusals on the console.
    expect(app.problems().length).toBeGreaterThan(0);
    app.forgetProblems();
  });

  test('has no menu that reloads it or navigates', async () => {
    const roles = await app.electron.evaluate(({ Menu }) =>
      (Menu.getApplicationMenu()?.items ?? []).flatMap((menu) =>
        (menu.submenu?.items ?? []).map((item) => String(item.role)),
      ),
    );
    // Roles are in lower case. Developer tools exist in development, where these tests run.
    expect(new Set(roles)).toEqual(
      new Set(['close', 'quit', 'resetzoom', 'zoomin', 'zoomout', 'togglefullscreen', 'toggledevtools']),
    );
  });

  test('gets no permission', async () => {
    const granted = await page.evaluate(async () => {
      const state = async (name: PermissionName) => (await navigator.permissions.query({ name })).state;
      return {
        asked: await Notification.requestPermission(),
        geolocation: await state('geolocation'),
        notifications: await state('notifications'),
      };
    });
    expect(granted).toEqual({ asked: 'denied', geolocation: 'denied', notifications: 'denied' });
  });

  test('is refused arguments outside the contract', async () => {
    const answers = await page.evaluate(async () => {
      const calls = window.notAfter?.calls as unknown as Record<string, (args: unknown) => Promise<unknown>>;
      const attempts: readonly [string, unknown][] = [
        ['app:snapshot', { more: true }],
        ['app:openLink', 'file:///etc/passwd'],
        ['orders:details', ['a', 'b']],
        ['orders:remove', []],
        ['connections:add', { name: 'x', baseUrl: 'https://a.example', token: 5, ca: { kind: 'none' } }],
        [
          'connections:add',
          {
            name: 'x',
            baseUrl: 'https://a.example',
            token: null,
            ca: { kind: 'chosen', path: '/etc/passwd' },
          },
        ],
        ['export:start', { orderIds: ['a'], parts: ['key'], container: '/etc' }],
        ['settings:set', { pollIntervalMinutes: 1 }],
      ];
      const results = attempts.map(([name, args]) =>
        calls[name]?.(args).then(
          () => `${name}: answered`,
          (error: Error) => error.message,
        ),
      );
      return Promise.all(results);
    });
    expect(answers.filter((answer) => answer?.includes('arguments refused') !== true)).toEqual([]);
  });

  test('is the only page that is answered: another origin with the same bridge is refused', async () => {
    const preload = join(projectFolder, 'out', 'app', 'preload', 'preload.cjs');
    const answer = await app.electron.evaluate(async ({ BrowserWindow }, path) => {
      // Electron's warning about a page without a policy does not matter here.
      process.env['ELECTRON_DISABLE_SECURITY_WARNINGS'] = 'true';
      const stranger = new BrowserWindow({ show: false, webPreferences: { preload: path, sandbox: true } });
      await stranger.loadURL('about:blank');
      const said: unknown = await stranger.webContents.executeJavaScript(
        `notAfter.calls['app:snapshot'](null).then(() => 'answered', (error) => error.message)`,
      );
      stranger.destroy();
      return said;
    }, preload);
    expect(answer).toContain('call refused');
    expect(app.log()).toContain('foreign sender');
  });

  test('is served from a fixed list of files', async () => {
    const answers = await app.electron.evaluate(
      ({ net }, addresses) =>
        Promise.all(
          addresses.map((address) =>
            net.fetch(address).then(
              ({ status }) => String(status),
              (error: Error) => error.message,
            ),
          ),
        ),
      [
        'app://notafter/../main/index.js',
        'app://notafter/..%2fmain%2findex.js',
        'app://notafter/%2e%2e/main/index.js',
        'app://notafter//etc/passwd',
        'app://elsewhere/index.html',
        'file:///etc/passwd',
      ],
    );
    const blocked = 'net::ERR_BLOCKED_BY_CLIENT';
    expect(answers).toEqual(['404', '404', '404', '404', blocked, blocked]);
  });
});
