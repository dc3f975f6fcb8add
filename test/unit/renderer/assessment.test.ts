import { describe, expect, it } from 'vitest';
import { assess, pollingKindOf } from '#shared/domain/assessment.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { HOUR_MS } from '#shared/domain/thresholds.ts';
import { pullSource } from '#test/support/orderRows.ts';
import { connection, NOW, orderRow, unfetchedRow } from './orderRows.ts';

describe('assess', () => {
  it('counts every status and takes the state of each connection into account', () => {
    const rows = [
      orderRow('fine'),
      orderRow('gone', { notAfter: NOW - 1 }),
      orderRow('refused', { source: pullSource('rid-refused', 'c2') }),
      unfetchedRow('new'),
    ];
    const { statuses, counts } = assess(
      rows,
      pollingKindOf([
        connection('c1', 'A'),
        connection('c2', 'B', { kind: 'rejected', since: NOW, status: 401 }),
      ]),
      defaultSettings,
      NOW,
    );
    expect(Object.fromEntries(statuses)).toEqual({
      fine: 'healthy',
      gone: 'expired',
      refused: 'rejected',
      new: 'neverFetched',
    });
    expect(counts).toMatchObject({ healthy: 1, expired: 1, rejected: 1, neverFetched: 1, critical: 0 });
  });

  it('is valid until the first change of any order', () => {
    const rows = [orderRow('a'), orderRow('b', { notAfter: NOW + HOUR_MS })];
    expect(assess(rows, pollingKindOf([]), defaultSettings, NOW).validUntil).toBe(NOW + HOUR_MS + 1);
  });

  it('is valid forever without orders', () => {
    expect(assess([], pollingKindOf([]), defaultSettings, NOW).validUntil).toBe(Number.POSITIVE_INFINITY);
  });
});
