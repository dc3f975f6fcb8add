import { describe, expect, it } from 'vitest';
import { assess, nextChange } from '#renderer/features/orders/assessment.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { deriveStatus } from '#shared/domain/status.ts';
import { HOUR_MS } from '#shared/domain/thresholds.ts';
import { byId, connection, NOW, orderRow, unfetchedRow } from './orderRows.ts';

describe('assess', () => {
  it('counts every status and takes the state of each connection into account', () => {
    const rows = [
      orderRow('fine'),
      orderRow('gone', { notAfter: NOW - 1 }),
      orderRow('refused', { connectionId: 'c2' }),
      unfetchedRow('new'),
    ];
    const { statuses, counts } = assess(
      byId(rows),
      [connection('c1', 'A'), connection('c2', 'B', { kind: 'rejected', since: NOW, status: 401 })],
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

  it('holds until the first change of any order', () => {
    const rows = [orderRow('a'), orderRow('b', { notAfter: NOW + HOUR_MS })];
    expect(assess(byId(rows), [], defaultSettings, NOW).validUntil).toBe(NOW + HOUR_MS + 1);
  });

  it('holds for ever without orders', () => {
    expect(assess(new Map(), [], defaultSettings, NOW).validUntil).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('nextChange', () => {
  it('names exactly the moments at which the status changes by the clock', () => {
    const row = orderRow('a', {
      notBefore: NOW + HOUR_MS,
      notAfter: NOW + 13 * HOUR_MS,
      lastConfirmedAt: NOW,
    });
    const at = (now: number) => deriveStatus(row, 'active', defaultSettings, now);
    const seen = [at(NOW)];
    for (let now = nextChange(row, defaultSettings, NOW); Number.isFinite(now); ) {
      if (at(now) !== seen.at(-1)) {
        expect(at(now - 1)).toBe(seen.at(-1));
        seen.push(at(now));
      }
      now = nextChange(row, defaultSettings, now);
    }
    expect(seen).toEqual(['notYetValid', 'healthy', 'expiring', 'critical', 'expired']);
  });

  it('knows when an order that is not confirmed becomes stale', () => {
    const row = orderRow('a');
    const moment = nextChange(row, defaultSettings, NOW);
    expect(deriveStatus(row, 'active', defaultSettings, moment - 1)).toBe('healthy');
    expect(deriveStatus(row, 'active', defaultSettings, moment)).toBe('stale');
  });

  it('knows when a confirmation from the future, as of a clock set back, is believed again', () => {
    const row = orderRow('a', { lastConfirmedAt: NOW + HOUR_MS });
    const moment = nextChange(row, defaultSettings, NOW);
    expect(deriveStatus(row, 'active', defaultSettings, moment - 1)).toBe('stale');
    expect(deriveStatus(row, 'active', defaultSettings, moment)).toBe('healthy');
  });

  it('is never for an order of which nothing is known', () => {
    expect(nextChange(unfetchedRow('a'), defaultSettings, NOW)).toBe(Number.POSITIVE_INFINITY);
  });
});
