import type { AppError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';

/** What the service returned for an order, decoded from every known form (interface, section 2). PEM as received. */
export interface CertificateMaterial {
  /** The full certificate, usually leaf first. */
  readonly certificate: string;
  readonly certificateServer: string | null;
  readonly certificateChain: string | null;
  readonly key: string | null;
  /** The service's zoneless `YYYY-MM-DD HH:mm:ss`, unchanged. */
  readonly notAfter: string | null;
  /** The order's name, if the JSON has one. */
  readonly name: string | null;
  /** Left out or `null`: the answer said nothing of the kind. */
  readonly reported?: ReportedFailure | null;
}

/** An answer that has a certificate and says that something failed. */
export interface ReportedFailure {
  /** The service's words, cleaned; `null`: it gave none. */
  readonly said: string | null;
}

export interface FetchOutcome {
  readonly material: Result<CertificateMaterial, AppError>;
  /** The notAfter of the JSON, kept even if the material is unusable. */
  readonly serviceNotAfter: string | null;
}

export interface FetchOptions {
  /** `true`: missing parts are fetched, including the key. `false`: the key is not fetched. */
  readonly withKey: boolean;
  readonly signal: AbortSignal;
}

export interface PollOptions {
  /** `bodyDigest` of an earlier answer: the same body is not decoded again. `null`: none. */
  readonly known: string | null;
  readonly signal: AbortSignal;
}

/** Result of a poll, which does not fetch the key. */
export type PollAnswer =
  | (FetchOutcome & {
      /** Digest of a body with all of the material, or `null`. Keep it in memory only: the body may contain a key. */
      readonly bodyDigest: string | null;
    })
  /** The body equals the known one. */
  | { readonly sameAs: string };

export interface OrderAddress {
  readonly connectionId: string;
  readonly rid: string;
}

/** Fetches the material of orders. Expected errors are returned, not thrown. */
export interface MaterialSource {
  latest(order: OrderAddress, options: FetchOptions): Promise<FetchOutcome>;
  /** Without the key, and without decoding a known body. */
  poll(order: OrderAddress, options: PollOptions): Promise<PollAnswer>;
}
