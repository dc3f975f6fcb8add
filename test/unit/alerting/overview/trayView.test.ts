import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StatusSummary } from '#main/alerting/overview/statusBoard.ts';
import {
  nextTextChange,
  stateWords,
  type TrayActions,
  type TrayMenuItem,
  type TrayState,
  type TrayView,
  trayView,
  windowTitle,
} from '#main/alerting/overview/trayView.ts';
import type { HelpfulAction } from '#shared/domain/conditions/helpfulActions.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { needsAttention, type OrderStatus, orderStatuses } from '#shared/domain/status.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/thresholds.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import { orderWithDays } from '#test/support/orderRows.ts';

const now = new Date(2026, 10, 20, 12).getTime();
const words = { en: translatorOf('en'), 'zh-CN': translatorOf('zh-CN') };

function summaryOf(
  counted: Partial<Record<OrderStatus, number>>,
  soonest: readonly OrderRow[] = [],
  needy: StatusSummary['needy'] = [],
): StatusSummary {
  const counts = Object.fromEntries(orderStatuses.map((status) => [status, counted[status] ?? 0]));
  const total = Object.values(counted).reduce((sum, count) => sum + count, 0);
  const worst = orderStatuses.find((status) => (counted[status] ?? 0) > 0) ?? null;
  const attention = orderStatuses.filter(needsAttention).reduce((sum, one) => sum + (counted[one] ?? 0), 0);
  return {
    worst,
    counts: counts as StatusSummary['counts'],
    attention,
    rejected: 0,
    needy,
    soonest,
    total,
    serviceWaits: null,
    clockAheadMs: null,
  };
}

const nothing: TrayActions = {
  open: () => undefined,
  find: () => undefined,
  openOrder: () => undefined,
  help: () => undefined,
  openInbox: () => undefined,
  openSettings: () => undefined,
  syncNow: () => undefined,
  pauseAlerts: () => undefined,
  resumeAlerts: () => undefined,
  quit: () => undefined,
};

function viewOf(
  summary: StatusSummary,
  locale: keyof typeof words = 'en',
  {
    pause = null,
    waiting = 0,
    showsCount = false,
    offers = new Map(),
  }: Partial<Omit<TrayState, 'summary'>> = {},
) {
  const state = { summary, pause, waiting, showsCount, offers };
  return trayView(state, now, { t: words[locale], locale }, nothing);
}

const labelsOf = ({ menu }: Pick<TrayView, 'menu'>) =>
  menu.map((item) => (item.kind === 'separator' ? '-' : item.label));

function runAll(menu: readonly TrayMenuItem[]): void {
  for (const item of menu) {
    if (item.kind === 'action') item.run();
    if (item.kind === 'submenu') runAll(item.items);
  }
}

describe('orders delayed by Retry-After', () => {
  const until = new Date(2026, 10, 21, 14, 20).getTime();

  it.each([
    ['en', 1, '1 order: the service asked to wait, next check 21 Nov, 14:20'],
    ['en', 7, '7 orders: the service asked to wait, all checked again by 21 Nov, 14:20'],
    ['zh-CN', 7, '7 个订单：服务要求稍后再查，最晚 11月21日 14:20 再查'],
  ] as const)('are counted in the menu, in %s', (locale, count, text) => {
    const summary = { ...summaryOf({ healthy: 9 }), serviceWaits: { count, until } };
    expect(labelsOf(viewOf(summary, locale))[1]).toBe(text);
    expect(labelsOf(viewOf(summaryOf({ healthy: 9 }), locale))[1]).toBe('-');
  });
});

describe('the state as text', () => {
  it.each([
    ['en', {}, 'no orders yet'],
    ['en', { healthy: 1 }, '1 order, healthy'],
    ['en', { healthy: 1200 }, '1,200 orders, all healthy'],
    ['en', { healthy: 3, expiring: 2 }, 'Expiring 2 · Healthy 3'],
    ['en', { healthy: 3, expired: 1, expiring: 2 }, '1 order needs attention'],
    ['en', { healthy: 3, notDeployed: 1200, misconfigured: 1 }, '1,201 orders need attention'],
    ['zh-CN', {}, '暂无订单'],
    ['zh-CN', { healthy: 2 }, '2 个订单全部正常'],
    ['zh-CN', { healthy: 3, stale: 1 }, '未确认 1 · 正常 3'],
    ['zh-CN', { healthy: 3, failing: 1 }, '1 个订单需要处理'],
  ] as const)('in %s of %j', (locale, counted, text) => {
    expect(stateWords(summaryOf(counted), words[locale])).toBe(text);
  });

  it.each([
    ['en', 400 * DAY_MS, 'This computer’s clock is 400 days ahead. 2 orders, all healthy'],
    ['en', -600_000, 'This computer’s clock is 10 min behind. 2 orders, all healthy'],
    ['zh-CN', -400 * DAY_MS, '本机时钟慢 400 天。2 个订单全部正常'],
  ] as const)('begin with a wrong clock, in %s', (locale, clockAheadMs, text) => {
    expect(stateWords({ ...summaryOf({ healthy: 2 }), clockAheadMs }, words[locale])).toBe(text);
  });
});

describe('the tooltip', () => {
  it.each([
    ['en', 0.2, 'NotAfter: Expiring 1. Next: web.example.com – expires in 4 h'],
    ['en', 1, 'NotAfter: Expiring 1. Next: web.example.com – expires in 24 h'],
    ['en', 5.5, 'NotAfter: Expiring 1. Next: web.example.com – expires in 5 d 12 h'],
    ['zh-CN', 0.01, 'NotAfter：即将到期 1。最近到期：web.example.com，不到 1 小时后到期'],
    ['zh-CN', 20, 'NotAfter：即将到期 1。最近到期：web.example.com，20 天后到期'],
  ] as const)('in %s with %d days left', (locale, days, tooltip) => {
    const summary = summaryOf({ expiring: 1 }, [orderWithDays('web', days, now)]);
    expect(viewOf(summary, locale).tooltip).toBe(tooltip);
  });

  it.each([
    ['en', 'NotAfter: 2 orders need attention. First: shop.example.com – Not deployed'],
    ['zh-CN', 'NotAfter：2 个订单需要处理。请先处理：shop.example.com，未部署'],
  ] as const)('names the worst order before the next one, in %s', (locale, tooltip) => {
    const needy = [{ order: orderWithDays('shop', 50, now), status: 'notDeployed' as const }];
    const summary = summaryOf({ notDeployed: 2 }, [orderWithDays('web', 5, now)], needy);
    expect(viewOf(summary, locale).tooltip).toBe(tooltip);
  });

  it('names no order when there is none', () => {
    expect(viewOf(summaryOf({ neverFetched: 2 })).tooltip).toBe('NotAfter: Never fetched 2');
  });

  it('truncates a long name so that the rest stays visible', () => {
    const next = orderWithDays('web', 5, now, { alias: '🔒'.repeat(200) });
    const { tooltip } = viewOf(summaryOf({ expiring: 1 }, [next]));
    expect(tooltip).toBe(`NotAfter: Expiring 1. Next: ${'🔒'.repeat(59)}… – expires in 5 d 0 h`);
  });
});

describe('the menu', () => {
  it.each([
    [
      'en',
      [
        '1 order, healthy',
        '-',
        'Find an order…',
        'Open NotAfter',
        'Sync now',
        'Pause notifications',
        'Settings',
        '-',
        'Quit NotAfter',
      ],
    ],
    [
      'zh-CN',
      [
        '1 个订单全部正常',
        '-',
        '查找订单…',
        '打开 NotAfter',
        '立即同步',
        '暂停通知',
        '设置',
        '-',
        '退出 NotAfter',
      ],
    ],
  ] as const)('shows the state and the commands, in %s', (locale, labels) => {
    const view = viewOf(summaryOf({ healthy: 1 }), locale);
    expect(labelsOf(view)).toEqual(labels);
    expect(view.icon).toBe('healthy');
  });

  it.each([
    ['en', ['web.example.com – expires in 5 d 12 h', 'shop.example.com – expires in 20 days']],
    ['zh-CN', ['web.example.com：5 天 12 小时后到期', 'shop.example.com：20 天后到期']],
  ] as const)('names the orders that expire first with their time left, in %s', (locale, labels) => {
    const soonest = [orderWithDays('web', 5.5, now), orderWithDays('shop', 20, now)];
    const view = viewOf(summaryOf({ expiring: 2 }, soonest), locale);
    expect(labelsOf(view).slice(1, 5)).toEqual(['-', ...labels, '-']);
  });

  it('names the orders that need the user first, each with what it needs, and counts the rest', () => {
    const order = (id: string, days: number) => orderWithDays(id, days, now, { alias: id });
    const summary = summaryOf(
      { expired: 1, critical: 1, notDeployed: 1, overdue: 1, failing: 3 },
      [order('calm', 40)],
      [
        { order: order('gone', -4.9), status: 'expired' },
        { order: order('soon', 2.99), status: 'critical' },
        { order: order('served', 50), status: 'notDeployed' },
        { order: order('late', 60), status: 'overdue' },
        { order: order('broken', 60), status: 'failing' },
      ],
    );
    const labels = labelsOf(viewOf(summary));
    expect(labels.slice(0, 11)).toEqual([
      '7 orders need attention',
      '-',
      'gone – expired 4 days ago',
      'soon – expires in 2 d 23 h',
      'served – Not deployed',
      'late – Renewal overdue',
      'broken – Failing',
      'and 2 more',
      '-',
      'calm – expires in 40 days',
      '-',
    ]);
    expect(viewOf(summary).icon).toBe('expired');
  });

  it('names at most eight orders', () => {
    const orders = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => orderWithDays(`o${from + n}`, 40, now));
    const needy = orders(0, 5).map((order) => ({ order, status: 'failing' as const }));
    const menuOf = (summary: StatusSummary) =>
      viewOf(summary)
        .menu.filter(({ kind }) => kind === 'submenu')
        .slice(0, -1);
    expect(menuOf(summaryOf({ failing: 5, healthy: 5 }, orders(5, 10), needy))).toHaveLength(8);
    expect(menuOf(summaryOf({ healthy: 5 }, orders(5, 10)))).toHaveLength(5);
  });

  it.each<[string, HelpfulAction | undefined, keyof typeof words, readonly string[]]>([
    ['nothing', undefined, 'en', ['Show details']],
    ['an update', 'update', 'en', ['Update files', '-', 'Show details']],
    ['a first export', 'export', 'en', ['Export…', '-', 'Show details']],
    ['a token', 'replaceToken', 'zh-CN', ['更换令牌…', '-', '查看详情']],
  ])('has the verbs of each order, where what helps is %s', (_, offer, locale, labels) => {
    const offers = new Map(offer === undefined ? [] : [['web', offer]]);
    const view = viewOf(summaryOf({ healthy: 1 }, [orderWithDays('web', 40, now)]), locale, { offers });
    const [order] = view.menu.flatMap((item) => (item.kind === 'submenu' ? [item] : []));
    expect(labelsOf({ menu: order?.items ?? [] })).toEqual(labels);
  });

  it('truncates a long name, and removes line breaks and direction marks', () => {
    const soonest = [
      orderWithDays('web', 5, now, { alias: '🔒'.repeat(200) }),
      orderWithDays('shop', 5, now, { alias: 'a\nb\u202Ec' }),
    ];
    const labels = labelsOf(viewOf(summaryOf({ expiring: 2 }, soonest)));
    expect(labels.slice(2, 4)).toEqual([
      `${'🔒'.repeat(59)}… – expires in 5 d 0 h`,
      'a b c – expires in 5 d 0 h',
    ]);
  });

  it('runs its commands, and pauses or resumes alerts', () => {
    const done: string[] = [];
    const actions: TrayActions = {
      open: () => done.push('open'),
      find: () => done.push('find'),
      openOrder: (id) => done.push(`order ${id}`),
      help: (id, action) => done.push(`${action} ${id}`),
      openInbox: () => done.push('inbox'),
      openSettings: () => done.push('settings'),
      syncNow: () => done.push('syncNow'),
      pauseAlerts: (span) => done.push(`pause ${span}`),
      resumeAlerts: () => done.push('resume'),
      quit: () => done.push('quit'),
    };
    const summary = summaryOf({ expiring: 1 }, [orderWithDays('web', 5, now)]);
    const offers = new Map([['web', 'check' as const]]);
    for (const pause of [null, { since: now, until: null }]) {
      const { menu } = trayView(
        { summary, pause, waiting: 1, showsCount: false, offers },
        now,
        { t: words.en, locale: 'en' },
        actions,
      );
      runAll(menu);
    }
    const first = ['inbox', 'check web', 'order web', 'find', 'open', 'syncNow'];
    const pauses = ['pause hour', 'pause tomorrow', 'pause resumed'];
    const last = ['settings', 'quit'];
    expect(done).toEqual([...first, ...pauses, ...last, ...first, 'resume', ...last]);
  });

  it.each([
    [
      'en',
      1,
      '1 delivery waiting',
      'NotAfter: 1 order, healthy. Next: web.example.com – expires in 20 days. 1 delivery waiting',
    ],
    [
      'en',
      1200,
      '1,200 deliveries waiting',
      'NotAfter: 1 order, healthy. Next: web.example.com – expires in 20 days. 1,200 deliveries waiting',
    ],
    [
      'zh-CN',
      2,
      '2 个推送待处理',
      'NotAfter：1 个订单全部正常。最近到期：web.example.com，20 天后到期。2 个推送待处理',
    ],
  ] as const)(
    'shows waiting deliveries above the orders and in the tooltip, in %s for %d',
    (locale, waiting, label, tooltip) => {
      const soonest = [orderWithDays('web', 20, now)];
      const view = viewOf(summaryOf({ healthy: 1 }, soonest), locale, { waiting });
      expect(labelsOf(view).slice(1, 4)).toEqual(['-', label, '-']);
      expect(labelsOf(view)[4]).toContain('web.example.com');
      expect(view.tooltip).toBe(tooltip);
    },
  );

  it('adds waiting deliveries to the rest of the tooltip', () => {
    const view = viewOf(summaryOf({ healthy: 1 }), 'en', { pause: { since: now, until: null }, waiting: 2 });
    expect(view.tooltip).toBe('NotAfter: 1 order, healthy. 2 deliveries waiting. Notifications paused');
  });

  it('says that alerts are paused, in the tooltip too', () => {
    const view = viewOf(summaryOf({ healthy: 1 }), 'en', { pause: { since: now, until: null } });
    expect(labelsOf(view)).toContain('Resume notifications');
    expect(view.tooltip).toBe('NotAfter: 1 order, healthy. Notifications paused');
    expect(view.icon).toBe('healthyPaused');
  });

  it.each([
    [
      'en',
      'Resume notifications (paused until 23 Nov, 09:00)',
      'NotAfter: 1 order, healthy. Notifications paused until 23 Nov, 09:00',
    ],
    [
      'zh-CN',
      '恢复通知（已暂停至 11月23日 09:00）',
      'NotAfter：1 个订单全部正常。通知已暂停至 11月23日 09:00',
    ],
  ] as const)('says until when alerts are paused, in %s', (locale, label, tooltip) => {
    const until = new Date(2026, 10, 23, 9).getTime();
    const view = viewOf(summaryOf({ healthy: 1 }), locale, { pause: { since: now, until } });
    expect(labelsOf(view)).toContain(label);
    expect(view.tooltip).toBe(tooltip);
  });

  it.each([
    [true, 1200, '1200'],
    [true, 0, ''],
    [false, 3, ''],
  ])('has the count beside the icon where that is wanted (%s, %d)', (showsCount, critical, title) => {
    const view = viewOf(summaryOf({ critical, healthy: 1 }), 'en', { showsCount });
    expect(view.title).toBe(title);
  });

  it.each([
    ['en', 0, 'NotAfter'],
    ['en', 1, 'NotAfter – 1 needs attention'],
    ['en', 1200, 'NotAfter – 1,200 need attention'],
    ['zh-CN', 3, 'NotAfter：3 项需要处理'],
  ] as const)("is accompanied by the window's title, in %s for %d", (locale, attention, title) => {
    expect(windowTitle({ attention }, words[locale])).toBe(title);
  });

  it.each([
    ['en', ['For 1 hour', 'Until tomorrow, 09:00', 'Until you resume them']],
    ['zh-CN', ['1 小时', '到明天 09:00', '直到手动恢复']],
  ] as const)('offers three lengths of a pause, in %s', (locale, labels) => {
    const menus = viewOf(summaryOf({ healthy: 1 }), locale).menu.flatMap((item) =>
      item.kind === 'submenu'
        ? [item.items.map((each) => (each.kind === 'separator' ? '-' : each.label))]
        : [],
    );
    expect(menus).toEqual([labels]);
  });
});

describe('nextTextChange', () => {
  it('is an instant until which no text changes', () => {
    const days = fc.oneof(fc.double({ min: -3, max: 3, noNaN: true }), fc.integer({ min: -30, max: 60 }));
    fc.assert(
      fc.property(
        fc.array(days, { maxLength: 5 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (left, part) => {
          const soonest = left.map((each, index) => orderWithDays(`${index}`, each, now));
          const [first, ...others] = soonest;
          const needy = first === undefined ? [] : [{ order: first, status: 'critical' as const }];
          const summary = summaryOf({ healthy: 1 }, others, needy);
          const textsAt = (at: number) => {
            const view = trayView(
              { summary, pause: null, waiting: 0, showsCount: false, offers: new Map() },
              at,
              { t: words.en, locale: 'en' },
              nothing,
            );
            return [view.tooltip, ...labelsOf(view)];
          };
          const change = nextTextChange(summary, now);
          expect(change).toBeGreaterThan(now);
          expect(textsAt(now + Math.floor((change - 1 - now) * part))).toEqual(textsAt(now));
        },
      ),
    );
  });

  it.each([
    ['after each full hour of the last 14 days', 1 + 5.5 / 24, 0.5 * HOUR_MS + 1],
    ['with the expiry in the last hour', 0.5 / 24, 0.5 * HOUR_MS + 1],
    ['after each full day before', 20.5, 12 * HOUR_MS + 1],
    ['when the last 14 days begin', 14 + 1 / 24, HOUR_MS],
    ['after each full hour since the expiry', -2.5 / 24, 0.5 * HOUR_MS],
    ['after each full day since the expiry', -2.5, 12 * HOUR_MS],
  ])('comes %s', (_, days, inMs) => {
    const soonest = [orderWithDays('web', days, now)];
    expect(nextTextChange(summaryOf({ healthy: 1 }, soonest), now) - now).toBe(inMs);
  });
});
