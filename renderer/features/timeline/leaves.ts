import { endOf } from '#shared/domain/chainEnd.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { ValiditySpan } from '#shared/domain/renewal.ts';
import type { Period } from './timeScale.ts';

export interface Leaf extends Period {
  readonly fingerprint256: string;
  readonly isPresent: boolean;
  /** When it replaced the one before, Unix ms; `null` for the first. */
  readonly renewedAt: number | null;
}

type PresentFacts = Pick<OrderRow, 'fingerprint256' | 'notBefore' | 'notAfter' | 'chainEnd'>;

/** All certificates of an order, the earliest first; the current one until its chain expires. The current one may not be in the history yet. */
export function leavesOf(row: PresentFacts, history: readonly ValiditySpan[]): readonly Leaf[] {
  const spans = [...history];
  const present = presentSpan(row);
  if (present !== null && !spans.some((span) => span.fingerprint256 === present.fingerprint256))
    spans.push(present);
  return spans
    .sort((a, b) => a.notBefore - b.notBefore || a.notAfter - b.notAfter)
    .map(({ fingerprint256, notBefore, notAfter, firstSeenAt }, index) => ({
      fingerprint256,
      from: notBefore,
      to: fingerprint256 === row.fingerprint256 ? (endOf(row) ?? notAfter) : notAfter,
      isPresent: fingerprint256 === row.fingerprint256,
      // A certificate can be seen before its notBefore, as for the usual lead time.
      renewedAt: index === 0 ? null : Math.min(notBefore, firstSeenAt),
    }));
}

/** The current certificate as a span. It is not in the history, so when it was first seen is unknown. */
function presentSpan({ fingerprint256, notBefore, notAfter }: PresentFacts): ValiditySpan | null {
  if (fingerprint256 === null || notBefore === null || notAfter === null) return null;
  return { fingerprint256, notBefore, notAfter, firstSeenAt: Number.POSITIVE_INFINITY };
}
