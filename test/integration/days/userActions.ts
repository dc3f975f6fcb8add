import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TrayMenuItem } from '#main/alerting/overview/trayView.ts';
import { pauseSpans } from '#shared/domain/alertPause.ts';
import { type OrderRow, serviceKey, snoozeSpans } from '#shared/domain/order.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { endExport } from '#test/integration/app/testApp.ts';
import { type Action, orderOf, ordersOf, pick } from './action.ts';
import { noWish } from './expectations.ts';
import type { Life } from './life.ts';

const tags = ['web', 'prod', 'Köln', 'a b'];
const presetIds = ['nginx', 'haproxy', 'apache', 'pem'];

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

/** For this time a removed order can be brought back, in any case, ms. */
const KEPT_MS = 30 * DAY_MS;

async function remove(life: Life, order: OrderRow, byCommand: boolean): Promise<void> {
  const rid = serviceKey(order);
  const before = life.wishes.get(rid) ?? noWish;
  if (byCommand) {
    const { code } = await life.command(['orders', 'remove', rid]);
    if (code !== 0) throw new Error(`orders remove ended with ${code}`);
  } else {
    const done = await life.app.call('orders:remove', [order.id]);
    if (!done.ok) throw new Error(`orders:remove: ${done.error.kind}`);
  }
  life.removed.set(rid, { id: order.id, wish: before, at: life.now() });
  life.wishes.delete(rid);
}

/** An order is there again: with what was written about it, unless it was removed too long ago for that. */
async function comeBack(life: Life, rid: string): Promise<void> {
  const before = life.removed.get(rid);
  await life.settle();
  const isKept =
    before !== undefined && (life.now() - before.at < KEPT_MS || before.id === life.app.order(rid)?.id);
  life.wishes.set(rid, isKept ? before.wish : noWish);
  life.removed.delete(rid);
}

/** What the user does in the window, the tray, the quick window and the terminal. */
export const userActions = {
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
      await comeBack(life, rid);
    },
  },
  remove: { can: hasOrders, run: (life, n) => remove(life, orderOf(life, n), n % 3 === 0) },
  undo: {
    can: ({ removed }) => removed.size > 0,
    run: async (life, n) => {
      const [rid, { id, at }] = pick([...life.removed], n);
      const done = await life.app.call('orders:restore', [id]);
      if (done.ok) await comeBack(life, rid);
      else if (life.now() - at < KEPT_MS) throw new Error(`orders:restore: ${done.error.kind}`);
      else life.removed.delete(rid);
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
        life.removed.delete(serviceKey(row));
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
