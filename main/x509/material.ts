import type { AppError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';

/**
 * What the service gave for one order, every known shape decoded into one (interface, section 2).
 * PEM as received, line ends and all. The key is present only when it was asked for, or came unasked.
 */
export interface CertificateMaterial {
  /** The full certificate: leaf first as far as the service keeps to it. */
  readonly certificate: string;
  readonly certificateServer: string | null;
  readonly certificateChain: string | null;
  readonly key: string | null;
  /** The service's zoneless `YYYY-MM-DD HH:mm:ss`, as it came. */
  readonly notAfter: string | null;
  /** The order's name, where the JSON holds one. */
  readonly name: string | null;
}

export interface FetchOutcome {
  readonly material: Result<CertificateMaterial, AppError>;
  /** The notAfter of the JSON, kept even when the material could not be had. */
  readonly serviceNotAfter: string | null;
}

export interface FetchOptions {
  /** `true`: all four parts are fetched if the JSON lacks them. `false`: the key is not asked for. */
  readonly withKey: boolean;
  readonly signal: AbortSignal;
}

export interface PollOptions {
  /** `bodyDigest` of an earlier answer: the same body again need not be decoded. `null`: there is none. */
  readonly known: string | null;
  readonly signal: AbortSignal;
}

/** What a poll brought, without the key having been asked for. */
export type PollAnswer =
  | (FetchOutcome & {
      /** Of the one body that holds all of the material, or `null`. For memory only: a key may be in that body. */
      readonly bodyDigest: string | null;
    })
  /** Byte for byte the body that was known. */
  | { readonly sameAs: string };

/** Where an order is found. */
export interface OrderAddress {
  readonly connectionId: string;
  readonly rid: string;
}

/** Fetches the material of orders. Never throws for expected errors. */
export interface MaterialSource {
  latest(order: OrderAddress, options: FetchOptions): Promise<FetchOutcome>;
  /** Without the key, and without decoding a body that is known. */
  poll(order: OrderAddress, options: PollOptions): Promise<PollAnswer>;
}
