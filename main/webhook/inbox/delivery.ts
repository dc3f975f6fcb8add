import type { RefusalReason } from '#shared/domain/receiver.ts';

/** The payload of a delivery (interface, section 4.2). */
export interface DeliveryFields {
  /** Name of the certificate order. */
  readonly ssl: string;
  /** Name of the automation task. */
  readonly task: string;
  readonly certificate: string;
  readonly certificateServer: string;
  readonly certificateChain: string;
  readonly key: string;
  /** `YYYY-MM-DD HH:mm:ss` without a time zone; empty: not sent. */
  readonly notAfter: string;
}

/**
 * A delivery with a verified head. The signature covers only the timestamp, so no field is proven. Holds the private
 * key: do not keep it as it is.
 */
export interface VerifiedDelivery {
  readonly hookId: string;
  /** Unix ms. */
  readonly receivedAt: number;
  /** `z-timestamp` as sent: ten digits. */
  readonly timestamp: string;
  /** `z-token` as sent: 64 lowercase hex digits. */
  readonly token: string;
  /** SHA-256 of the body as sent, lowercase hex. */
  readonly bodySha256: string;
  /** Length of the body as sent. */
  readonly bodyBytes: number;
  readonly fields: DeliveryFields;
}

/** What became of a delivery. The sender gets a success status only for `kept` and `replayed`. */
export type KeepOutcome =
  /** Stored on disk, its private key encrypted. */
  | { readonly kind: 'kept'; readonly deliveryId: string }
  /** It was stored before; nothing changed. */
  | { readonly kind: 'replayed' }
  /** No usable certificate or key; a rate limit of the hook or the signature; the disk or the keychain failed. */
  | Extract<RefusalReason, { readonly kind: 'unusable' | 'flood' | 'notKept' }>;
