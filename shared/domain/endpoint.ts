import type { ChainEnd } from './chainEnd.ts';
import type { ChainFault } from './chainFault.ts';
import type { EndpointProtocol } from './endpointProtocol.ts';
import type { KeyKind } from './keyKind.ts';

/** Bounds and default of an endpoint's probe interval, in minutes. */
export const probeIntervalBounds = { min: 15, max: 10_080 } as const;
export const PROBE_INTERVAL_MINUTES = 720;

/** Maximum endpoints of one order, and in total. */
export const ENDPOINTS_OF_ORDER_MAX = 50;
export const ENDPOINTS_MAX = 5_000;

export interface Endpoint {
  readonly id: string;
  readonly orderId: string;
  /** A DNS name in lower case as A-labels, or an IP literal in canonical form without brackets. */
  readonly host: string;
  readonly port: number;
  readonly protocol: EndpointProtocol;
  /** The name for SNI (RFC 6066) that the certificate must cover; `null`: the host. */
  readonly serverName: string | null;
  readonly intervalMinutes: number;
}

/** Why no certificate could be read. `code`: the system's, such as `ECONNREFUSED`. */
export type ProbeError =
  | { readonly kind: 'notFound'; readonly code: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unreachable'; readonly code: string }
  /** The connection closed before a certificate was received. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'timeout'; readonly phase: 'resolve' | 'connect' | 'startTls' | 'handshake' }
  | { readonly kind: 'notTls' }
  /** The server offers no STARTTLS or speaks another protocol; `detail`: its answer, cleaned and shortened. */
  | { readonly kind: 'noStartTls'; readonly detail: string }
  /** The handshake failed; `code`: of the TLS alert or library. */
  | { readonly kind: 'handshake'; readonly code: string }
  | { readonly kind: 'offline' }
  /** This computer has no route to addresses of this family, often IPv6. */
  | { readonly kind: 'noRoute' };

/** Whether an error is about this computer and not about the endpoint. */
export function isOfThisComputer(error: ProbeError): boolean {
  return error.kind === 'offline' || error.kind === 'noRoute';
}

/** Drops addresses without a route from this computer, unless there are no others. */
export function withRoute<Address extends { readonly error: ProbeError | null }>(
  addresses: readonly Address[],
): readonly Address[] {
  const routed = addresses.filter(({ error }) => error?.kind !== 'noRoute');
  return routed.length > 0 ? routed : addresses;
}

/** A problem of a served certificate, besides which certificate it is and its expiry. */
export type ServedFinding =
  | ChainFault
  | { readonly kind: 'chainIncomplete'; readonly missingIssuer: string }
  | { readonly kind: 'nameNotCovered'; readonly name: string }
  /** No root that this computer or the order's connection trusts. */
  | { readonly kind: 'notTrusted'; readonly code: string }
  /** The certificate asks for a stapled OCSP response in every handshake (RFC 7633), and the server sent none. */
  | { readonly kind: 'stapleMissing' }
  /** Asked for a certificate with the order's kind of key, the server sends only one with another. */
  | { readonly kind: 'keyKindMissing'; readonly served: KeyKind; readonly wanted: KeyKind };

/** A served certificate. Times in Unix ms. */
export interface ServedLeaf {
  readonly fingerprint256: string;
  readonly commonName: string | null;
  readonly issuerName: string;
  readonly notBefore: number;
  readonly notAfter: number;
  /** `null`: the leaf expires before the chain that the server sends. */
  readonly chainEnd: ChainEnd | null;
  readonly tlsVersion: string;
  readonly findings: readonly ServedFinding[];
}

/**
 * Which certificate an address serves. `issued`: the order's current one. `former`: a previous one. `other`: none of
 * this order, as far as known.
 */
export type ServedRelation = 'issued' | 'former' | 'other';

/** One address of an endpoint. Times in Unix ms. */
export interface AddressView {
  /** An IP literal in canonical form. */
  readonly address: string;
  readonly probedAt: number;
  /** From the last handshake that returned a certificate; kept while later ones fail. */
  readonly served: ServedLeaf | null;
  readonly relation: ServedRelation | null;
  /** Since when this certificate has been served here without interruption, as far as probes show. */
  readonly servedSince: number | null;
  /** When this certificate was last seen here. */
  readonly servedAt: number | null;
  /** Error of the last probe; `null`: it returned a certificate. */
  readonly error: ProbeError | null;
  readonly errorSince: number | null;
}

/** Result of adding several endpoints: new ones, existing ones, and those beyond the limits. */
export interface EndpointsAdded {
  readonly added: number;
  readonly known: number;
  readonly noRoom: number;
}

export interface EndpointView extends Endpoint {
  readonly probing: boolean;
  /** Unix ms. */
  readonly addedAt: number;
  /** Unix ms; `null`: never probed. */
  readonly probedAt: number | null;
  readonly nextProbeAt: number | null;
  /** Error of the last probe as a whole, such as a name that does not resolve. */
  readonly error: ProbeError | null;
  readonly addresses: readonly AddressView[];
  /** Number of further addresses of the name, which are not probed. */
  readonly omitted: number;
}

/** Host and port of an endpoint as text: `api.example.com:443`, `[::1]:5432`. */
export function hostAndPort({ host, port }: Pick<Endpoint, 'host' | 'port'>): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
