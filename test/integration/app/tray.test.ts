import { describe, expect, it } from 'vitest';
import type { TrayMenuItem } from '#main/alerting/overview/trayView.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import {
  connect,
  okValue,
  serviceFor,
  startTestApp,
  type TestApp,
  temporaryFolder,
  until,
} from './testApp.ts';

const menuOf = ({ desktop }: TestApp): readonly TrayMenuItem[] => desktop.trayViews.at(-1)?.menu ?? [];

const labelsOf = (test: TestApp) =>
  menuOf(test).flatMap((item) => (item.kind === 'separator' ? [] : [item.label]));

/** Clicks on the first entry whose label starts so, also of a submenu; with `of`, of the submenus that start so. */
function click(test: TestApp, label: string, of = ''): void {
  const items = menuOf(test)
    .filter((each) => each.kind !== 'separator' && each.label.startsWith(of))
    .flatMap((each) => (each.kind === 'submenu' ? each.items : [each]));
  const item = items.find((each) => each.kind === 'action' && each.label.startsWith(label));
  if (item?.kind !== 'action') throw new Error(`There is no ${label} in ${labelsOf(test).join(', ')}`);
  item.run();
}

describe("the tray's menu", () => {
  it('opens listed orders and the settings in a new window', async () => {
    const service = await serviceFor({ orders: 0 });
    await service.addOrder({ rid: 'shop', name: 'Shop', days: 50 });
    const test = await startTestApp();
    await connect(test, service);
    await until(() => labelsOf(test).some((label) => label.startsWith('Shop – expires in ')));
    test.desktop.closeWindow();
    click(test, 'Show details', 'Shop – expires in');
    expect(test.desktop.sent.at(-1)).toEqual({
      name: 'app:open',
      payload: { kind: 'order', id: test.order('shop')?.id },
    });
    test.desktop.closeWindow();
    click(test, 'Export…', 'Shop – expires in');
    expect(test.desktop.sent.at(-1)).toEqual({
      name: 'app:open',
      payload: { kind: 'export', id: test.order('shop')?.id },
    });
    test.desktop.closeWindow();
    click(test, 'Settings');
    expect(test.desktop.sent.at(-1)).toEqual({ name: 'app:open', payload: { kind: 'settings' } });
  });

  it('pauses alerts and says so, also after a restart, until they are resumed', async () => {
    const userData = temporaryFolder();
    const first = await startTestApp({ userData });
    click(first, 'Until you resume them');
    await until(() => labelsOf(first).includes('Resume notifications'));
    expect(first.desktop.trayViews.at(-1)?.icon).toBe('emptyPaused');
    await first.quit();
    const second = await startTestApp({ userData });
    expect(labelsOf(second)).toContain('Resume notifications');
    expect(second.desktop.trayViews.at(-1)?.tooltip).toBe('NotAfter: no orders yet. Notifications paused');
    click(second, 'Resume notifications');
    await until(() => labelsOf(second).includes('Pause notifications'));
    expect(second.desktop.trayViews.at(-1)?.icon).toBe('empty');
  });
});

/** Time for an unwanted question. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('the number of orders that need attention', () => {
  it('stands in the title of the window and on the icon, in the language of the app', async () => {
    const service = await serviceFor({ orders: 0 });
    await service.addOrder({ rid: 'shop', name: 'Shop', days: -1 });
    const test = await startTestApp();
    expect(test.desktop.windowTitle).toBe('NotAfter');
    await connect(test, service);
    await until(() => test.desktop.windowTitle === 'NotAfter – 1 needs attention');
    expect(test.desktop.badge).toBe(1);
    okValue(await test.call('settings:set', { language: 'zh-CN' }));
    await until(() => test.desktop.windowTitle === 'NotAfter：1 项需要处理');
    okValue(await test.call('settings:set', { menuBarCount: true }));
    await until(() => test.desktop.trayViews.at(-1)?.title === '1');
  });
});

describe('closing the window without a tray', () => {
  const prepare = (desktop: TestApp['desktop']) => {
    desktop.hasTray = false;
  };

  it('says once, and never after a restart, that the app keeps running', async () => {
    const userData = temporaryFolder();
    const first = await startTestApp({ userData, prepare });
    first.desktop.closeWindow();
    await until(() => first.desktop.questions.length > 0);
    first.app.show();
    first.desktop.closeWindow();
    await settle();
    expect(first.desktop.questions).toMatchObject([
      {
        title: 'NotAfter keeps running without a tray icon',
        buttons: ['Keep running', 'Quit NotAfter'],
        closing: 0,
      },
    ]);
    await first.quit();
    expect(first.desktop.done).not.toContain('quit');
    const second = await startTestApp({ userData, prepare });
    second.desktop.closeWindow();
    await settle();
    expect(second.desktop.questions).toEqual([]);
  });

  it('says so when the window was closed before the desktop answered', async () => {
    const answer = Promise.withResolvers<boolean>();
    const test = await startTestApp({
      prepare: (desktop) => {
        desktop.hasTray = answer.promise;
      },
    });
    test.desktop.closeWindow();
    await settle();
    expect(test.desktop.questions).toEqual([]);
    answer.resolve(false);
    await until(() => test.desktop.questions.length > 0);
  });

  it('quits on request', async () => {
    const test = await startTestApp({ prepare });
    test.desktop.answer = () => 1;
    test.desktop.closeWindow();
    await until(() => test.desktop.done.includes('quit'));
  });
});

describe('closing the window with a tray', () => {
  it('says once in a notification, never after a restart, that the app keeps running there', async () => {
    const userData = temporaryFolder();
    const first = await startTestApp({ userData });
    first.desktop.closeWindow();
    await until(() => first.desktop.notified.length > 0);
    first.app.show();
    first.desktop.closeWindow();
    await settle();
    expect(first.desktop.questions).toEqual([]);
    expect(first.desktop.notified.map(({ title }) => title)).toEqual(['NotAfter keeps running']);
    first.desktop.notified[0]?.click.run();
    expect(first.desktop.window.isOpen()).toBe(true);
    await first.quit();
    const second = await startTestApp({ userData });
    second.desktop.closeWindow();
    await settle();
    expect(second.desktop.notified).toEqual([]);
  });
});

describe('starting at login', () => {
  it('is changed in the system, and a refusal changes nothing and shows the reason', async () => {
    const test = await startTestApp();
    const refusal = { kind: 'loginStart', reason: 'refused', name: '', code: '' } as const;
    test.desktop.loginStartFailure = refusal;
    const wanted = { ...defaultSettings, startAtLogin: true, theme: 'dark' } as const;
    expect(await test.call('settings:set', wanted)).toEqual({ ok: false, error: refusal });
    expect(test.seen().settings).toEqual(defaultSettings);
    test.desktop.loginStartFailure = null;
    okValue(await test.call('settings:set', wanted));
    expect(test.desktop.startsAtLogin).toBe(true);
  });
});

describe('the shortcut of the quick window', () => {
  it('opens and closes the window from the moment it is set, and after a restart', async () => {
    const userData = temporaryFolder();
    const first = await startTestApp({ userData });
    okValue(await first.call('settings:set', { quickShortcut: 'Ctrl+Alt+N' }));
    first.desktop.pressShortcut();
    expect(first.desktop.done).toContain('quick toggle');
    expect(await first.call('settings:shortcutState', null)).toEqual({ kind: 'active', keys: null });
    await first.quit();
    const second = await startTestApp({ userData });
    second.desktop.pressShortcut();
    expect(second.desktop.done).toContain('quick toggle');
  });

  it('is refused while another program has the keys, and the settings stay', async () => {
    const test = await startTestApp();
    test.desktop.areKeysTaken = true;
    expect(await test.call('settings:set', { quickShortcut: 'Ctrl+Alt+N' })).toEqual({
      ok: false,
      error: { kind: 'shortcut' },
    });
    expect(test.seen().settings).toEqual(defaultSettings);
    expect(await test.call('settings:shortcutState', null)).toEqual({ kind: 'taken' });
  });
});

it('the quick window says the state of the orders that it shows, before the tray says it', async () => {
  const service = await serviceFor({ orders: 0 });
  await service.addOrder({ rid: 'shop', name: 'Shop', days: 30 });
  const test = await startTestApp();
  await connect(test, service);
  okValue(
    await test.call('settings:set', {
      warningDays: 60,
      warningLifetimeDivisor: 2,
      criticalDays: 45,
      criticalLifetimeDivisor: 2,
    }),
  );
  const { rows, texts } = await test.call('quick:view', { search: '' });
  expect(rows.map(({ status }) => status)).toEqual(['critical']);
  expect(texts.state).toBe('1 order needs attention');
});
