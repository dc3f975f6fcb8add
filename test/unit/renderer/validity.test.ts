import { describe, expect, it } from 'vitest';
import { validityParts } from '#renderer/features/orders/list/ValidityBar.tsx';
import type { OrderRow } from '#shared/domain/order.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { NOW } from './orderRows.ts';

function parts(elapsed: number, lifetime: number, chainEnd: OrderRow['chainEnd'] = null) {
  const notBefore = NOW - elapsed * DAY_MS;
  const row = { notBefore, notAfter: notBefore + lifetime * DAY_MS, chainEnd, tags: [], thresholds: null };
  return validityParts(row, defaultSettings, NOW);
}

describe('validityParts', () => {
  it('is what is left, and the warning window of a long lifetime in days', () => {
    expect(parts(100, 300)).toEqual({ left: 2 / 3, warning: 0.1 });
  });

  it('marks it as a part of a short lifetime', () => {
    expect(parts(0, 6)?.warning).toBeCloseTo(1 / 3);
  });

  it('stays inside the bar before the start, after the end and for an empty lifetime', () => {
    expect(parts(-5, 90)?.left).toBe(1);
    expect(parts(120, 90)?.left).toBe(0);
    expect(parts(0, 0)).toEqual({ left: 0, warning: 0 });
  });

  it('ends with a chain that expires first, with the warning window of the certificate', () => {
    const chainEnd = { at: NOW + 60 * DAY_MS, name: 'Issuing CA' };
    expect(parts(40, 300, chainEnd)).toEqual({ left: 0.6, warning: 0.3 });
  });
});
