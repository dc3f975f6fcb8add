import { isDeepStrictEqual } from 'node:util';
import type { Inspection } from '#main/x509/certificates/inspect.ts';
import { type AcceptedLeaf, acceptedLeaf, isPlain, judgedFindings } from '#shared/domain/acceptance.ts';
import { replaces } from '#shared/domain/certificate.ts';
import { toReview } from '#shared/domain/finding.ts';
import type { AppError } from '#shared/errors.ts';
import type { OrderRecord, StateChange } from './orderRecord.ts';

/** What one poll of an order found. Contains no key. */
export type PollOutcome = {
  readonly orderId: string;
  /** When the answer was evaluated, Unix ms. */
  readonly at: number;
  /** When to poll again, Unix ms; `null`: as soon as polling is possible. */
  readonly nextPollAt: number | null;
} & (
  | {
      readonly kind: 'inspected';
      readonly inspection: Inspection;
      readonly serviceName: string | null;
      readonly serviceNotAfter: string | null;
    }
  /** The same body as in the last inspection. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed'; readonly error: AppError; readonly serviceNotAfter: string | null }
);

/** The record of an order after a poll. A failed poll keeps the known certificate. */
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
          chainEnd: inspection.chainEnd,
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
 * What the next leaf is compared with after this one: the first leaf of an order, then each renewal that needs no
 * review. Several renewals can therefore not remove names step by step that one renewal could not.
 */
function acceptedAfter(
  record: Pick<OrderRecord, 'leaf' | 'findings' | 'accepted'>,
  { leaf, findings }: Inspection,
): AcceptedLeaf | null {
  const accepted = acceptedOf(record);
  if (accepted === null) return null;
  if (accepted.fingerprint256 === leaf.fingerprint256) return isPlain(accepted) ? null : accepted;
  const judged = judgedFindings(leaf, findings, accepted);
  if (!replaces(leaf, accepted) || toReview(judged).length > 0) return accepted;
  const kinds = accepted.kinds.filter((kind) => findings.some((finding) => finding.kind === kind));
  const next = acceptedLeaf(leaf, findings, kinds, accepted);
  return isPlain(next) ? null : next;
}

export interface PollStep {
  readonly before: OrderRecord;
  readonly outcome: PollOutcome;
  readonly change: StateChange;
}

/** Whether only the times of the last and the next poll change. */
export function isConfirmation({ before, outcome, change }: PollStep): boolean {
  if (before.failures > 0 || outcome.kind === 'failed') return false;
  return outcome.kind === 'unchanged' || isSameContent(before, change.record);
}

/** Whether two records of an order differ in nothing but the times of polls. */
function isSameContent(before: OrderRecord, after: OrderRecord): boolean {
  const { lastConfirmedAt, lastAttemptAt, nextPollAt } = before;
  return isDeepStrictEqual(before, { ...after, lastConfirmedAt, lastAttemptAt, nextPollAt });
}

/** The accepted leaf of an order; `null` before the first leaf. */
export function acceptedOf({
  leaf,
  findings,
  accepted,
}: Pick<OrderRecord, 'leaf' | 'findings' | 'accepted'>): AcceptedLeaf | null {
  return accepted ?? (leaf === null ? null : acceptedLeaf(leaf, findings, []));
}
