import type { OrderRow } from '#shared/domain/order.ts';
import type { ValiditySpan } from '#shared/domain/renewal.ts';
import type { Period } from './timeScale.ts';

/** One certificate of an order: the present one, or one that it had. */
export interface Leaf extends Period {
  readonly fingerprint256: string;
  readonly isPresent: boolean;
  /** When it took another's place, Unix ms; `null` for the first. */
  readonly renewedAt: number | null;
}

type PresentFacts = Pick<OrderRow, 'fingerprint256' | 'notBefore' | 'notAfter'>;

/** All certificates of an order, the earliest first: its history, and the present one even before that is told there. */
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
      to: notAfter,
      isPresent: fingerprint256 === row.fingerprint256,
      // As for the usual lead: one that was seen before its notBefore was issued ahead.
      renewedAt: index === 0 ? null : Math.min(notBefore, firstSeenAt),
    }));
}

/** A leaf that the history does not tell of yet: when it was seen nobody knows. */
function presentSpan({ fingerprint256, notBefore, notAfter }: PresentFacts): ValiditySpan | null {
  if (fingerprint256 === null || notBefore === null || notAfter === null) return null;
  return { fingerprint256, notBefore, notAfter, firstSeenAt: Number.POSITIVE_INFINITY };
}
