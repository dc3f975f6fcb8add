import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StatusSummary } from '#main/alerting/status/statusBoard.ts';
import {
  leftWords,
  nextTextChange,
  stateWords,
  type TrayActions,
  type TrayView,
  trayView,
} from '#main/alerting/status/trayView.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { type OrderStatus, orderStatuses } from '#shared/domain/status.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/thresholds.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import { orderWithDays } from '#test/support/orderRows.ts';

const now = new Date(2026, 10, 20, 12).getTime();
const words = { en: translatorOf('en'), 'zh-CN': translatorOf('zh-CN') };

function summaryOf(
  counted: Partial<Record<OrderStatus, number>>,
  next: StatusSummary['next'] = null,
  soonest: readonly OrderRow[] = [],
): StatusSummary {
  const counts = Object.fromEntries(orderStatuses.map((status) => [status, counted[status] ?? 0]));
  const total = Object.values(counted).reduce((sum, count) => sum + count, 0);
  const worst = orderStatuses.find((status) => (counted[status] ?? 0) > 0) ?? null;
  return { worst, counts: counts as StatusSummary['counts'], next, soonest, total, serviceWaits: null };
}

const nothing: TrayActions = {
  open: () => undefined,
  openOrder: () => undefined,
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
  { alertsPaused = false, waiting = 0 }: { alertsPaused?: boolean; waiting?: number } = {},
) {
  return trayView({ summary, alertsPaused, waiting }, now, { t: words[locale], locale }, nothing);
}

const labelsOf = ({ menu }: TrayView) => menu.map((item) => (item.kind === 'separator' ? '-' : item.label));

describe('orders delayed by Retry-After', () => {
  const until = new Date(2026, 10, 21, 14, 20).getTime();

  it.each([
    ['en', 1, '1 order: the service asked to wait until 21 Nov, 14:20'],
    ['en', 7, '7 orders: the service asked to wait, at the latest until 21 Nov, 14:20'],
    ['zh-CN', 7, '7 个订单：服务要求等待，最晚到 11月21日 14:20'],
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
    ['en', { healthy: 3, expired: 1, expiring: 2 }, 'Expired 1 · Expiring 2 · Healthy 3'],
    ['zh-CN', {}, '暂无订单'],
    ['zh-CN', { healthy: 2 }, '2 个订单全部正常'],
    ['zh-CN', { healthy: 3, rejected: 1 }, '令牌被拒 1 · 正常 3'],
  ] as const)('in %s of %j', (locale, counted, text) => {
    expect(stateWords(summaryOf(counted), words[locale])).toBe(text);
  });

  it.each(['en', 'zh-CN'] as const)('names every state, worst first, in %s', (locale) => {
    const all = Object.fromEntries(orderStatuses.map((status, index) => [status, index + 1]));
    const parts = stateWords(summaryOf(all), words[locale]).split(' · ');
    expect(parts.map((part) => Number(part.replace(/\D/gu, '')))).toEqual(
      orderStatuses.map((_, index) => index + 1),
    );
    expect(new Set(parts.map((part) => part.replace(/\d/gu, ''))).size).toBe(orderStatuses.length);
  });
});

describe('the tooltip', () => {
  it.each([
    ['en', 0.2, 'NotAfter: Critical 1. Next: web.example.com today'],
    ['en', 0.6, 'NotAfter: Critical 1. Next: web.example.com tomorrow'],
    ['en', 5, 'NotAfter: Critical 1. Next: web.example.com in 5 days'],
    ['zh-CN', 0.2, 'NotAfter：紧急 1。最近到期：web.example.com，今天到期'],
    ['zh-CN', 1, 'NotAfter：紧急 1。最近到期：web.example.com，明天到期'],
    ['zh-CN', 5, 'NotAfter：紧急 1。最近到期：web.example.com，5 天后到期'],
  ] as const)('in %s with %d days left', (locale, days, tooltip) => {
    const summary = summaryOf({ critical: 1 }, orderWithDays('web', days, now));
    expect(viewOf(summary, locale).tooltip).toBe(tooltip);
  });

  it('names no next order when there is none', () => {
    expect(viewOf(summaryOf({ expired: 2 })).tooltip).toBe('NotAfter: Expired 2');
  });

  it('truncates a long name so that the rest stays visible', () => {
    const next = orderWithDays('web', 5, now, { alias: '🔒'.repeat(200) });
    const { tooltip } = viewOf(summaryOf({ critical: 1 }, next));
    expect(tooltip).toBe(`NotAfter: Critical 1. Next: ${'🔒'.repeat(59)}… in 5 days`);
  });
});

describe('the menu', () => {
  it.each([
    [
      'en',
      [
        '1 order, healthy',
        '-',
        'Open NotAfter',
        'Sync now',
        'Pause alerts',
        'Settings',
        '-',
        'Quit NotAfter',
      ],
    ],
    [
      'zh-CN',
      ['1 个订单全部正常', '-', '打开 NotAfter', '立即同步', '暂停提醒', '设置', '-', '退出 NotAfter'],
    ],
  ] as const)('shows the state and the commands, in %s', (locale, labels) => {
    const view = viewOf(summaryOf({ healthy: 1 }), locale);
    expect(labelsOf(view)).toEqual(labels);
    expect(view.icon).toBe('healthy');
  });

  it.each([
    ['en', ['web.example.com: expired 3 days ago', 'shop.example.com: in 12 days']],
    ['zh-CN', ['web.example.com：3 天前已过期', 'shop.example.com：12 天后到期']],
  ] as const)('names the orders that expire first with their time left, in %s', (locale, labels) => {
    const soonest = [orderWithDays('web', -3, now), orderWithDays('shop', 12, now)];
    const view = viewOf(summaryOf({ expired: 1, expiring: 1 }, null, soonest), locale);
    expect(labelsOf(view).slice(1, 5)).toEqual(['-', ...labels, '-']);
  });

  it('truncates a long name, and removes line breaks and direction marks', () => {
    const soonest = [
      orderWithDays('web', 5, now, { alias: '🔒'.repeat(200) }),
      orderWithDays('shop', 5, now, { alias: 'a\nb\u202Ec' }),
    ];
    const labels = labelsOf(viewOf(summaryOf({ expiring: 2 }, null, soonest)));
    expect(labels.slice(2, 4)).toEqual([`${'🔒'.repeat(59)}…: in 5 days`, 'a b c: in 5 days']);
  });

  it('runs its commands, and pauses or resumes alerts', () => {
    const done: string[] = [];
    const actions: TrayActions = {
      open: () => done.push('open'),
      openOrder: (id) => done.push(`order ${id}`),
      openInbox: () => done.push('inbox'),
      openSettings: () => done.push('settings'),
      syncNow: () => done.push('syncNow'),
      pauseAlerts: () => done.push('pause'),
      resumeAlerts: () => done.push('resume'),
      quit: () => done.push('quit'),
    };
    const summary = summaryOf({ expiring: 1 }, null, [orderWithDays('web', 5, now)]);
    for (const alertsPaused of [false, true]) {
      const { menu } = trayView(
        { summary, alertsPaused, waiting: 1 },
        now,
        { t: words.en, locale: 'en' },
        actions,
      );
      for (const item of menu) if (item.kind === 'action') item.run();
    }
    const both = ['inbox', 'order web', 'open', 'syncNow', 'pause', 'settings', 'quit'];
    expect(done).toEqual([...both, ...both.map((each) => (each === 'pause' ? 'resume' : each))]);
  });

  it.each([
    ['en', 1, '1 delivery waits', 'NotAfter: 1 order, healthy. 1 delivery waits'],
    ['en', 1200, '1,200 deliveries wait', 'NotAfter: 1 order, healthy. 1,200 deliveries wait'],
    ['zh-CN', 2, '2 个推送待处理', 'NotAfter：1 个订单全部正常。2 个推送待处理'],
  ] as const)(
    'shows waiting deliveries above the orders and in the tooltip, in %s for %d',
    (locale, waiting, label, tooltip) => {
      const soonest = [orderWithDays('web', 5, now)];
      const view = viewOf(summaryOf({ healthy: 1 }, null, soonest), locale, { waiting });
      expect(labelsOf(view).slice(1, 4)).toEqual(['-', label, '-']);
      expect(labelsOf(view)[4]).toContain('web.example.com');
      expect(view.tooltip).toBe(tooltip);
    },
  );

  it('adds waiting deliveries to the rest of the tooltip', () => {
    const view = viewOf(summaryOf({ healthy: 1 }), 'en', { alertsPaused: true, waiting: 2 });
    expect(view.tooltip).toBe('NotAfter: 1 order, healthy. 2 deliveries wait. Alerts are paused');
  });

  it('says that alerts are paused, in the tooltip too', () => {
    const view = viewOf(summaryOf({ healthy: 1 }), 'en', { alertsPaused: true });
    expect(labelsOf(view)).toContain('Resume alerts');
    expect(view.tooltip).toBe('NotAfter: 1 order, healthy. Alerts are paused');
  });
});

describe('the time left', () => {
  it.each([
    [-40 * DAY_MS, 'expired 40 days ago', '40 天前已过期'],
    [-DAY_MS, 'expired yesterday', '昨天已过期'],
    [-1, 'expired today', '今天已过期'],
    [0, 'in less than an hour', '不到 1 小时后到期'],
    [HOUR_MS, 'in 1 hour', '1 小时后到期'],
    [DAY_MS - 1, 'in 23 hours', '23 小时后到期'],
    [DAY_MS, 'tomorrow', '明天到期'],
    [2 * DAY_MS, 'in 2 days', '2 天后到期'],
    [400 * DAY_MS, 'in 400 days', '400 天后到期'],
  ])('of %d ms is "%s" and "%s"', (left, english, chinese) => {
    expect([leftWords(now + left, now, words.en), leftWords(now + left, now, words['zh-CN'])]).toEqual([
      english,
      chinese,
    ]);
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
          const next = soonest.find(({ notAfter }) => (notAfter ?? 0) >= now) ?? null;
          const summary = summaryOf({ healthy: 1 }, next, soonest);
          const textsAt = (at: number) => {
            const view = trayView(
              { summary, alertsPaused: false, waiting: 0 },
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
    ['after each full hour of the last day', 5.5 / 24, 0.5 * HOUR_MS + 1],
    ['when the last day begins', 1 + 2 / 24, 2 * HOUR_MS + 1],
    ['at midnight', 20, 12 * HOUR_MS],
    ['at midnight after the expiry', -2 / 24, 12 * HOUR_MS],
  ])('comes %s', (_, days, inMs) => {
    const soonest = [orderWithDays('web', days, now)];
    expect(nextTextChange(summaryOf({ healthy: 1 }, null, soonest), now) - now).toBe(inMs);
  });
});
