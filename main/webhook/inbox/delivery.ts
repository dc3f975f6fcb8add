import type { AppError } from '#shared/errors.ts';

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
  /** Zoneless `YYYY-MM-DD HH:mm:ss`; empty when the sender did not say. */
  readonly notAfter: string;
}

/**
 * A delivery whose head was verified and whose body was read. The signature covers the timestamp alone: nothing of the
 * fields is proven. Holds the private key: not to be kept as it is.
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

/** What became of a delivery. Only after `kept` and `replayed` may the sender hear of success. */
export type KeepOutcome =
  /** On disk, its private key encrypted. */
  | { readonly kind: 'kept'; readonly deliveryId: string }
  /** It was kept before: nothing happened. */
  | { readonly kind: 'replayed' }
  /** Not a usable certificate or key: `invalidMaterial`. */
  | { readonly kind: 'unusable'; readonly error: AppError }
  /** Too many at once, or under one signature. */
  | { readonly kind: 'flood' }
  /** The disk or the keychain would not have it. */
  | { readonly kind: 'notKept'; readonly error: AppError };
