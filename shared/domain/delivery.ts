import type { AppError } from '../errors.ts';
import type { CertificateFacts } from './certificate.ts';
import type { ReviewFinding } from './finding.ts';

/** One delivery (interface, section 6) in the inbox. Times are Unix milliseconds. The private key is never part of it. */
export interface DeliveryView {
  readonly id: string;
  readonly receivedAt: number;
  readonly hookId: string;
  /** The hook's name when it came. */
  readonly hookName: string;
  /** `ssl`: the order's name at the service. */
  readonly orderName: string;
  readonly task: string;
  readonly leaf: CertificateFacts;
  /** The zoneless notAfter as it came, or `null` when the sender did not say. */
  readonly serviceNotAfter: string | null;
  /** The order, pulled or push-only, that its name is mapped to, or `null`. */
  readonly orderId: string | null;
  readonly verdict: DeliveryVerdict;
  readonly key: DeliveryKeyState;
  /** Another body came under the same timestamp and token: two tasks in one second, or a captured header pair. */
  readonly sharesSignature: boolean;
}

/** What a delivery counts for. It is a hint, not the truth, until `confirmed` or `accepted`. */
export type DeliveryVerdict =
  /** The mapped order is being asked for at the service. */
  | { readonly kind: 'checking' }
  | { readonly kind: 'waiting'; readonly reason: WaitingReason }
  /** The API gave the same leaf. */
  | { readonly kind: 'confirmed'; readonly at: number }
  /** Taken for a push-only order by its rules. */
  | { readonly kind: 'accepted'; readonly at: number }
  /** A newer leaf of the same order counts. */
  | { readonly kind: 'superseded'; readonly at: number }
  | { readonly kind: 'discarded'; readonly at: number };

/** Why a delivery waits for a person, or for the service. */
export type WaitingReason =
  /** Nobody said which order this name means. */
  | { readonly kind: 'unknownName' }
  /** The order that the name was mapped to is gone. */
  | { readonly kind: 'orderGone' }
  /** The API gives another leaf. */
  | { readonly kind: 'leafDiffers'; readonly fingerprint256: string; readonly notAfter: number }
  /** The API could not be asked. */
  | { readonly kind: 'notAsked'; readonly error: AppError | null }
  /** The names of the leaf are not those that were approved for this push-only order. */
  | { readonly kind: 'namesDiffer'; readonly added: readonly string[]; readonly missing: readonly string[] }
  | { readonly kind: 'chainNotTrusted'; readonly missingIssuer: string }
  /** Clients would refuse it, whoever issued it; the first of its faults. */
  | { readonly kind: 'refused'; readonly fault: ReviewFinding }
  /** It would end before the certificate that the push-only order has. */
  | { readonly kind: 'notAfterBack'; readonly notAfter: number }
  | { readonly kind: 'expired' }
  | { readonly kind: 'notYetValid' };

/** Where a delivery's private key is. */
export type DeliveryKeyState =
  | 'vault'
  /** Until the app quits. */
  | 'memory'
  /** Exported, and removed from here. */
  | 'exported'
  /** Kept for as long as the settings say, then removed. */
  | 'expired'
  /** Removed with the delivery, or lost with the memory or the vault key that held it. */
  | 'gone';

/** Whether a delivery needs a person. */
export function isWaiting({ verdict }: Pick<DeliveryView, 'verdict'>): boolean {
  return verdict.kind === 'waiting';
}

/** Whether what a delivery carries counts. */
export function isTrusted({ verdict }: Pick<DeliveryView, 'verdict'>): boolean {
  return verdict.kind === 'confirmed' || verdict.kind === 'accepted';
}

/** The inbox shows so many; those that wait come before those that are settled. */
export const INBOX_SHOWN_MAX = 500;
