import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvText, inventoryCsv, timelineCsv } from '#main/reporting/report/inventoryCsv.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { cleanText } from '#shared/text.ts';
import { inventoryOf, inventoryOrder, inventoryWith } from '#test/support/inventoryOrders.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { now } from '#test/unit/shared/placeFixtures.ts';

/** Reads CSV by the grammar of RFC 4180, character by character. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === ',') {
      row.push(cell);
      cell = '';
    } else if (character === '\r' && text.charAt(at + 1) === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
      at += 1;
    } else cell += character;
  }
  if (isQuoted || row.length > 0 || cell !== '') throw new Error('ends in the middle of a row');
  return rows;
}

const dangerous = /^[=+\-@\t\r\n＝＋－＠]/u;
const anyText = fc.string({
  unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', "'", '＝', 'a', '证', '😀'),
});

describe('CSV', () => {
  it('parses back as clean text, with an apostrophe before a formula', () => {
    const anyRows = fc
      .integer({ min: 1, max: 5 })
      .chain((width) => fc.array(fc.array(anyText, { minLength: width, maxLength: width })));
    fc.assert(
      fc.property(anyRows, (rows) => {
        const inCell = (text: string) => (dangerous.test(text) ? `'${text}` : text);
        const expected = rows.map((row) => row.map((cell) => inCell(cleanText(cell))));
        expect(parseCsv(csvText(rows))).toEqual(expected);
      }),
    );
  });

  it('has no text cell that a spreadsheet program would evaluate', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(parseCsv(csvText([[text, 'end']]))[0]?.[0]).not.toMatch(dangerous);
      }),
    );
    expect(csvText([['=HYPERLINK("http://x")', '@a', '-1']])).toBe(`"'=HYPERLINK(""http://x"")",'@a,'-1\r\n`);
  });

  it('keeps numbers unchanged, and unknown values empty', () => {
    expect(csvText([[-3, true, null, '']])).toBe('-3,true,,\r\n');
  });
});

function records(text: string): Record<string, string>[] {
  const [names = [], ...rows] = parseCsv(text);
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ''])));
}

describe('the CSV of an inventory', () => {
  it('has one row per order, with times in UTC', () => {
    const places = {
      status: 'stale',
      addresses: 5,
      affected: 2,
      copies: 1,
      copiesAffected: 0,
      servedNotAfter: Date.UTC(2026, 5, 24, 12),
      uncheckedSince: null,
    } as const;
    const orders = [
      inventoryOrder({ title: 'a, "b"', places, tags: ['prod', 'team:web'], note: '=Ask\nfirst' }),
      inventoryOrder({ id: '2', notAfter: null, notBefore: null, lead: null, renewal: { kind: 'unknown' } }),
    ];
    const [first, second] = records(inventoryCsv(inventoryWith(orders)));
    expect(first).toMatchObject({
      order: 'a, "b"',
      notAfter: '2026-08-14T12:00:00.000Z',
      daysLeft: '60',
      renewal: 'notDue',
      renewalDue: '2026-07-15T12:00:00.000Z',
      usualLeadDays: '30',
      deployment: 'stale',
      addresses: '5',
      addressesAffected: '2',
      servedNotAfter: '2026-06-24T12:00:00.000Z',
      domains: 'a.example.com www.a.example.com',
      tags: 'prod, team:web',
      note: "'=Ask first",
    });
    expect(second).toMatchObject({
      id: '2',
      notAfter: '',
      daysLeft: '',
      renewalDue: '',
      deployment: '',
      tags: '',
    });
  });

  it.each([
    [-0.5, '0'],
    [-1.5, '-1'],
    [-4.2, '-4'],
    [4.8, '4'],
  ])('counts whole days, also of the past, as every other surface does: %f is %s', (days, expected) => {
    const inventory = inventoryOf({ orders: [orderWithDays('shop', days, now)] });
    expect(records(inventoryCsv(inventory))[0]).toMatchObject({ daysLeft: expected });
  });

  it('follows the thresholds of orders and tags, and says whose they are', () => {
    const plain = orderWithDays('plain', 40, now);
    const own = orderWithDays('own', 40, now, { thresholds: { warning: '44d', critical: '10d' } });
    const tagged = orderWithDays('tagged', 40, now, { tags: ['Prod'] });
    const tagThresholds = [{ tag: 'prod', warning: '50%', critical: '41d' }];
    const facts = { orders: [plain, own, tagged], settings: { ...defaultSettings, tagThresholds } };
    const rows = records(inventoryCsv(inventoryOf(facts)));
    expect(
      rows.map(({ id, status, warningDays, criticalDays, thresholdsFrom }) =>
        [id, status, warningDays, criticalDays, thresholdsFrom].join(' '),
      ),
    ).toEqual(['own expiring 44 10 order', 'plain healthy 30 7 general', 'tagged critical 45 41 tag:prod']);
  });

  it('always has the same columns', () => {
    const names = (text: string) => text.split('\r\n')[0];
    expect(names(inventoryCsv(inventoryWith([])))).toBe(
      names(inventoryCsv(inventoryWith([inventoryOrder()]))),
    );
  });
});

describe('the CSV of the timeline', () => {
  it('has one row per leaf, and marks the current one', () => {
    const rows = records(timelineCsv(inventoryWith([inventoryOrder(), inventoryOrder({ validity: [] })])));
    expect(rows.map(({ present, notBefore, notAfter }) => [present, notBefore, notAfter])).toEqual([
      ['true', '2026-05-16T12:00:00.000Z', '2026-08-14T12:00:00.000Z'],
      ['false', '2026-03-17T12:00:00.000Z', '2026-06-15T12:00:00.000Z'],
    ]);
  });
});
