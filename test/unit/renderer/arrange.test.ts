import { describe, expect, it } from 'vitest';
import { arrange } from '#renderer/features/orders/list/arrange.ts';
import { type Filter, noFilter } from '#renderer/stores/viewStore.ts';
import { assess, pollingKindOf } from '#shared/domain/assessment.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { parseSearch } from '#shared/domain/parseSearch.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { type OrderStatus, orderStatuses } from '#shared/domain/status.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/thresholds.ts';
import type { Sort } from '#shared/domain/windowView.ts';
import { pullSource, pushSource } from '#test/support/orderRows.ts';
import { byId, connection, NOW, orderRow, unfetchedRow } from './orderRows.ts';

const connections = [connection('c1', 'Zürich'), connection('c2', 'Aachen')];

const statusNames = Object.fromEntries(orderStatuses.map((status) => [status, status])) as Record<
  OrderStatus,
  string
>;

function arranged(
  rows: readonly OrderRow[],
  { filter = {}, sort = {} }: { filter?: Partial<Filter>; sort?: Partial<Sort> } = {},
): string[] {
  const orders = byId(rows);
  const { statuses } = assess(orders.values(), pollingKindOf(connections), defaultSettings, NOW);
  return arrange({
    orders,
    sources: connections,
    statuses,
    filter: { ...noFilter, ...filter },
    sort: { key: 'expiry', descending: false, ...sort },
    query: parseSearch(filter.search ?? '', statusNames),
    servers: new Map([['a', ['smtp.example.com:465']]]),
    now: NOW,
  }).map(({ id }) => id);
}

const soon = orderRow('soon', { notAfter: NOW + DAY_MS });
const past = orderRow('past', { notAfter: NOW - DAY_MS });
const late = orderRow('late', { source: pullSource('rid-late', 'c2'), lastConfirmedAt: NOW - 2 * HOUR_MS });
const never = unfetchedRow('never');

describe('arrange: sorting', () => {
  it('puts the earliest expiry first and orders without one last', () => {
    expect(arranged([never, late, soon, past])).toEqual(['past', 'soon', 'late', 'never']);
  });

  it('keeps orders without an expiry last in descending order', () => {
    expect(arranged([never, late, soon, past], { sort: { descending: true } })).toEqual([
      'late',
      'soon',
      'past',
      'never',
    ]);
  });

  it('sorts by the displayed name, numbers by value and without regard to case', () => {
    const rows = [
      orderRow('a', { alias: 'web 10' }),
      orderRow('b', { alias: 'Web 9' }),
      orderRow('c', { commonName: 'apex.example.com' }),
    ];
    expect(arranged(rows, { sort: { key: 'name' } })).toEqual(['c', 'b', 'a']);
    expect(arranged(rows, { sort: { key: 'name', descending: true } })).toEqual(['a', 'b', 'c']);
  });

  it('sorts the worst status first, then the earliest expiry', () => {
    const other = orderRow('other', { notAfter: NOW + 50 * DAY_MS });
    expect(arranged([never, late, other, soon, past], { sort: { key: 'status' } })).toEqual([
      'past',
      'soon',
      'never',
      'other',
      'late',
    ]);
  });

  it('sorts by the name of the connection, then the earliest expiry', () => {
    expect(arranged([soon, late, past], { sort: { key: 'connection' } })).toEqual(['late', 'past', 'soon']);
  });

  it('sorts the oldest confirmation first and orders without one last', () => {
    expect(arranged([soon, never, late], { sort: { key: 'confirmed' } })).toEqual(['late', 'soon', 'never']);
  });
});

describe('arrange: filtering', () => {
  const rows = [
    orderRow('a', {
      alias: 'Mail gateway',
      source: pullSource('ORD/1'),
      domains: ['smtp.example.com', 'imap.example.net'],
    }),
    orderRow('b', { issuerName: 'GlobalTrust ECC', source: pullSource('ORD/2', 'c2') }),
  ];

  it.each([
    ['an alias, in any case', 'GATEWAY', ['a']],
    ['any domain', 'imap.example.net', ['a']],
    ['the rid', 'ord/2', ['b']],
    ['the issuer', 'globaltrust', ['b']],
    ['all words, in any order', '  1   mail ', ['a']],
    ['a server that is checked', 'server::465', ['a']],
    ['the issuer alone', 'issuer:ecc', ['b']],
    ['what is left out', '-mail', ['b']],
    ['the time left', '<61d', ['a', 'b']],
    ['nothing', 'mail globaltrust', []],
    ['everything for blanks', '   ', ['a', 'b']],
  ])('finds by %s', (_what, search, expected) => {
    expect(arranged(rows, { filter: { search } })).toEqual(expected);
  });

  it('does not find a word across two fields', () => {
    expect(arranged(rows, { filter: { search: 'gatewayORD' } })).toEqual([]);
  });

  it('shows only what expires in a range, from its first moment on and before its last one', () => {
    const expires = { from: NOW + DAY_MS, until: NOW + 60 * DAY_MS };
    expect(arranged([soon, past, late, never], { filter: { expires } })).toEqual(['soon']);
  });

  it('shows only the chosen statuses, connections and hooks, both at once', () => {
    const all = [soon, past, late, never];
    expect(arranged(all, { filter: { statuses: new Set(['expired', 'neverFetched']) } })).toEqual([
      'past',
      'never',
    ]);
    expect(arranged(all, { filter: { connectionIds: new Set(['c2']) } })).toEqual(['late']);
    const pushed = orderRow('pushed', { source: pushSource('Pushed', 'h1') });
    expect(arranged([...all, pushed], { filter: { connectionIds: new Set(['h1']) } })).toEqual(['pushed']);
    expect(
      arranged(all, { filter: { connectionIds: new Set(['c2']), statuses: new Set(['expired']) } }),
    ).toEqual([]);
  });
});
