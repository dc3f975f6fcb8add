import type { Finding } from '#shared/domain/finding.ts';
import type { HistoryEntry, OrderDetails, OrderRow } from '#shared/domain/order.ts';
import { cleanText } from '#shared/text.ts';
import type { DeliveryRecord, PushOrder } from './deliveryRecord.ts';

/**
 * The list row of a push-only order.
 * @param present the delivery whose certificate it has, or `null`
 * @param findings of its certificate
 */
export function toPushRow(
  order: PushOrder,
  present: DeliveryRecord | null,
  findings: readonly Finding[],
): OrderRow {
  const leaf = present?.leaf ?? null;
  const acceptedAt = present?.verdict.kind === 'accepted' ? present.verdict.at : null;
  return {
    id: order.id,
    source: { kind: 'push', hookId: order.hookId, name: order.name },
    alias: order.alias,
    serviceName: cleanText(order.name),
    fingerprint256: leaf?.fingerprint256 ?? null,
    commonName: leaf?.commonName ?? null,
    domains: leaf?.subjectAltNames ?? order.approvedNames,
    issuerName: leaf?.issuerName ?? null,
    notBefore: leaf?.notBefore ?? null,
    notAfter: leaf?.notAfter ?? null,
    notAfterSource: leaf === null ? null : 'certificate',
    lastConfirmedAt: acceptedAt,
    lastAttemptAt: acceptedAt,
    nextPollAt: null,
    failures: 0,
    failure: null,
    findings,
    // Not part of the order: added when the row is published.
    snooze: null,
    lead: null,
  };
}

/** The details of a push-only order. @param deliveries all deliveries for it */
export function pushDetails(
  order: PushOrder,
  present: DeliveryRecord | null,
  deliveries: readonly DeliveryRecord[],
): OrderDetails {
  return {
    id: order.id,
    leaf: present?.leaf ?? null,
    chain: present?.chain ?? [],
    serviceNotAfter: present?.serviceNotAfter ?? null,
    serviceZoneOffsetMinutes: null,
    history: historyOf(present, deliveries),
    addedAt: order.addedAt,
  };
}

/** The leaves that a push-only order has or had: the current one first, then by the time of their last delivery. */
export function historyOf(
  present: DeliveryRecord | null,
  deliveries: readonly DeliveryRecord[],
): HistoryEntry[] {
  const entries = new Map<string, HistoryEntry>();
  for (const { leaf, receivedAt, verdict } of deliveries) {
    if (verdict.kind !== 'accepted' && verdict.kind !== 'superseded') continue;
    const { fingerprint256, serialNumber, issuerName, notBefore, notAfter } = leaf;
    const before = entries.get(fingerprint256);
    entries.set(fingerprint256, {
      ...{ fingerprint256, serialNumber, issuerName, notBefore, notAfter },
      firstSeenAt: Math.min(receivedAt, before?.firstSeenAt ?? receivedAt),
      lastSeenAt: Math.max(receivedAt, before?.lastSeenAt ?? receivedAt),
    });
  }
  const isPresent = (entry: HistoryEntry) => entry.fingerprint256 === present?.leaf.fingerprint256;
  return [...entries.values()].sort(
    (a, b) => Number(isPresent(b)) - Number(isPresent(a)) || b.lastSeenAt - a.lastSeenAt,
  );
}
