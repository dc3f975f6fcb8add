import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextLoop } from 'node:timers/promises';
import type { TrayMenuItem } from '#main/alerting/overview/trayView.ts';
import { pauseSpans } from '#shared/domain/alertPause.ts';
import { isWaiting } from '#shared/domain/delivery.ts';
import { type OrderRow, serviceKey, snoozeSpans } from '#shared/domain/order.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { endExport } from '#test/integration/app/testApp.ts';
import type { Fault } from '#test/service/referenceService.ts';
import { type Life, noWish } from './life.ts';

/** Something that happens in a life. `n`: a whole number from 0 that chooses among what is there. */
export interface Action {
  readonly run: (life: Life, n: number) => Promise<unknown>;
  /** Whether it can happen now; absent: always. */
  readonly can?: (life: Life) => boolean;
  /** How much more often than others; absent: 1. */
  readonly weight?: number;
}

const faults: readonly Fault[] = [
  { kind: 'status', status: 503 },
  { kind: 'status', status: 429, headers: { 'retry-after': '3600' } },
  { kind: 'status', status: 404 },
  { kind: 'status', status: 500, times: 2 },
  { kind: 'html200' },
  { kind: 'dropMidBody' },
  { kind: 'wrongPem', variant: 'truncated' },
  { kind: 'wrongPem', variant: 'otherKey' },
  { kind: 'wrongPem', variant: 'missingIntermediate' },
  { kind: 'oversized' },
  { kind: 'redirect' },
];

const tags = ['web', 'prod', 'Köln', 'a b'];
const presetIds = ['nginx', 'haproxy', 'apache', 'pem'];

function pick<T>(all: readonly T[], n: number): T {
  const one = all[n % all.length];
  if (one === undefined) throw new Error('there is nothing to choose from');
  return one;
}

/** The orders that the app has, in a constant order. */
function ordersOf({ app }: Life): readonly OrderRow[] {
  return [...app.seen().orders.values()].toSorted((one, other) =>
    serviceKey(one) < serviceKey(other) ? -1 : 1,
  );
}

function orderOf(life: Life, n: number): OrderRow {
  return pick(ordersOf(life), n);
}

const hasOrders = (life: Life) => life.wishes.size > 0;
const hasCopies = ({ app }: Life) => app.seen().copies.length > 0;

function wish(life: Life, order: OrderRow, change: object): void {
  const rid = serviceKey(order);
  life.wishes.set(rid, { ...(life.wishes.get(rid) ?? noWish), ...change });
}

/** All actions of a menu, also those of its submenus. */
function actionsOf(items: readonly TrayMenuItem[]): Extract<TrayMenuItem, { kind: 'action' }>[] {
  return items.flatMap((item) => {
    if (item.kind === 'submenu') return actionsOf(item.items);
    return item.kind === 'action' ? [item] : [];
  });
}

/** Exports orders into a folder through the window, and accepts what is to review. */
async function exportTo(
  life: Life,
  orderIds: readonly string[],
  folder: string,
  presetId: string,
): Promise<void> {
  const { app } = life;
  app.desktop.choices.chooseFolder = folder;
  const how = { presetId, parts: null, container: 'folder', into: null, deliveryId: null } as const;
  const started = await app.call('export:start', { orderIds: [...orderIds], ...how });
  if (!started.ok || started.value === null) return;
  await endExport(app, started.value);
  await app.call('export:dismiss', started.value);
}

async function remove(life: Life, order: OrderRow, byCommand: boolean): Promise<void> {
  const rid = serviceKey(order);
  const before = life.wishes.get(rid) ?? noWish;
  if (byCommand) {
    const { code } = await life.command(['orders', 'remove', rid]);
    if (code !== 0) throw new Error(`orders remove ended with ${code}`);
  } else {
    const done = await life.app.call('orders:remove', [order.id]);
    if (!done.ok) throw new Error(`orders:remove: ${done.error.kind}`);
    life.removed.set(order.id, { rid, wish: before });
  }
  life.wishes.delete(rid);
}

/** What the user does in the window, the tray, the quick window and the terminal. */
const ofUser = {
  add: {
    run: async (life, n) => {
      const { service } = life;
      const missing = service.rids.filter((rid) => !life.wishes.has(rid));
      if (missing.length === 0) {
        if (service.rids.length >= 12) return;
        const rid = `rid-${service.rids.length}`;
        await life.issue(rid, `Order ${rid}`, 10 + (n % 80));
        missing.push(rid);
      }
      const rid = pick(missing, n);
      if (n % 2 === 0) {
        const { code, err } = await life.command(['orders', 'add', rid]);
        if (code !== 0) throw new Error(`orders add ended with ${code}: ${err}`);
      } else await life.app.call('orders:add', { connectionId: life.connectionId, text: rid });
      life.wishes.set(rid, noWish);
      for (const [id, removed] of life.removed) if (removed.rid === rid) life.removed.delete(id);
    },
  },
  remove: { can: hasOrders, run: (life, n) => remove(life, orderOf(life, n), n % 3 === 0) },
  undo: {
    can: ({ removed }) => removed.size > 0,
    run: async (life, n) => {
      const [id, { rid, wish: before }] = pick([...life.removed], n);
      const done = await life.app.call('orders:restore', [id]);
      if (!done.ok) throw new Error(`orders:restore: ${done.error.kind}`);
      life.removed.delete(id);
      life.wishes.set(rid, before);
    },
  },
  alias: {
    can: hasOrders,
    run: async (life, n) => {
      const order = orderOf(life, n);
      const alias = n % 5 === 0 ? null : `Alias ${n}`;
      if (n % 2 === 0) await life.command(['orders', 'alias', serviceKey(order), alias ?? '']);
      else await life.app.call('orders:setAlias', { id: order.id, alias: alias ?? '' });
      wish(life, order, { alias });
    },
  },
  annotate: {
    can: hasOrders,
    run: async (life, n) => {
      const order = orderOf(life, n);
      const own = tags.slice(0, n % (tags.length + 1));
      const note = n % 3 === 0 ? '' : `Note ${n}\nsecond line`;
      await life.app.call('orders:annotate', { id: order.id, tags: own.join(', '), note });
      wish(life, order, { tags: own, note });
    },
  },
  snooze: {
    can: hasOrders,
    run: async (life, n) => {
      await life.app.call('alerts:snooze', { ids: [orderOf(life, n).id], for: pick(snoozeSpans, n) });
      life.disturb();
    },
  },
  unsnooze: {
    can: hasOrders,
    run: async (life, n) => {
      await life.app.call('alerts:unsnooze', [orderOf(life, n).id]);
      life.disturb();
    },
  },
  pause: {
    run: async (life, n) => {
      await life.app.call('alerts:setPaused', pick(pauseSpans, n));
      life.isPaused = true;
    },
  },
  resume: {
    run: async (life) => {
      await life.app.call('alerts:setPaused', null);
      life.isPaused = false;
      life.disturb();
    },
  },
  settings: {
    run: async (life, n) => {
      const changes = [
        { warningDays: 25 + (n % 40) },
        { criticalDays: 1 + (n % 20) },
        { pollIntervalMinutes: pick([60, 360, 1440], n) },
        { language: pick(['en', 'zh-CN'] as const, n) },
        { theme: pick(['dark', 'light'] as const, n) },
        { menuBarCount: n % 2 === 0 },
      ];
      await life.app.call('settings:set', pick(changes, n));
      life.disturb();
    },
  },
  exportFiles: {
    can: hasOrders,
    weight: 2,
    run: async (life, n) => {
      const order = orderOf(life, n);
      const [folder, preset] = [pick(life.targets, n >> 1), pick(presetIds, n >> 2)];
      if (n % 2 === 0) await exportTo(life, [order.id], folder, preset);
      else {
        const words = ['--preset', preset, '--to', folder, '--accept-warnings', '--replace'];
        const keeps = n % 3 === 0 ? ['--keep-updated'] : [];
        await life.command(['export', serviceKey(order), ...words, ...keeps]);
      }
    },
  },
  exportAgain: {
    can: hasOrders,
    run: (life, n) =>
      life.app.call('export:again', n % 2 === 0 ? ordersOf(life).map(({ id }) => id) : [orderOf(life, n).id]),
  },
  keepUpdated: {
    can: hasCopies,
    run: async (life, n) => {
      const copy = pick(life.app.seen().copies, n);
      await life.app.call('copies:setAutoRefresh', { ids: [copy.id], autoRefresh: n % 4 !== 0 });
    },
  },
  updateFiles: {
    can: hasCopies,
    run: async (life, n) => {
      const ids = life.app.seen().copies.map(({ id }) => id);
      if (n % 2 === 0) await life.command(['update']);
      else await life.app.call('copies:refresh', { ids, overwriteChanged: n % 3 === 0, reviewed: null });
    },
  },
  restoreFiles: {
    can: ({ app }) => app.seen().copies.some(({ previous }) => previous !== null),
    run: async ({ app }, n) => {
      const copy = pick(
        app.seen().copies.filter(({ previous }) => previous !== null),
        n,
      );
      await app.call('copies:restore', { id: copy.id, overwriteChanged: n % 2 === 0 });
    },
  },
  forgetFiles: {
    can: hasCopies,
    run: async (life, n) => {
      const copy = pick(life.app.seen().copies, n);
      await life.app.call('copies:forget', [copy.id]);
    },
  },
  accept: {
    can: hasOrders,
    run: async (life, n) => {
      const order = pick(ordersOf(life), n);
      const { fingerprint256 } = order;
      if (n % 2 === 0) await life.command(['orders', 'accept', serviceKey(order)]);
      else if (fingerprint256 !== null)
        await life.app.call('orders:accept', { id: order.id, fingerprint256 });
    },
  },
  sync: {
    weight: 4,
    run: (life, n) => (n % 2 === 0 ? life.command(['sync']) : life.app.call('orders:sync', null)),
  },
  quickHelp: {
    can: hasOrders,
    run: async ({ app }, n) => {
      const { rows } = await app.call('quick:view', { search: pick(['', 'shop', 'is:expired', 'zzz'], n) });
      const helped = rows.filter(({ help }) => help !== null);
      if (helped.length === 0) return;
      const { id, help } = pick(helped, n);
      if (help !== null) await app.call('quick:help', { orderId: id, action: help.action });
    },
  },
  tray: {
    run: async (life, n) => {
      const all = actionsOf(life.app.desktop.trayViews.at(-1)?.menu ?? []);
      // What pauses is an action of its own, whose effect is noted.
      const items = all.filter(({ key }) => !/pause|resume|quit/iu.test(key));
      pick(items, n).run();
    },
  },
  notification: {
    can: ({ app }) => app.desktop.notified.length > 0,
    run: async (life, n) => {
      const { click, buttons = [] } = pick(life.app.desktop.notified, n);
      pick([click, ...buttons], n).run();
      life.disturb();
    },
  },
  window: {
    run: async ({ app }, n) => {
      if (app.desktop.window.isOpen() && n % 2 === 0) app.desktop.closeWindow();
      app.app.show();
    },
  },
  carryConfiguration: {
    run: async (life, n) => {
      const file = join(life.root, 'notafter.json');
      if (n % 2 === 0 || !existsSync(file)) {
        rmSync(file, { force: true });
        const { code, err } = await life.command(['config', 'export', '--out', file]);
        if (code !== 0) throw new Error(`config export ended with ${code}: ${err}`);
        return;
      }
      const { code, err } = await life.command(['config', 'import', '--yes', '--accept-warnings', file]);
      if (code !== 0 && code !== 1) throw new Error(`config import ended with ${code}: ${err}`);
      await life.settle();
      // What the file says of orders counts now; none is gone.
      for (const row of ordersOf(life)) {
        const { alias, tags: own, note } = row;
        life.wishes.set(serviceKey(row), { alias, tags: own, note });
      }
      life.disturb();
    },
  },
  replaceToken: {
    can: ({ isTokenGood }) => !isTokenGood,
    run: async (life) => {
      await life.app.call('connections:setToken', { id: life.connectionId, token: life.addToken() });
      life.isTokenGood = true;
    },
  },
} as const satisfies Record<string, Action>;

/** What happens without the user. */
const ofWorld = {
  renew: {
    weight: 3,
    run: async (life, n) => {
      const rid = pick(life.service.rids, n);
      const names = n % 7 === 0 ? { domains: [`${rid}.example`] as [string] } : {};
      await life.renew(rid, { days: pick([90, 60, 30, 6, 1], n >> 3), ...names });
    },
  },
  fail: {
    weight: 2,
    run: async (life, n) => {
      const fault = pick(faults, n);
      const rids = n % 4 === 0 ? life.service.rids : [pick(life.service.rids, n)];
      for (const rid of rids) life.service.setFault(rid, fault);
    },
  },
  hang: {
    run: async (life, n) => {
      life.isSlow = true;
      life.service.setFault(pick(life.service.rids, n), { kind: 'delay', ms: 300 + n, times: 1 });
    },
  },
  heal: {
    weight: 2,
    run: async (life) => {
      life.service.clearFaults();
      life.isSlow = false;
    },
  },
  revokeToken: {
    can: ({ isTokenGood }) => isTokenGood,
    run: async (life) => {
      life.revokeTokens();
      life.isTokenGood = false;
    },
  },
  deliver: { weight: 2, run: (life, n) => life.deliver(pick(life.service.rids, n)) },
  deliverForged: {
    run: async (life, n) => {
      const status = await life.forge(pick(life.service.rids, n));
      if (status === 204) throw new Error('a forged delivery was acknowledged');
    },
  },
  linkDelivery: {
    can: ({ app }) => app.seen().inbox.some(isWaiting) && app.seen().orders.size > 0,
    run: async (life, n) => {
      const delivery = pick(life.app.seen().inbox.filter(isWaiting), n);
      const order = ordersOf(life).find(({ serviceName }) => serviceName === delivery.orderName);
      const orderId = (order ?? orderOf(life, n)).id;
      await life.app.call('inbox:map', { deliveryId: delivery.id, orderId });
    },
  },
  discardDelivery: {
    can: ({ app }) => app.seen().inbox.length > 0,
    run: async (life, n) => {
      const { id, task } = pick(life.app.seen().inbox, n);
      const done = await life.app.call('inbox:discard', [id]);
      const known = life.acknowledged.get(task);
      if (done.ok && known !== undefined) life.acknowledged.set(task, { ...known, isDiscarded: true });
    },
  },
  damageFile: {
    run: async (life, n) => {
      const folder = pick(life.targets, n);
      const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
        (entry) => entry.isFile() && !entry.parentPath.includes('/.') && !entry.name.startsWith('.'),
      );
      if (files.length === 0) return;
      const file = pick(files, n);
      const path = join(file.parentPath, file.name);
      if (n % 2 === 0) rmSync(path);
      else writeFileSync(path, 'mine');
      life.spoiled.add(file.parentPath);
    },
  },
  offline: {
    run: async ({ app }, n) => app.desktop.setOnline(n % 2 === 0),
  },
  minutes: { weight: 2, run: (life, n) => life.pass((1 + (n % 59)) * MINUTE_MS) },
  hours: { weight: 3, run: (life, n) => life.pass((1 + (n % 12)) * HOUR_MS) },
  day: { weight: 1, run: (life) => life.pass(DAY_MS) },
  suspend: { weight: 2, run: (life, n) => life.sleep((1 + (n % 60)) * HOUR_MS, n % 2 === 0, n % 3 !== 0) },
  month: { run: (life, n) => life.sleep(30 * DAY_MS, n % 2 === 0, n % 3 !== 0) },
  year: { run: (life, n) => life.sleep(400 * DAY_MS, n % 2 === 0, n % 3 !== 0) },
  wrongClock: {
    run: (life, n) =>
      life.setClock(pick([-3 * HOUR_MS, 2 * HOUR_MS, -40 * DAY_MS, 90 * DAY_MS, 3 * MINUTE_MS], n)),
  },
  rightClock: { run: (life) => life.setClock(0) },
  restart: {
    run: async (life) => {
      await life.quit();
      await life.start();
    },
  },
  kill: {
    run: async (life, n) => {
      const { app } = life;
      const works = [
        () => app.call('orders:sync', null),
        () => app.call('export:again', [...app.seen().orders.keys()]),
        () => life.deliver(pick(life.service.rids, n)),
        () =>
          app.call('copies:refresh', {
            ids: app.seen().copies.map(({ id }) => id),
            overwriteChanged: false,
            reviewed: null,
          }),
      ];
      const work = Promise.resolve(pick(works, n)()).catch(() => undefined);
      for (let turn = 0; turn < n % 40; turn += 1) await nextLoop();
      await life.kill();
      await work;
      await life.start();
    },
  },
} as const satisfies Record<string, Action>;

export const actions: Readonly<Record<string, Action>> = { ...ofUser, ...ofWorld };
