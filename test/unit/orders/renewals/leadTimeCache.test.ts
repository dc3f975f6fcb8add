import { describe, expect, it } from 'vitest';
import { LeadTimeCache } from '#main/orders/renewals/leadTimeCache.ts';
import { OrderHistories } from '#main/orders/renewals/orderHistories.ts';
import type { HistoryEntry, OrderRow } from '#shared/domain/order.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import type { OrderSpan } from '#shared/domain/timeline.ts';
import { err, ok } from '#shared/result.ts';
import { orderWithDays, unfetchedOrder } from '#test/support/orderRows.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';

const now = Date.UTC(2026, 5, 15, 12);

function span(orderId: string, daysLeft: number, fingerprint256: string): OrderSpan {
  const notAfter = now + daysLeft * DAY_MS;
  return { orderId, fingerprint256, notAfter, notBefore: notAfter - 90 * DAY_MS, firstSeenAt: now };
}

function createBook(rows: readonly OrderRow[], kept: readonly OrderSpan[]) {
  const orders = new Map(rows.map((row) => [row.id, row]));
  const spans = [...kept];
  const asked: (readonly string[])[] = [];
  const state = { fails: false };
  const { logger, lines } = createRecordingLogger();
  const given = (wanted: readonly OrderSpan[]) =>
    state.fails ? err({ kind: 'storage', reason: 'other', detail: '' } as const) : ok(wanted);
  const make = () =>
    new LeadTimeCache({
      histories: {
        of: (ids) => {
          asked.push(ids);
          return given(spans.filter(({ orderId }) => ids.includes(orderId)));
        },
      },
      order: (id) => orders.get(id) ?? null,
      logger,
    });
  const lead = (book: LeadTimeCache, id: string) => {
    const row = orders.get(id);
    if (row !== undefined) book.prepare([row]);
    const found = row === undefined ? null : book.fields.lead(row);
    return found === null ? null : [found.leadMs / DAY_MS, found.renewals];
  };
  return { orders, spans, asked, state, lines, make, lead };
}

describe('LeadTimeCache', () => {
  it('reads the histories of all orders at once, when they are first asked for', () => {
    const rows = [orderWithDays('a', 60, now), orderWithDays('b', 60, now), unfetchedOrder('none')];
    const set = createBook(rows, []);
    const book = set.make();
    expect(set.asked).toEqual([]);
    book.prepare(rows);
    expect(rows.map((row) => book.fields.lead(row)?.renewals)).toEqual([0, 0, undefined]);
    book.prepare(rows);
    expect(rows.map((row) => book.originOf(row))).toEqual([null, null, null]);
    expect(set.asked).toEqual([['a', 'b']]);
  });

  it('knows a leaf since its confirmation when a clock that was ahead saw it first', () => {
    const row = orderWithDays('a', 60, now);
    const set = createBook([row], [{ ...span('a', 60, 'leaf-a'), firstSeenAt: now + 365 * DAY_MS }]);
    const book = set.make();
    expect(book.originOf(row)?.firstSeenAt).toBe(now);
    const ahead = { ...row, lastConfirmedAt: now + 365 * DAY_MS };
    const later = createBook([ahead], set.spans);
    const kept = later.make();
    expect(kept.originOf(ahead)?.firstSeenAt).toBe(now + 365 * DAY_MS);
    later.orders.set('a', row);
    kept.ordersChanged({ upserts: ['a'], removed: [] });
    expect(kept.originOf(row)?.firstSeenAt).toBe(now);
  });

  it('has the lead of every order', () => {
    const rows = [orderWithDays('new', 60, now), orderWithDays('old', 60, now), unfetchedOrder('none')];
    const set = createBook(rows, [span('old', 10, 'former'), span('old', 60, 'leaf-old')]);
    const book = set.make();
    expect(set.lead(book, 'new')).toEqual([30, 0]);
    // The one before ended in 10 days, and this one came 30 days ago.
    expect(set.lead(book, 'old')).toEqual([40, 1]);
    expect(set.lead(book, 'none')).toBeNull();
  });

  it('recomputes when an order has another leaf, and only then', () => {
    const set = createBook([orderWithDays('a', 20, now)], []);
    const book = set.make();
    set.lead(book, 'a');
    book.ordersChanged({ upserts: ['a'], removed: [] });
    expect(set.asked).toEqual([['a']]);
    set.orders.set('a', orderWithDays('a', 85, now, { fingerprint256: 'next' }));
    set.spans.push(span('a', 20, 'leaf-a'), span('a', 85, 'next'));
    book.ordersChanged({ upserts: ['a'], removed: [] });
    expect(set.asked).toEqual([['a'], ['a']]);
    expect(set.lead(book, 'a')).toEqual([25, 1]);
  });

  it('has the lead of an order with its first leaf, and of a restored one', () => {
    const set = createBook([unfetchedOrder('a')], []);
    const book = set.make();
    set.orders.set('a', orderWithDays('a', 85, now));
    book.ordersChanged({ upserts: ['a'], removed: [] });
    expect(set.lead(book, 'a')).toEqual([30, 0]);
    book.ordersChanged({ upserts: [], removed: ['a'] });
    book.ordersChanged({ upserts: ['a'], removed: [] });
    expect(set.asked).toHaveLength(2);
  });

  it('uses only the lifetime when histories cannot be read', () => {
    const set = createBook([orderWithDays('a', 60, now)], [span('a', 10, 'former')]);
    set.state.fails = true;
    expect(set.lead(set.make(), 'a')).toEqual([30, 0]);
    expect(set.lines.some(({ message }) => message === 'Histories were not read')).toBe(true);
  });

  it('says since when an order has its leaf, and whether that is a renewal', () => {
    const rows = [orderWithDays('first', 60, now), orderWithDays('next', 60, now), unfetchedOrder('none')];
    const set = createBook(rows, [
      span('first', 60, 'leaf-first'),
      span('next', 10, 'former'),
      span('next', 60, 'leaf-next'),
    ]);
    const book = set.make();
    expect(rows.map((row) => book.originOf(row))).toEqual([
      { firstSeenAt: now, isRenewal: false },
      { firstSeenAt: now, isRenewal: true },
      null,
    ]);
    const back = orderWithDays('next', 10, now, { fingerprint256: 'former' });
    expect(book.originOf(back)).toBeNull();
    set.orders.set('next', back);
    book.ordersChanged({ upserts: ['next'], removed: [] });
    expect(book.originOf(back)).toEqual({ firstSeenAt: now, isRenewal: false });
  });

  it('retries unreadable histories, and logs the failure once', () => {
    const row = orderWithDays('a', 60, now);
    const set = createBook([row], [span('a', 10, 'former'), span('a', 60, 'leaf-a')]);
    set.state.fails = true;
    const book = set.make();
    expect(book.originOf(row)).toBeNull();
    book.readUnread();
    expect(book.originOf(row)).toBeNull();
    expect(set.lines).toHaveLength(1);
    set.state.fails = false;
    book.readUnread();
    book.readUnread();
    expect(book.originOf(row)).toMatchObject({ isRenewal: true });
    expect(set.lead(book, 'a')).toEqual([40, 1]);
    expect(set.asked).toEqual([['a'], ['a'], ['a']]);
  });
});

describe('OrderHistories', () => {
  const entry: HistoryEntry = {
    fingerprint256: 'p',
    serialNumber: '01',
    issuerName: 'CA',
    notBefore: 1,
    notAfter: 2,
    firstSeenAt: 3,
    lastSeenAt: 4,
  };
  const pulled = span('pulled', 60, 'a');
  const repository = {
    of: (ids: readonly string[]) => ok([pulled].filter(({ orderId }) => ids.includes(orderId))),
    all: () => ok([pulled]),
    identities: (fingerprints: readonly string[]) =>
      ok(
        new Map(
          fingerprints
            .filter((one) => one === 'a')
            .map((one) => [one, { serialNumber: '01', commonName: 'a.example', issuerName: 'CA' }]),
        ),
      ),
  };
  const histories = new OrderHistories(repository, () => new Map([['pushed', [entry]]]));
  const pushed = { orderId: 'pushed', fingerprint256: 'p', notBefore: 1, notAfter: 2, firstSeenAt: 3 };

  it('has the leaves of push-only orders beside those of the others', () => {
    expect(histories.all()).toEqual(ok([pulled, pushed]));
    expect(histories.of(['pulled'])).toEqual(ok([pulled]));
    expect(histories.of(['pushed'])).toEqual(ok([pushed]));
  });

  it('names the leaves of both that are asked for', () => {
    expect(histories.identities(['other'])).toEqual(ok(new Map()));
    expect(histories.identities(['p', 'a'])).toEqual(
      ok(
        new Map([
          ['p', { serialNumber: '01', commonName: null, issuerName: 'CA' }],
          ['a', { serialNumber: '01', commonName: 'a.example', issuerName: 'CA' }],
        ]),
      ),
    );
  });
});
