import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { OrderRecord, StateChange } from './orderRecord.ts';
import type { PollOutcome } from './pollOutcome.ts';

/** The state of an order after a poll. What was known stays when the poll failed. */
export function applyOutcome(record: OrderRecord, outcome: PollOutcome): StateChange {
  const { at, nextPollAt } = outcome;
  const attempted = { ...record, lastAttemptAt: at, nextPollAt };
  switch (outcome.kind) {
    case 'inspected': {
      const { inspection } = outcome;
      return {
        record: {
          ...attempted,
          serviceName: outcome.serviceName ?? record.serviceName,
          serviceNotAfter: outcome.serviceNotAfter,
          leaf: inspection.leaf,
          chain: inspection.chain,
          findings: inspection.findings,
          lastConfirmedAt: at,
          failures: 0,
          failure: null,
        },
        seenAt: at,
        pem: { leaf: inspection.leafPem, chain: inspection.chainPem },
      };
    }
    case 'unchanged':
      return {
        record: { ...attempted, lastConfirmedAt: at, failures: 0, failure: null },
        seenAt: at,
        pem: null,
      };
    case 'failed':
      return {
        record: {
          ...attempted,
          serviceNotAfter: outcome.serviceNotAfter ?? record.serviceNotAfter,
          failures: record.failures + 1,
          failure: outcome.error,
        },
        seenAt: null,
        pem: null,
      };
  }
}

/** What tells two leaves apart and which is newer. Times in Unix ms. */
type LeafTimes = Pick<CertificateFacts, 'fingerprint256' | 'notBefore' | 'notAfter'>;

/**
 * Whether a leaf follows the one before it. An older one comes from a service whose parts do not agree: it is shown
 * and kept, but nothing was renewed. A reissue keeps notAfter and begins later.
 */
export function isNewerLeaf(before: LeafTimes, after: LeafTimes): boolean {
  if (before.fingerprint256 === after.fingerprint256) return false;
  return after.notBefore >= before.notBefore || after.notAfter > before.notAfter;
}
