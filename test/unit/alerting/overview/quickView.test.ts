import { describe, expect, it } from 'vitest';
import { type QuickState, quickView } from '#main/alerting/overview/quickView.ts';
import type { HelpfulAction } from '#shared/domain/conditions/helpfulActions.ts';
import { placeTimes } from '#shared/domain/conditions/places.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { QUICK_ROWS_MAX } from '#shared/domain/quickView.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { copy } from '#test/unit/shared/placeFixtures.ts';

const now = new Date(2026, 10, 20, 12).getTime();
const words = { en: translatorOf('en'), 'zh-CN': translatorOf('zh-CN') };
const order = (id: string, days: number, change: Partial<OrderRow> = {}) =>
  orderWithDays(id, days, now, { alias: `Order ${id}`, ...change });
const deployment = placeTimes(
  { copies: [copy({ outdated: true })], endpoints: [] },
  { renewedAt: () => null, confirmedAt: () => null },
);
const orders = [
  order('later', 60),
  order('gone', -4.5),
  order('served', 50, { deployment }),
  order('soon', 12),
];
const statuses = new Map<string, OrderStatus>([
  ['gone', 'expired'],
  ['served', 'notDeployed'],
  ['soon', 'expiring'],
]);
const offers = new Map<string, HelpfulAction>([
  ['served', 'update'],
  ['soon', 'export'],
]);

function viewOf(change: Partial<QuickState> = {}, locale: keyof typeof words = 'en') {
  const state: QuickState = {
    orders,
    statuses,
    offersFor: () => offers,
    reasonFacts: () => ({ connection: undefined, isPolling: false, settings: defaultSettings }),
    waiting: 0,
    state: '2 orders need attention',
    search: '',
    theme: 'system',
    platform: 'linux',
    ...change,
  };
  return quickView(state, now, { t: words[locale], locale });
}

const rowsOf = (...args: Parameters<typeof viewOf>) =>
  viewOf(...args).rows.map(({ id, words: said, needsAttention, help }) => [
    id,
    said,
    needsAttention,
    help?.label ?? null,
  ]);

describe('what the quick window shows', () => {
  it.each([
    [
      'en',
      [
        ['gone', 'expired 4 days ago · Not renewed', true, null],
        ['served', 'Not deployed · Files out of date', true, 'Update files'],
        ['soon', 'expires in 12 d 0 h', false, 'Export…'],
        ['later', 'expires in 60 days', false, null],
      ],
    ],
    [
      'zh-CN',
      [
        ['gone', '4 天前过期 · 未续期', true, null],
        ['served', '未部署 · 文件已过时', true, '更新文件'],
        ['soon', '12 天 0 小时后到期', false, '导出…'],
        ['later', '60 天后到期', false, null],
      ],
    ],
  ] as const)('is worst first, then soonest first, each with what helps, in %s', (locale, rows) => {
    expect(rowsOf({}, locale)).toEqual(rows);
  });

  it.each([
    ['SOON', ['soon']],
    ['order status:expired', ['gone']],
    ['<30d', ['gone', 'soon']],
    ['nobody', []],
    ['status:strange', []],
  ])('is searched as the list is: %s', (search, ids) => {
    const { rows, texts } = viewOf({ search });
    expect(rows.map(({ id }) => id)).toEqual(ids);
    expect(texts.empty).toBe('No orders match');
  });

  it('says what to do without orders, and that deliveries wait', () => {
    expect(viewOf({ orders: [] }).texts).toMatchObject({
      empty: 'No orders yet. Open the window to add some.',
      waiting: null,
    });
    expect(viewOf({ waiting: 2 }).texts.waiting).toBe('2 deliveries waiting');
  });

  it.each([
    ['darwin', '⌘O'],
    ['win32', 'Ctrl O'],
    ['linux', 'Ctrl O'],
  ] as const)('names the key that opens the window on %s', (platform, key) => {
    expect(viewOf({ platform }).texts.windowKey).toBe(key);
  });

  it('is limited, and reads what helps only of what it shows', () => {
    const many = Array.from({ length: 500 }, (_, n) => order(`${n}`, n + 1));
    let asked = 0;
    const offersFor: QuickState['offersFor'] = (rows) => {
      asked = rows.length;
      return new Map();
    };
    expect(viewOf({ orders: many, offersFor }).rows).toHaveLength(QUICK_ROWS_MAX);
    expect(asked).toBe(QUICK_ROWS_MAX);
  });
});
