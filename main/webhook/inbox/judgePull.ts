import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { DeliveryVerdict } from '#shared/domain/delivery.ts';
import type { OrderRow } from '#shared/domain/order.ts';

/** What the service said of an order when it was last asked. */
export type PulledAnswer = Pick<OrderRow, 'failure' | 'fingerprint256' | 'notBefore' | 'notAfter'>;

/**
 * What a delivery counts for after the service was asked for its order. Only to be called with an answer that came after
 * the delivery: a leaf that the service gave before it says nothing of it.
 * @param now Unix ms
 */
export function judgePull(leaf: CertificateFacts, answer: PulledAnswer, now: number): DeliveryVerdict {
  const { failure, fingerprint256, notBefore, notAfter } = answer;
  if (failure !== null || fingerprint256 === null || notBefore === null || notAfter === null) {
    return { kind: 'waiting', reason: { kind: 'notAsked', error: failure } };
  }
  if (fingerprint256 === leaf.fingerprint256) return { kind: 'confirmed', at: now };
  return isSuperseded(leaf, { notBefore, notAfter })
    ? { kind: 'superseded', at: now }
    : { kind: 'waiting', reason: { kind: 'leafDiffers', fingerprint256, notAfter } };
}

/**
 * Whether the service has a newer leaf than the delivered one. The beginning decides: lifetimes get shorter, so that an
 * old leaf may well end after the new one that the service is about to give.
 */
function isSuperseded(
  delivered: CertificateFacts,
  given: { readonly notBefore: number; readonly notAfter: number },
): boolean {
  if (given.notBefore !== delivered.notBefore) return given.notBefore > delivered.notBefore;
  return given.notAfter > delivered.notAfter;
}
