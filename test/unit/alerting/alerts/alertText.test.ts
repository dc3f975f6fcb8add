import { describe, expect, it } from 'vitest';
import type { AlertEvent } from '#main/alerting/alerts/alert.ts';
import { alertText, severalText } from '#main/alerting/alerts/alertText.ts';
import type { AlertContext } from '#main/alerting/alerts/namedText.ts';
import { alertedKinds } from '#shared/domain/conditions/conditions.ts';
import type { DeliveryView, WaitingReason } from '#shared/domain/delivery.ts';
import type { AppLanguage } from '#shared/domain/language.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { formatDate } from '#shared/i18n/format.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import { isCleanText } from '#shared/text.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { facts } from '#test/unit/storage/records.ts';

const now = new Date(2026, 10, 20, 12).getTime();
const speech = (locale: AppLanguage) => ({ locale, t: translatorOf(locale) });
const context: AlertContext = {
  settings: defaultSettings,
  connectionName: () => 'Production',
  ordersOf: () => 3,
  orders: () => [],
};

function one(news: AlertEvent, locale: AppLanguage = 'en', change: Partial<AlertContext> = {}) {
  return alertText(news, { ...context, ...change }, now, speech(locale));
}

function expiry(id: string, days: number, alias: string | null = null): AlertEvent {
  return { kind: 'expiry', order: orderWithDays(id, days, now, { alias }) };
}

const renewed = (id: string, isDeployed: boolean | null = null): AlertEvent => ({
  kind: 'renewed',
  order: orderWithDays(id, 90, now),
  isDeployed,
});
const unconfirmed = (count: number): AlertEvent => ({
  kind: 'unconfirmed',
  connectionId: 'c1',
  first: orderWithDays('web', 50, now),
  count,
});
const revoked = (id: string): AlertEvent => ({
  kind: 'condition',
  condition: 'revoked',
  order: orderWithDays(id, 50, now),
});
const rejected: AlertEvent = { kind: 'rejected', connectionId: 'c1' };

describe('the text for an expiring order', () => {
  const text = (locale: AppLanguage, days: number, alias: string | null = null) =>
    one(expiry('web', days, alias), locale);

  it.each([
    ['en', 20, 'web.example.com expires in 20 days'],
    ['en', 7.0001, 'web.example.com expires in 7 d 0 h'],
    ['en', 1, 'web.example.com expires in 24 h 0 min'],
    ['en', 0, 'web.examp… expires in less than a minute'],
    ['en', -0.1, 'web.example.com has expired'],
    ['en', -400, 'web.example.com has expired'],
    ['zh-CN', 20, 'web.example.com 20 天后到期'],
    ['zh-CN', 0.1, 'web.example.com 2 小时 24 分钟后到期'],
    ['zh-CN', -3, 'web.example.com 已过期'],
  ] as const)('in %s with %d days left', (locale, days, title) => {
    expect(text(locale, days).title).toBe(title);
  });

  it.each(['en', 'zh-CN'] as const)('ends with the day of notAfter in %s', (locale) => {
    for (const days of [20, 3, -1]) {
      const day = formatDate(now + days * 86_400_000, locale, 'local');
      expect(text(locale, days).body).toMatch(new RegExp(`${day}[.。]$`, 'u'));
    }
  });

  it('says that an expired one is harmful, a critical one was not renewed, and an expiring one has time', () => {
    expect([20, 3, -1].map((days) => text('en', days).body)).toEqual([
      expect.stringMatching(/^Renew it in time/u),
      expect.stringMatching(/^Act now: it has not been renewed/u),
      expect.stringMatching(/^Renew and deploy it: visitors see a warning/u),
    ]);
  });

  it('shows the alias of an order, truncated to fit', () => {
    expect(text('en', 3, 'My shop').title).toBe('My shop expires in 3 d 0 h');
    expect(text('en', 3, '🔒'.repeat(300)).title).toBe(`${'🔒'.repeat(20)}… expires in 3 d 0 h`);
  });

  it('is plain text: markup and placeholders stay as they are', () => {
    const alias = '<b>{{t}}</b>&$t(x)';
    expect(text('en', 20, alias).title).toBe(`${alias} expires in 20 days`);
  });
});

describe('the text for a renewal', () => {
  it.each([
    ['en', 'web.example.com was renewed'],
    ['zh-CN', 'web.example.com 已续期'],
  ] as const)('names the new notAfter in %s', (locale, title) => {
    const text = one(renewed('web'), locale);
    expect(text.title).toBe(title);
    expect(text.body).toContain(formatDate(now + 90 * 86_400_000, locale, 'local'));
  });

  it.each([
    ['en', true, 'web.example.com was renewed and deployed', 'Every server and exported file has it.'],
    ['en', false, 'web.example.com was renewed', 'Not every server and exported file has it correctly yet.'],
    ['zh-CN', true, 'web.example.com 已续期并部署', '所有服务器和导出的文件均已使用'],
    ['zh-CN', false, 'web.example.com 已续期', '部分服务器或导出的文件尚未正确使用'],
  ] as const)('says in %s whether it is deployed: %s', (locale, isDeployed, title, body) => {
    const text = one(renewed('web', isDeployed), locale);
    expect(text.title).toBe(title);
    expect(text.body).toContain(body);
  });

  it.each([
    [true, '2 certificates were renewed and deployed', 'Among them: a.example.com, b.example.com.'],
    [false, '2 certificates were renewed', 'Export them to deploy them: a.example.com, b.example.com.'],
  ])(
    'of a day names those that were renewed, and whether they are deployed: %s',
    (isDeployed, title, body) => {
      const orders = ['a', 'b'].map((id) => orderWithDays(id, 5, now));
      expect(one({ kind: 'renewals', orders, count: 2, isDeployed })).toEqual({ title, body });
    },
  );
});

describe('the text for orders that cannot be confirmed', () => {
  it.each([
    ['en', 1, 'web.example.com: unconfirmed for a day', 'Production did not return'],
    ['en', 1200, 'Production: 1,200 unconfirmed orders', 'Open NotAfter to see why'],
    ['zh-CN', 1, 'web.example.com 已有一天未确认', 'Production'],
    ['zh-CN', 12, 'Production：12 个订单未确认', '已有一天未确认'],
  ] as const)('in %s for %d', (locale, count, title, body) => {
    const text = one(unconfirmed(count), locale);
    expect(text.title).toBe(title);
    expect(text.body).toContain(body);
  });
});

describe('the text for a refused token', () => {
  it.each([
    ['en', 1, 'Replace the token: until then its 1 order is not checked.'],
    ['en', 1200, 'Replace the token: until then its 1,200 orders are not checked.'],
    ['zh-CN', 3, '请更换令牌：在此之前不再检查该连接的 3 个订单。'],
  ] as const)('in %s for %d orders', (locale, orders, body) => {
    expect(one(rejected, locale, { ordersOf: () => orders }).body).toBe(body);
  });

  it('names the connection, truncated to fit', () => {
    expect(one(rejected).title).toBe('Production: access token rejected');
    const long = one(rejected, 'en', { connectionName: () => 'x'.repeat(200) });
    expect(long.title).toBe(`${'x'.repeat(16)}…: access token rejected`);
  });
});

function waits(reason: WaitingReason, count = 1, orderName = 'shop'): AlertEvent {
  const verdict = { kind: 'waiting', reason } as const;
  const first: DeliveryView = {
    ...{ id: 'd1', receivedAt: now, hookId: 'h1', hookName: 'Hook', orderName, task: 'task', verdict },
    ...{ leaf: facts('shop.example'), serviceNotAfter: '', orderId: null, key: 'vault' },
    sharesSignature: false,
  };
  return { kind: 'deliveryWaits', count, first };
}

describe('the text for waiting deliveries', () => {
  it.each([
    ['en', 'shop: a delivery waits', 'Link it to an order once'],
    ['zh-CN', 'shop 的推送待处理', '请关联到一个订单'],
  ] as const)('names the order and the reason in %s', (locale, title, body) => {
    const text = one(waits({ kind: 'unknownName' }), locale);
    expect(text.title).toBe(title);
    expect(text.body).toContain(body);
  });

  it('names the order that a delivery without one looks like', () => {
    const orders = () => [orderWithDays('shop', 50, now, { alias: 'Public API', serviceName: 'shop' })];
    const body = (reason: WaitingReason, locale: AppLanguage = 'en') =>
      one(waits(reason), locale, { orders }).body;
    expect(body({ kind: 'unknownName' })).toContain('Link it to Public API');
    expect(body({ kind: 'orderGone' }, 'zh-CN')).toContain('属于 Public API');
    expect(body({ kind: 'expired' })).not.toContain('Public API');
  });

  it('truncates the name to fit, and leaves markup as it is', () => {
    expect(one(waits({ kind: 'expired' }, 1, '<b>{{count}}</b>')).title).toBe(
      '<b>{{count}}</b>: a delivery waits',
    );
    expect(one(waits({ kind: 'expired' }, 1, 'x'.repeat(300))).title).toContain(
      `${'x'.repeat(21)}…: a delivery waits`,
    );
  });

  it.each([
    ['en', '1,200 deliveries wait for you'],
    ['zh-CN', '有 1,200 个推送待处理'],
  ] as const)('counts many in %s, as one alert or as several', (locale, title) => {
    const unknown = { kind: 'unknownName' } as const;
    expect(one(waits(unknown, 1200), locale).title).toBe(title);
    const news = [waits(unknown, 1199), waits({ kind: 'expired' })];
    expect(severalText(news, context, now, speech(locale)).title).toBe(title);
  });
});

describe('the text for many alerts', () => {
  const several = (news: readonly AlertEvent[], locale: AppLanguage = 'en') =>
    severalText(news, context, now, speech(locale));

  it('about expiry names the one that expires first, then the next three, and counts the rest', () => {
    const news = [expiry('b', 6), expiry('a', -2), expiry('c', 9), expiry('d', 12), expiry('e', 20)];
    expect(several(news)).toEqual({
      title: 'a.example.com has expired, 4 more',
      body: 'b.example.com expires in 6 d 0 h, c.example.com expires in 9 d 0 h, d.example.com expires in 12 d 0 h, and 1 more.',
    });
    expect(several(news, 'zh-CN').title).toBe('a.example.com 已过期，另有 4 项');
  });

  it('about renewals counts them and names the first three', () => {
    const news = ['a', 'b', 'c', 'd'].map((id) => renewed(id));
    expect(several(news)).toEqual({
      title: '4 certificates were renewed',
      body: 'Export them to deploy them: a.example.com, b.example.com, c.example.com.',
    });
    expect(several(news, 'zh-CN').body).toBe('请导出并部署：a.example.com、b.example.com、c.example.com。');
  });

  it.each<[string, readonly AlertEvent[], string, string]>([
    [
      'Producti…: access token rejected, 1 more',
      [rejected, rejected],
      '2 tokens rejected.',
      '2 个令牌被拒绝。',
    ],
    [
      'Producti…: 40 unconfirmed orders, 1 more',
      [unconfirmed(40), unconfirmed(2)],
      '42 unconfirmed for a day.',
      '42 个订单已有一天未确认。',
    ],
    ['a.example.com was revoked, 2 more', ['a', 'b', 'c'].map(revoked), '3 revoked.', '3 个已吊销。'],
  ])('names the first, and counts them: %s', (title, news, en, zh) => {
    expect(several(news)).toEqual({ title, body: en });
    expect(several(news, 'zh-CN').body).toBe(zh);
  });
});

describe('every title', () => {
  const order = orderWithDays('web', 50, now, {
    alias: 'Überlanger Name einer Bestellung für viele Dienste',
    ...{ lead: { leadMs: 90 * 86_400_000, renewals: 4 } },
  });
  const copy = { kind: 'copy', order, folder: '/srv/tls', command: null } as const;
  const drift = {
    kind: 'drift',
    order,
    place: 'a.example:443',
    servedNotAfter: now,
    renewedAt: null,
  } as const;
  const events: readonly AlertEvent[] = [
    ...[20, 3, 0, -1].map(
      (days): AlertEvent => ({
        kind: 'expiry',
        order: orderWithDays('web', days, now, { alias: order.alias }),
      }),
    ),
    ...[null, true, false].map((isDeployed): AlertEvent => ({ kind: 'renewed', order, isDeployed })),
    {
      kind: 'renewed',
      order: { ...order, findings: [{ kind: 'namesLost', names: ['a.example'] }] },
      isDeployed: null,
    },
    { kind: 'unconfirmed', connectionId: 'c1', first: order, count: 1 },
    { kind: 'unconfirmed', connectionId: 'c1', first: order, count: 1200 },
    rejected,
    waits({ kind: 'unknownName' }, 1, order.alias ?? ''),
    ...(['foreign', 'former', 'chain'] as const).map((cause): AlertEvent => ({ ...drift, cause, places: 2 })),
    ...alertedKinds.map((condition): AlertEvent => ({ kind: 'condition', condition, order })),
    ...(['unproven', 'commandFailed', 'changed', 'held', 'failed'] as const).map(
      (outcome): AlertEvent => ({ ...copy, outcome }),
    ),
  ];

  it.each(['en', 'zh-CN'] as const)('has at most 40 characters in %s, and begins with the name', (locale) => {
    const named = { connectionName: () => order.alias ?? '' };
    for (const event of events) {
      const { title } = one(event, locale, named);
      expect([...title].length, title).toBeLessThanOrEqual(40);
      expect(title).toMatch(/^Überlan/u);
    }
    const lasting = events.filter((event) => event.kind !== 'expiry');
    for (const event of lasting) {
      const { title } = severalText([event, event], { ...context, ...named }, now, speech(locale));
      expect([...title].length, title).toBeLessThanOrEqual(40);
    }
  });
});

describe('names with direction marks or line breaks', () => {
  const name = 'shop\u202egpj\u001b[31m\nexe';
  const clean = ({ title, body }: { title: string; body: string }) => isCleanText(title) && isCleanText(body);

  it.each<[string, AlertEvent]>([
    ['an order that expires', expiry('web', 3, name)],
    [
      'a renewal',
      { kind: 'renewed', order: orderWithDays('web', 90, now, { serviceName: name }), isDeployed: null },
    ],
    [
      'a renewal with something to review',
      {
        kind: 'renewed',
        order: orderWithDays('web', 90, now, { findings: [{ kind: 'namesLost', names: [name] }] }),
        isDeployed: null,
      },
    ],
    ['a refused token', rejected],
    ['orders that are not confirmed', unconfirmed(2)],
    [
      'a place that serves another certificate',
      {
        kind: 'drift',
        order: orderWithDays('web', 50, now, { commonName: name, alias: null }),
        place: name,
        places: 1,
        cause: 'former',
        servedNotAfter: now,
        renewedAt: null,
      } as AlertEvent,
    ],
  ])('are sanitized in the notification of %s', (_what, news) => {
    expect(clean(one(news, 'en', { connectionName: () => name }))).toBe(true);
    const several = severalText([news, news], context, now, speech('en'));
    expect(clean(several)).toBe(true);
  });
});

describe('the text for a renewal with something to review', () => {
  const order = orderWithDays('web', 90, now, {
    findings: [{ kind: 'namesLost', names: ['www.web.example.com'] }],
  });

  it('differs from that of a plain renewal, and says what to do', () => {
    const { title, body } = one({ kind: 'renewed', order, isDeployed: null });
    expect(title).toBe('web.example.com was renewed: review it');
    expect(body).toContain(
      'No longer covers www.web.example.com. Files that are kept up to date stay as they are.',
    );
    expect(body).toContain('accept the new names');
    expect(one({ kind: 'renewed', order, isDeployed: null }, 'zh-CN').body).toContain(
      '不再包含 www.web.example.com',
    );
  });

  it('is counted where there are many', () => {
    const news = [1, 2, 3, 4].map(() => ({ kind: 'renewed', order, isDeployed: null }) as const);
    expect(severalText(news, context, now, speech('en'))).toEqual({
      title: 'web.exam… was renewed: review it, 3 more',
      body: '4 renewed, review needed.',
    });
  });
});
