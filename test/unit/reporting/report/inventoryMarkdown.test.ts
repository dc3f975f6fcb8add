import { describe, expect, it } from 'vitest';
import { inventoryMarkdown, markdownName } from '#main/reporting/report/inventoryMarkdown.ts';
import type { PlaceStatus } from '#shared/domain/conditions/places.ts';
import type { InventoryAddress, InventoryOrder } from '#shared/domain/inventory.ts';
import type { AppLanguage } from '#shared/domain/language.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import {
  inventoryAddress,
  inventoryEndpoint,
  inventoryOrder,
  inventoryWith,
  placesWith,
} from '#test/support/inventoryOrders.ts';
import { now } from '#test/unit/shared/placeFixtures.ts';

/** The cells of a row: a bar ends a cell unless a backslash precedes it. */
function cellsOf(row: string): string[] {
  const cells = [''];
  for (let at = 0; at < row.length; at += 1) {
    const character = row.charAt(at);
    if (character === '\\') {
      at += 1;
      cells.push(`${cells.pop()}${row.charAt(at)}`);
    } else if (character === '|') cells.push('');
    else cells.push(`${cells.pop()}${character}`);
  }
  return cells.slice(1, -1).map((cell) => cell.trim());
}

function report(orders: readonly InventoryOrder[], locale: AppLanguage = 'en') {
  const text = inventoryMarkdown(inventoryWith(orders), { locale, t: translatorOf(locale) });
  const lines = text.split('\n');
  return {
    lines,
    headings: lines.filter((line) => line.startsWith('#### ')).map((line) => line.slice(5)),
    rows: lines.filter((line) => line.startsWith('| ')).map(cellsOf),
  };
}

/** An address of which only the status is known, with changes. */
const place = (status: PlaceStatus, change: Partial<InventoryAddress> = {}) =>
  inventoryAddress({ status, notAfter: null, ...change });

const places = (order: Partial<InventoryOrder>) =>
  report([inventoryOrder(order)])
    .rows.at(-1)
    ?.at(-1);

describe('the Markdown of an inventory', () => {
  it('has a table per status, the worst first, and orders without places last', () => {
    const { lines, headings } = report([
      inventoryOrder(),
      inventoryOrder({ places: placesWith({ status: 'current' }) }),
      inventoryOrder({ places: placesWith({ status: 'stale' }) }),
      inventoryOrder({ places: placesWith({ status: 'expired' }) }),
      inventoryOrder({ places: placesWith({ status: 'stale' }) }),
    ]);
    expect(lines.slice(0, 3)).toEqual([
      '### NotAfter: 15 Jun 2026, 12:00:00 UTC',
      '',
      '5 orders, NotAfter 1.2.3. Times are in UTC.',
    ]);
    expect(headings).toEqual([
      'Deployment: expired (1)',
      'Deployment: previous certificate (2)',
      'Deployment: deployed (1)',
      'Deployment: no exported files or servers (1)',
    ]);
  });

  it('has the expiry of each order and the state of its renewal', () => {
    const overdue = { kind: 'overdue', dueAt: now - 4 * DAY_MS, byMs: 4 * DAY_MS } as const;
    expect(report([inventoryOrder({ renewal: overdue })]).rows).toEqual([
      ['Order', 'Connection', 'Status', 'Expires', 'Time left', 'Renewal', 'Deployment'],
      ['---', '---', '---', '---', '---', '---', '---'],
      ['a.example.com', 'Shop', 'Healthy', '14 Aug 2026', '60 days', '4 days overdue', ''],
    ]);
    const guess = inventoryOrder({ renewal: { kind: 'expected', dueAt: now - 4 * DAY_MS } });
    expect(report([guess]).rows.at(-1)?.at(5)).toBe('expected by 11 Jun 2026');
    const unknown = inventoryOrder({ notAfter: null, renewal: { kind: 'unknown' } });
    expect(report([unknown]).rows.at(-1)?.slice(3)).toEqual(['', '', '', '']);
  });

  it('has a column of tags and a list of notes only if there are any, as plain text', () => {
    const tagged = inventoryOrder({
      tags: ['prod', '@all'],
      note: 'Ask first,\n[then](https://example.com) renew',
    });
    const { headings, rows, lines } = report([
      tagged,
      inventoryOrder({ places: placesWith({ status: 'current' }) }),
    ]);
    expect(rows.filter(([order]) => order === 'Order').map((names) => names.at(-1))).toEqual([
      'Tags',
      'Tags',
    ]);
    expect(rows.map((cells) => cells.at(-1))).toEqual(['Tags', '---', '', 'Tags', '---', 'prod, `@all`']);
    expect(headings.at(-1)).toBe('Notes');
    expect(lines.at(-2)).toBe('- a.example.com: `Ask first, [then](https://example.com) renew`');
    expect(report([inventoryOrder()]).headings).not.toContain('Notes');
  });

  it('names the places that are not current, with the number of addresses', () => {
    const stale = place('stale', { notAfter: now + 9 * DAY_MS });
    const endpoints = [
      inventoryEndpoint([place('current'), stale, stale]),
      inventoryEndpoint([place('current')], { host: 'fine.example.com' }),
      inventoryEndpoint([], { host: '::1', port: 5432, error: { kind: 'notFound', code: 'ENOTFOUND' } }),
    ];
    const copies = [{ folder: '~/tls', state: 'missing', outdated: true, notAfter: now } as const];
    expect(places({ places: placesWith({ status: 'stale' }), endpoints, copies })).toBe(
      '`www.example.com:443`: previous certificate (2 of 3 addresses), valid until 24 Jun 2026; `[::1]:5432`: no certificate; `~/tls`: missing',
    );
    expect(
      places({
        places: placesWith({ status: 'current' }),
        endpoints: [inventoryEndpoint([place('current')])],
      }),
    ).toBe('deployed');
    const unlooked = inventoryEndpoint([], { probedAt: null });
    expect(places({ places: placesWith({ status: 'unknown' }), endpoints: [unlooked] })).toBe(
      '`www.example.com:443`: not checked yet',
    );
  });

  it('has the time of the last check, and the number of addresses that are not checked', () => {
    const old = [4, 2].map((days) => place('unknown', { uncheckedSince: now - days * DAY_MS }));
    const unknown = placesWith({ status: 'unknown' });
    expect(places({ places: unknown, endpoints: [inventoryEndpoint([...old, place('current')])] })).toBe(
      '`www.example.com:443`: not checked since 13 Jun 2026 (2 of 3 addresses)',
    );
    const many = inventoryEndpoint([place('current')], { omitted: 3 });
    expect(places({ places: placesWith({ status: 'current' }), endpoints: [many] })).toBe(
      '`www.example.com:443`: deployed, 3 more addresses not checked',
    );
    const stale = inventoryEndpoint([place('stale')], { omitted: 1 });
    expect(places({ places: placesWith({ status: 'stale' }), endpoints: [stale] })).toBe(
      '`www.example.com:443`: previous certificate (1 of 1 addresses), 1 more address not checked',
    );
  });

  it('has no expiry if no certificate is served', () => {
    const failing = place('unreachable', { notAfter: now + DAY_MS, error: { kind: 'refused' } });
    expect(
      places({ places: placesWith({ status: 'unreachable' }), endpoints: [inventoryEndpoint([failing])] }),
    ).toBe('`www.example.com:443`: no certificate (1 of 1 addresses)');
  });

  it('is in the language of the app', () => {
    const { headings, rows } = report([inventoryOrder({ places: placesWith({ status: 'stale' }) })], 'zh-CN');
    expect(headings).toEqual(['部署：旧证书（1）']);
    expect(rows[0]?.slice(0, 3)).toEqual(['订单', '连接', '状态']);
  });
});

describe('names in Markdown', () => {
  it('are plain text, or code that no renderer interprets', () => {
    const names = [
      'Shop (Production)',
      '订单, 一',
      'a.example.com',
      'www.a.example',
      '~/tls',
      'a`b',
      '``',
      '@me',
      'a|b',
      'a\\|b',
    ];
    expect(names.map((name) => markdownName(name, 64))).toEqual([
      'Shop (Production)',
      '订单, 一',
      'a.example.com',
      '`www.a.example`',
      '`~/tls`',
      '``a`b``',
      '``` `` ```',
      '`@me`',
      '`a\\|b`',
      '`a\\\\\\|b`',
    ]);
  });

  it('are cut if they are long', () => {
    expect(report([inventoryOrder({ title: 'x'.repeat(100) })]).rows.at(-1)?.[0]).toBe(`${'x'.repeat(63)}…`);
  });
});

it('lists the findings of a certificate to review', () => {
  const findings = [{ kind: 'namesLost', names: ['www.a.example'] }] as const;
  const orders = inventoryWith([inventoryOrder({ status: 'needsReview', findings })]);
  const text = inventoryMarkdown(orders, { locale: 'en', t: translatorOf('en') });
  expect(text).toContain('Needs review: `No longer covers www.a.example`');
});
