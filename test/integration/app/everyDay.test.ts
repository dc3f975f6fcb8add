import { describe, expect, it } from 'vitest';
import { defaultSettings } from '#shared/domain/settings.ts';
import type { AppDelta } from '#shared/domain/snapshot.ts';
import { fromColumns } from '#shared/domain/snapshot.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import {
  connect,
  okValue,
  serviceFor,
  startTestApp,
  type TestApp,
  temporaryFolder,
  until,
} from './testApp.ts';

function deltasOf(test: TestApp): AppDelta[] {
  return test.desktop.sent.flatMap(({ name, payload }) =>
    name === 'app:delta' ? [payload as AppDelta] : [],
  );
}

describe('a renewal', () => {
  it('reaches the window as a delta of only that order, and keeps the previous leaf in the history', async () => {
    const service = await serviceFor({ orders: 3 });
    const test = await startTestApp();
    await connect(test, service);
    await until(() => test.seen().polling.size === 0);
    const [rid = ''] = service.rids;
    const before = test.order(rid);
    const renewed = await service.renew(rid);
    test.desktop.sent.length = 0;
    await test.call('orders:sync', [before?.id ?? '']);
    await until(() => test.order(rid)?.fingerprint256 === renewed.fingerprint256);
    const touched = deltasOf(test).flatMap(({ orders }) =>
      orders === undefined ? [] : fromColumns(orders.upserts),
    );
    expect(new Set(touched.map(({ id }) => id))).toEqual(new Set([before?.id]));
    const { history } = okValue(await test.call('orders:details', before?.id ?? ''));
    expect(history.map(({ fingerprint256 }) => fingerprint256)).toEqual([
      renewed.fingerprint256,
      before?.fingerprint256,
    ]);
  });
});

describe('a token that the service refuses', () => {
  it('is announced once, stops the polls of its connection, and is cleared when replaced', async () => {
    const service = await serviceFor({ orders: 3 });
    const test = await startTestApp();
    const id = await connect(test, service);
    service.revokeToken(service.token);
    await test.call('orders:sync', null);
    await until(() => test.seen().connections[0]?.polling.kind === 'rejected');
    await until(() => test.desktop.trayViews.at(-1)?.tooltip.includes('1 token rejected'));
    await until(() => service.inFlight === 0);
    service.clearRequests();
    await test.call('orders:sync', null);
    test.desktop.resume();
    await test.call('orders:sync', [...test.seen().orders.keys()]);
    const rejections = () => test.desktop.notified.filter(({ title }) => title.includes('token rejected'));
    await until(() => rejections().length > 0);
    expect(rejections().map(({ title }) => title)).toEqual(['Production: access token rejected']);
    rejections()[0]?.click.run();
    expect(test.desktop.done.at(-1)).toBe('show');

    const { baseUrl } = service;
    await test.call('connections:openConsole', id);
    const renamed = { id, name: 'Renamed', baseUrl, ca: { kind: 'keep' } } as const;
    okValue(await test.call('connections:update', { ...renamed, consoleUrl: 'console.example.com' }));
    await test.call('connections:openConsole', id);
    expect(test.desktop.done.filter((what) => what.startsWith('open '))).toEqual([
      'open https://console.example.com/',
    ]);
    await test.call('orders:sync', null);
    expect(service.requests).toEqual([]);
    const confirmedAt = Math.max(
      ...[...test.seen().orders.values()].map(({ lastConfirmedAt }) => lastConfirmedAt ?? 0),
    );
    okValue(await test.call('connections:setToken', { id, token: service.addToken() }));
    await until(() => test.seen().connections[0]?.polling.kind === 'active');
    await until(() =>
      [...test.seen().orders.values()].every((order) => (order.lastConfirmedAt ?? 0) > confirmedAt),
    );
    expect(rejections()).toHaveLength(1);
  });

  it('does not affect other connections', async () => {
    const one = await serviceFor({ orders: 1 });
    const other = await serviceFor({ orders: 1 });
    const test = await startTestApp();
    await connect(test, one);
    const draft = { name: 'Other', baseUrl: other.baseUrl, ca: { kind: 'none' as const } };
    const second = okValue(await test.call('connections:add', { ...draft, token: 'wrong' }));
    okValue(await test.call('orders:add', { connectionId: second.id, text: other.rids.join() }));
    await until(() => test.seen().connections.some(({ polling }) => polling.kind === 'rejected'));
    one.clearRequests();
    await test.call('orders:sync', null);
    await until(() => one.requests.length > 0 && test.seen().polling.size === 0);
    expect(test.seen().connections.map(({ polling }) => polling.kind)).toEqual(['active', 'rejected']);
  });
});

describe('a connection that is removed', () => {
  it('removes its orders and its token, also after a restart', async () => {
    const service = await serviceFor({ orders: 3 });
    const secretProcess = new FakeSecretHost();
    const userData = temporaryFolder();
    const test = await startTestApp({ userData, secretProcess });
    const id = await connect(test, service);
    expect(secretProcess.entries.size).toBe(1);
    const orderIds = [...test.seen().orders.keys()];
    okValue(await test.call('connections:remove', id));
    await until(() => test.seen().orders.size === 0);
    const removed = deltasOf(test).flatMap(({ orders }) => orders?.removed ?? []);
    expect(new Set(removed)).toEqual(new Set(orderIds));
    expect(test.seen().connections).toEqual([]);
    expect(secretProcess.entries.size).toBe(0);
    await until(() => test.desktop.trayViews.at(-1)?.icon === 'empty');
    await test.quit();
    const again = await startTestApp({ userData, secretProcess });
    expect(again.seen().connections).toEqual([]);
    expect(again.seen().orders.size).toBe(0);
  });
});

describe('without a keychain', () => {
  it('keeps the token in memory only for the session, and only with consent', async () => {
    const service = await serviceFor({ orders: 2 });
    const secretProcess = new FakeSecretHost();
    secretProcess.isLoadable = false;
    const userData = temporaryFolder();
    const test = await startTestApp({ userData, secretProcess });
    await until(() => test.seen().keychain.state.kind === 'unavailable');
    const draft = { name: 'Production', baseUrl: service.baseUrl, ca: { kind: 'none' as const } };
    const refused = await test.call('connections:add', { ...draft, token: service.token });
    expect(refused).toMatchObject({ ok: false, error: { kind: 'keychainUnavailable' } });
    expect(test.seen().connections).toEqual([]);

    await test.call('keychain:setMemoryConsent', true);
    const id = await connect(test, service);
    expect(test.seen().connections).toMatchObject([{ id, token: { kind: 'memory' } }]);
    expect(test.seen().keychain.memoryConsent).toBe(true);
    await test.quit();

    const again = await startTestApp({ userData, secretProcess });
    await until(() => again.seen().connections[0]?.token.kind === 'unreadable');
    await again.call('orders:sync', null);
    await until(() => again.seen().connections[0]?.polling.kind === 'waitingForToken');
    expect(again.seen().orders.size).toBe(2);
    expect(again.seen().keychain.memoryConsent).toBe(false);
  });

  it('forgets the token when consent is withdrawn, and moves it to a keychain that starts', async () => {
    const service = await serviceFor({ orders: 1 });
    const secretProcess = new FakeSecretHost();
    secretProcess.isLoadable = false;
    const test = await startTestApp({ secretProcess });
    await test.call('keychain:setMemoryConsent', true);
    const id = await connect(test, service);
    await test.call('keychain:setMemoryConsent', false);
    await until(() => test.seen().connections[0]?.polling.kind === 'waitingForToken');
    await test.call('keychain:setMemoryConsent', true);
    okValue(await test.call('connections:setToken', { id, token: service.token }));
    await until(() => test.seen().connections[0]?.token.kind === 'memory');
    secretProcess.isLoadable = true;
    await test.call('keychain:retry', null);
    await until(() => test.seen().connections[0]?.token.kind === 'keychain');
    const [stored = '', ...others] = secretProcess.entries.values();
    expect([stored.split(' ').at(-1), ...others]).toEqual([service.token]);
    await until(() => test.seen().connections[0]?.polling.kind === 'active');
  });
});

describe('the network', () => {
  it('is used while offline only if the user asks, and orders are polled at once when it is back', async () => {
    const test = await startTestApp({
      prepare: (desktop) => {
        desktop.setOnline(false);
        // Without a listener: requests to a nonexistent host end on this computer.
        desktop.proxy = 'PROXY 127.0.0.1:1';
      },
    });
    expect(test.seen().online).toBe(false);
    const draft = { name: 'Far', baseUrl: 'https://far.invalid', ca: { kind: 'none' as const } };
    const { id } = okValue(await test.call('connections:add', { ...draft, token: 'token' }));
    okValue(await test.call('orders:add', { connectionId: id, text: 'rid-1' }));
    await until(() => test.order('rid-1') !== undefined);
    expect(test.desktop.proxyQuestions).toEqual([]);
    await test.call('orders:sync', null);
    await until(() => test.desktop.proxyQuestions.length > 0);
    await until(() => test.seen().polling.size === 0);
    expect(test.order('rid-1')?.failure).toBeNull();

    test.desktop.setOnline(true);
    await until(() => test.order('rid-1')?.failure?.kind === 'network');
    expect(new Set(test.desktop.proxyQuestions)).toEqual(new Set(['https://far.invalid/']));
    expect(test.seen().online).toBe(true);
    await until(() => test.desktop.trayViews.at(-1)?.icon === 'unconfirmed');
  });
});

describe('settings', () => {
  it('are unchanged when new ones are refused', async () => {
    const test = await startTestApp();
    const good = { ...defaultSettings, pollIntervalMinutes: 60, theme: 'dark' as const };
    okValue(await test.call('settings:set', good));
    await until(() => test.seen().settings.theme === 'dark');
    expect(test.desktop.done).toContain('theme dark');
    for (const wrong of [{ pollIntervalMinutes: 1 }, { theme: 'pink' }]) {
      await expect(test.desktop.calls.raw('settings:set', { ...good, ...wrong })).rejects.toThrow(
        'arguments refused',
      );
    }
    expect(await test.call('settings:set', { criticalDays: 300 })).toEqual({
      ok: false,
      error: { kind: 'invalidInput', field: 'settings', reason: 'outOfRange' },
    });
    await test.call('app:snapshot', null);
    expect(test.seen().settings).toEqual(good);
  });

  it('move the end of a snooze in the window, where they say when an order is critical', async () => {
    const service = await serviceFor({ orders: 0 });
    await service.addOrder({ rid: 'shop', days: 80 });
    const test = await startTestApp();
    await connect(test, service, ['shop']);
    const { id, notAfter } = test.order('shop') ?? {};
    okValue(await test.call('alerts:snooze', { ids: [id ?? ''], for: 'renewal' }));
    for (const criticalDays of [5, 3]) {
      okValue(await test.call('settings:set', { criticalDays }));
      const endsAt = (notAfter ?? 0) - criticalDays * DAY_MS;
      await until(() => test.order('shop')?.snooze?.until === endsAt);
    }
  });

  it('are changed one by one, and the others stay', async () => {
    const test = await startTestApp();
    okValue(await test.call('settings:set', { warningDays: 25 }));
    okValue(await test.call('settings:set', { theme: 'dark' }));
    await until(() => test.seen().settings.theme === 'dark');
    expect(test.seen().settings).toEqual({ ...defaultSettings, warningDays: 25, theme: 'dark' });
  });

  it('survive a restart', async () => {
    const userData = temporaryFolder();
    const test = await startTestApp({ userData });
    const chosen = {
      ...defaultSettings,
      language: 'zh-CN' as const,
      theme: 'light' as const,
      warningDays: 14,
    };
    okValue(await test.call('settings:set', chosen));
    await test.quit();
    const again = await startTestApp({ userData });
    expect(again.seen()).toMatchObject({ settings: chosen, app: { language: 'zh-CN' } });
    expect(again.desktop.done[0]).toBe('theme light');
    expect(again.desktop.trayViews.at(-1)?.tooltip).toBe('NotAfter：暂无订单');
  });

  it('change the language of window, tray, dialogs and alerts at once', async () => {
    const service = await serviceFor({ orders: 0 });
    await service.addOrder({ rid: 'soon', name: 'Shop', days: 2.5 });
    const test = await startTestApp();
    okValue(await test.call('settings:set', { ...defaultSettings, language: 'zh-CN' }));
    await until(() => test.seen().app.language === 'zh-CN');
    expect(test.desktop.trayViews.at(-1)?.menu).toMatchObject([
      { label: '暂无订单' },
      {},
      { label: '打开 NotAfter' },
      { label: '立即同步' },
      { label: '暂停通知' },
      { label: '设置' },
      {},
      { label: '退出 NotAfter' },
    ]);
    await connect(test, service);
    await until(() => test.desktop.notified.length > 0);
    expect(test.desktop.notified.map(({ title }) => title)).toEqual([
      expect.stringMatching(/^Shop \d 天 \d+ 小时后到期$/u),
    ]);
    await test.call('export:start', {
      orderIds: [test.order('soon')?.id ?? ''],
      presetId: 'pem',
      parts: ['key'],
      container: 'folder',
      into: null,
      deliveryId: null,
    });
    expect(test.desktop.dialogTitles).toEqual(['选择导出文件夹']);
  });
});

describe('alerts', () => {
  it('announce each expiring order once, also after a restart, and a click opens it', async () => {
    const service = await serviceFor({ orders: 0 });
    await service.addOrder({ rid: 'soon', name: 'Shop', days: 20 });
    await service.addOrder({ rid: 'later', days: 80 });
    const profile = { userData: temporaryFolder(), secretProcess: new FakeSecretHost() };
    const test = await startTestApp(profile);
    await connect(test, service);
    await until(() => test.desktop.notified.length === 1);
    test.desktop.notified[0]?.click.run();
    expect(test.desktop.sent.at(-1)).toEqual({
      name: 'app:open',
      payload: { kind: 'order', id: test.order('soon')?.id },
    });
    await test.quit();
    const again = await startTestApp(profile);
    expect(again.desktop.trayViews).not.toEqual([]);
    expect(again.desktop.notified).toEqual([]);
  });

  it('combine many into one', async () => {
    const service = await serviceFor({ orders: 0 });
    for (let count = 1; count <= 5; count += 1)
      await service.addOrder({ rid: `r${count}`, days: count, name: `n${count}` });
    const test = await startTestApp();
    await connect(test, service);
    await until(() => test.desktop.notified.length > 0);
    expect(test.desktop.notified.map(({ title }) => title)).toEqual([
      expect.stringMatching(/^n1 expires in 23 h \d+ min, 4 more$/u),
    ]);
    expect(test.desktop.notified[0]?.body).toMatch(
      /^n2 expires in .+, n3 expires in .+, n4 expires in .+, and 1 more\.$/u,
    );
  });
});

describe('orders', () => {
  it('are marked while they are polled, and removed with their connection', async () => {
    const service = await serviceFor({ orders: 2 });
    const test = await startTestApp();
    const id = await connect(test, service);
    await until(() => test.seen().polling.size === 0);
    service.setLatency(60_000);
    await test.call('orders:sync', null);
    await until(() => test.seen().polling.size === 2);
    expect(test.seen().polling).toEqual(new Set(test.seen().orders.keys()));
    okValue(await test.call('connections:remove', id));
    await until(() => test.seen().polling.size === 0 && service.inFlight === 0);
  });

  it('are renamed, removed and restored, and the window shows each step', async () => {
    const service = await serviceFor({ orders: 2 });
    const test = await startTestApp();
    await connect(test, service);
    const [rid = ''] = service.rids;
    const id = test.order(rid)?.id ?? '';
    okValue(await test.call('orders:setAlias', { id, alias: '  My shop ' }));
    await until(() => test.order(rid)?.alias === 'My shop');
    okValue(await test.call('orders:remove', [id]));
    await until(() => test.order(rid) === undefined);
    expect(await test.call('orders:details', id)).toEqual({ ok: false, error: { kind: 'unknownId' } });
    okValue(await test.call('orders:restore', [id]));
    await until(() => test.order(rid)?.alias === 'My shop');
  });
});

describe('the window', () => {
  it('opens from the tray, gets no messages while it is closed, and the whole state when opened again', async () => {
    const service = await serviceFor({ orders: 1 });
    const test = await startTestApp();
    await connect(test, service);
    await until(() => test.seen().polling.size === 0);
    test.desktop.closeWindow();
    const sent = test.desktop.sent.length;
    const [rid = ''] = service.rids;
    const renewed = await service.renew(rid);
    await test.call('orders:sync', null);
    const stored = async () => fromColumns((await test.call('app:snapshot', null)).orders)[0]?.fingerprint256;
    await expect.poll(stored).toBe(renewed.fingerprint256);
    expect(test.desktop.sent).toHaveLength(sent);
    test.app.show();
    expect(test.desktop.done.at(-1)).toBe('show');
    test.desktop.clickTray();
    expect(test.desktop.done.at(-1)).toBe('quick toggle');
  });

  it('opens only fixed pages in the system’s browser, and copies given text', async () => {
    const test = await startTestApp();
    await test.call('app:openLink', 'keychainHelp');
    test.desktop.isWindowFocused = false;
    expect(await test.call('app:copyText', 'x')).toMatchObject({ error: { kind: 'consent' } });
    test.desktop.isWindowFocused = true;
    okValue(await test.call('app:copyText', 'AB:CD'));
    await expect(test.desktop.calls.raw('app:openLink', 'https://evil.example')).rejects.toThrow(
      'arguments refused',
    );
    expect(test.desktop.done.slice(-2)).toEqual([expect.stringMatching(/^open https:/u), 'copy AB:CD']);
  });
});
