import type { PictureOrder } from '#shared/domain/picture.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import type { OrderTruth } from '#shared/domain/truth.ts';

export const now = Date.UTC(2026, 10, 20, 12);

/** A healthy order, except for what is given. */
export function order(given: Partial<PictureOrder> = {}): PictureOrder {
  return {
    id: 'id',
    rid: 'rid',
    title: 'Shop',
    alias: null,
    connection: 'Main',
    pushOnly: false,
    status: 'healthy',
    failure: null,
    findings: [],
    waitsUntil: null,
    fingerprint256: 'ab',
    issuerName: 'CA',
    domains: [],
    notBefore: now - 10 * DAY_MS,
    notAfter: now + 80 * DAY_MS,
    lastConfirmedAt: now,
    lead: null,
    renewal: { kind: 'notDue', dueAt: now + 50 * DAY_MS },
    truth: null,
    copies: [],
    endpoints: [],
    validity: [],
    ...given,
  };
}

/** Two addresses in step, except for what is given. */
export const truth = (given: Partial<OrderTruth>): OrderTruth => ({
  verdict: 'inStep',
  addresses: 2,
  affected: 2,
  copies: 0,
  copiesAffected: 0,
  servedNotAfter: null,
  uncheckedSince: null,
  ...given,
});
