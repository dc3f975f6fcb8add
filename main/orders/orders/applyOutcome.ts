import { isDeepStrictEqual } from 'node:util';
import type { Inspection } from '#main/x509/certificates/inspection.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import { type AcceptedLeaf, acceptedLeaf, judgedFindings, toReview } from '#shared/domain/finding.ts';
import type { AppError } from '#shared/errors.ts';
import type { OrderRecord, StateChange } from './orderRecord.ts';

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
          accepted: acceptedAfter(record, inspection),
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

/**
 * The leaf that the next one is measured by, once this one is there: the first of an order, and each that follows the
 * accepted one and needs no review. So no two renewals walk names away that one could not take.
 */
function acceptedAfter(
  record: Pick<OrderRecord, 'leaf' | 'findings' | 'accepted'>,
  { leaf, findings }: Inspection,
): AcceptedLeaf | null {
  const accepted = acceptedOf(record);
  if (accepted === null) return null;
  if (accepted.fingerprint256 === leaf.fingerprint256) return accepted.kinds.length === 0 ? null : accepted;
  const judged = judgedFindings(leaf, findings, accepted);
  if (!isNewerLeaf(accepted, leaf) || toReview(judged).length > 0) return accepted;
  const kinds = accepted.kinds.filter((kind) => findings.some((finding) => finding.kind === kind));
  return kinds.length === 0 ? null : acceptedLeaf(leaf, findings, kinds);
}

/** Whether two records of an order differ in nothing but the times of polls. */
export function isSameContent(before: OrderRecord, after: OrderRecord): boolean {
  const { lastConfirmedAt, lastAttemptAt, nextPollAt } = before;
  return isDeepStrictEqual(before, { ...after, lastConfirmedAt, lastAttemptAt, nextPollAt });
}

/** The leaf of an order that was accepted last; `null` before the first. */
export function acceptedOf({
  leaf,
  findings,
  accepted,
}: Pick<OrderRecord, 'leaf' | 'findings' | 'accepted'>): AcceptedLeaf | null {
  return accepted ?? (leaf === null ? null : acceptedLeaf(leaf, findings, []));
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

/** What one poll of an order found. Holds no key. */
export type PollOutcome = {
  readonly orderId: string;
  /** When the answer was judged, Unix ms. */
  readonly at: number;
  /** When the order is to be asked again, Unix ms; `null`: as soon as polling is possible. */
  readonly nextPollAt: number | null;
} & (
  | {
      readonly kind: 'inspected';
      readonly inspection: Inspection;
      readonly serviceName: string | null;
      readonly serviceNotAfter: string | null;
    }
  /** The very material of the last inspection. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed'; readonly error: AppError; readonly serviceNotAfter: string | null }
);
