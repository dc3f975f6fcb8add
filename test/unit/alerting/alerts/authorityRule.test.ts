import { expect, it } from 'vitest';
import type { AuthorityNews } from '#shared/domain/authorityNews.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { authorityNews, orderWithDays } from '#test/support/orderRows.ts';
import { start, startSession } from './alertHarness.ts';

const revoked = authorityNews({ revoked: { at: start, reason: 'superseded' } });
const wanted = (from: number): AuthorityNews =>
  authorityNews({ replacement: { from, by: from + DAY_MS, explanationUrl: null } });

const order = (authority: AuthorityNews | null, change: Partial<OrderRow> = {}) =>
  orderWithDays('a', 80, start, { fingerprint256: 'leaf', authority, ...change });

it('a revoked certificate is announced once, urgently, and also after it was to be replaced', () => {
  const session = startSession([order(wanted(start))]);
  session.look();
  session.look();
  session.state.rows = [order({ ...wanted(start), ...revoked })];
  session.look();
  session.look();
  expect(session.shown.map(({ title, urgent }) => [title, urgent])).toEqual([
    ['toReplace a', false],
    ['revoked a', true],
  ]);
  const again = startSession([order(revoked)], session.disk);
  again.look();
  expect(again.titles()).toEqual([]);
});

it('a wish is announced when its time has come', async () => {
  const session = startSession([order(wanted(start + DAY_MS))]);
  session.look();
  expect(session.titles()).toEqual([]);
  await session.time.advance(DAY_MS);
  session.look();
  expect(session.titles()).toEqual(['toReplace a']);
});

it('nothing is announced of an expired or a snoozed order', () => {
  const session = startSession([order(revoked)]);
  session.snoozes.snooze(['a'], 'day');
  session.look();
  expect(session.titles()).toEqual([]);
  const expired = startSession([
    orderWithDays('a', -1, start, { fingerprint256: 'leaf', authority: revoked }),
  ]);
  expired.look();
  expect(expired.titles()).not.toContain('revoked a');
});
