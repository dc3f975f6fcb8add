import type { TrayMenuItem } from '#main/alerting/overview/trayView.ts';
import { type OrderRow, serviceKey } from '#shared/domain/order.ts';
import { type Action, hasOrders, orderOf, ordersOf, pick } from './action.ts';
import { noWish } from './expectations.ts';
import type { Life } from './life.ts';
import { comeBack, KEPT_MS } from './removals.ts';
import { isPulled } from './rids.ts';

const tags = ['web', 'prod', 'Köln', 'a b'];

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

/** What the user does in the window, the tray, the quick window and the terminal. */
export const userActions = {
  add: {
    run: async (life, n) => {
      const { service } = life;
      const missing = service.rids.filter((rid) => isPulled(rid) && !life.wishes.has(rid));
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
  accept: {
    can: hasOrders,
    run: async (life, n) => {
      const order = pick(ordersOf(life), n);
      const { id, fingerprint256 } = order;
      if (n % 2 === 0) {
        const { code } = await life.command(['orders', 'accept', serviceKey(order)]);
        if (code === 0) life.reviews.accept(life.app.order(serviceKey(order)) ?? order);
      } else if (fingerprint256 !== null) {
        const done = await life.app.call('orders:accept', { id, fingerprint256 });
        if (done.ok) life.reviews.accept(order);
      }
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
  replaceToken: {
    can: ({ isTokenGood }) => !isTokenGood,
    run: async (life) => {
      await life.app.call('connections:setToken', { id: life.connectionId, token: life.addToken() });
      life.isTokenGood = true;
    },
  },
} as const satisfies Record<string, Action>;
