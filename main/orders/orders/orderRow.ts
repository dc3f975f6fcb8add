import { disagreementMs, serviceInstant } from '#main/x509/certificates/serviceZone.ts';
import { type Finding, judgedFindings } from '#shared/domain/finding.ts';
import type { PulledOrderRow } from '#shared/domain/order.ts';
import { cleanText } from '#shared/text.ts';
import type { OrderRecord } from './orderRecord.ts';

/**
 * The row that the list shows for a record.
 * @param zone minutes east of UTC learnt for its connection, or `null`: a notAfter that only the service tells is
 * then read as UTC, and nothing is said about whether service and certificate agree
 */
export function toRow(record: OrderRecord, zone: number | null): PulledOrderRow {
  const { leaf, serviceNotAfter } = record;
  const fromService =
    leaf === null && serviceNotAfter !== null ? serviceInstant(serviceNotAfter, zone ?? 0) : null;
  return {
    id: record.id,
    source: { kind: 'pull', connectionId: record.connectionId, rid: record.rid },
    alias: record.alias,
    serviceName: record.serviceName === null ? null : cleanText(record.serviceName),
    fingerprint256: leaf?.fingerprint256 ?? null,
    commonName: leaf?.commonName ?? null,
    domains: leaf?.subjectAltNames ?? [],
    issuerName: leaf?.issuerName ?? null,
    notBefore: leaf?.notBefore ?? null,
    notAfter: leaf?.notAfter ?? fromService,
    notAfterSource: leaf !== null ? 'certificate' : fromService !== null ? 'service' : null,
    lastConfirmedAt: record.lastConfirmedAt,
    lastAttemptAt: record.lastAttemptAt,
    nextPollAt: record.nextPollAt,
    failures: record.failures,
    failure: record.failure,
    findings: [...reviewed(record), ...disagreement(record, zone)],
    // Not the order's own: who publishes the row adds it.
    snooze: null,
    lead: null,
  };
}

function reviewed({ leaf, findings, accepted }: OrderRecord): readonly Finding[] {
  return leaf === null ? findings : judgedFindings(leaf, findings, accepted);
}

function disagreement({ leaf, serviceNotAfter }: OrderRecord, zone: number | null): Finding[] {
  if (leaf === null || serviceNotAfter === null || zone === null) return [];
  const differenceMs = disagreementMs({ serviceNotAfter, notAfter: leaf.notAfter }, zone);
  return differenceMs === null ? [] : [{ kind: 'serviceDisagrees', serviceNotAfter, differenceMs }];
}
