import type { AppError } from '../errors.ts';
import type { CertificateFacts } from './certificate.ts';
import type { ReviewFinding } from './finding.ts';

/** A delivery (interface, section 6) as the inbox shows it, without its private key. Times are Unix milliseconds. */
export interface DeliveryView {
  readonly id: string;
  readonly receivedAt: number;
  readonly hookId: string;
  /** The hook's name at the time of the delivery. */
  readonly hookName: string;
  /** `ssl`: the order's name at the service. */
  readonly orderName: string;
  readonly task: string;
  readonly leaf: CertificateFacts;
  /** The zoneless notAfter as sent, or `null`: not sent. */
  readonly serviceNotAfter: string | null;
  /** The pulled or push-only order that its name is linked to, or `null`. */
  readonly orderId: string | null;
  readonly verdict: DeliveryVerdict;
  readonly key: DeliveryKeyState;
  /** Another body came with the same timestamp and token: from two tasks in one second, or a replayed head. */
  readonly sharesSignature: boolean;
}

/** Whether a delivery is trusted. Until it is `confirmed` or `accepted`, it is only a hint. */
export type DeliveryVerdict =
  | { readonly kind: 'checking' }
  | { readonly kind: 'waiting'; readonly reason: WaitingReason }
  | { readonly kind: 'confirmed'; readonly at: number }
  /** Accepted for a push-only order by its rules. */
  | { readonly kind: 'accepted'; readonly at: number }
  /** Replaced by a newer leaf of the same order. */
  | { readonly kind: 'superseded'; readonly at: number }
  | { readonly kind: 'discarded'; readonly at: number };

/** Why a delivery waits for the user, or for the service. */
export type WaitingReason =
  /** The name is not linked to an order. */
  | { readonly kind: 'unknownName' }
  | { readonly kind: 'orderGone' }
  | { readonly kind: 'leafDiffers'; readonly fingerprint256: string; readonly notAfter: number }
  | { readonly kind: 'notAsked'; readonly error: AppError | null }
  /** The names of the leaf are not those approved for this push-only order. */
  | { readonly kind: 'namesDiffer'; readonly added: readonly string[]; readonly missing: readonly string[] }
  | { readonly kind: 'chainNotTrusted'; readonly missingIssuer: string }
  /** Clients would refuse the certificate; the first of its faults. */
  | { readonly kind: 'refused'; readonly fault: ReviewFinding }
  /** It is older than the current certificate of the push-only order, which begins at `notBefore`. */
  | { readonly kind: 'olderLeaf'; readonly notBefore: number }
  | { readonly kind: 'expired' }
  | { readonly kind: 'notYetValid' };

/**
 * Where a delivery's private key is. `expired`: deleted after the retention time of the settings. `gone`: deleted with the
 * delivery, or lost with the memory or the vault key that held it.
 */
export const deliveryKeyStates = ['vault', 'memory', 'exported', 'expired', 'gone'] as const;
export type DeliveryKeyState = (typeof deliveryKeyStates)[number];

/** Whether a delivery needs a decision of the user. */
export function isWaiting({ verdict }: Pick<DeliveryView, 'verdict'>): boolean {
  return verdict.kind === 'waiting';
}

/** Whether the material of a delivery may be used. */
export function isTrusted({ verdict }: Pick<DeliveryView, 'verdict'>): boolean {
  return verdict.kind === 'confirmed' || verdict.kind === 'accepted';
}

/** Whether the delivery's private key is still stored. */
export function hasKey({ key }: Pick<DeliveryView, 'key'>): boolean {
  return key === 'vault' || key === 'memory';
}

/** The most deliveries that the inbox shows; waiting ones come before settled ones. */
export const INBOX_SHOWN_MAX = 500;

/** How many deliveries there are, and how many of them wait for the user. */
export interface InboxCounts {
  readonly all: number;
  readonly waiting: number;
}
