import type { OrderRow } from '#shared/domain/order.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';

/** An order that was added and never asked for, changed as wanted. */
export function unfetchedOrder(id: string, change: Partial<OrderRow> = {}): OrderRow {
  return {
    id,
    connectionId: 'c1',
    rid: `rid-${id}`,
    alias: null,
    serviceName: null,
    fingerprint256: null,
    commonName: null,
    domains: [],
    issuerName: null,
    notBefore: null,
    notAfter: null,
    notAfterSource: null,
    lastConfirmedAt: null,
    lastAttemptAt: null,
    nextPollAt: null,
    failures: 0,
    failure: null,
    findings: [],
    snooze: null,
    pushOnly: false,
    lead: null,
    ...change,
  };
}

/** An order with a certificate of 90 days that has `days` left at `now` (Unix ms), confirmed at that moment. */
export function orderWithDays(
  id: string,
  days: number,
  now: number,
  change: Partial<OrderRow> = {},
): OrderRow {
  const notAfter = now + days * DAY_MS;
  return unfetchedOrder(id, {
    fingerprint256: `leaf-${id}`,
    commonName: `${id}.example.com`,
    domains: [`${id}.example.com`],
    issuerName: 'Test CA',
    notBefore: notAfter - 90 * DAY_MS,
    notAfter,
    notAfterSource: 'certificate',
    lastConfirmedAt: now,
    lastAttemptAt: now,
    ...change,
  });
}
