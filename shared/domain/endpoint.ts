import type { ChainFault } from './chainFault.ts';

/**
 * How TLS is begun at an endpoint: at once, or after the protocol's own STARTTLS. Sources: RFC 3207 (smtp), RFC 9051
 * (imap), RFC 2595 (pop3), RFC 4511 section 4.14 (ldap), RFC 6120 section 5 (xmpp), and the wire protocols of PostgreSQL
 * (SSLRequest) and MySQL (SSL request packet).
 */
export const endpointProtocols = [
  'tls',
  'smtp',
  'imap',
  'pop3',
  'ldap',
  'xmpp',
  'postgres',
  'mysql',
] as const;
export type EndpointProtocol = (typeof endpointProtocols)[number];

/** The port that is meant when none is given. */
export const defaultPorts: Readonly<Record<EndpointProtocol, number>> = {
  tls: 443,
  smtp: 587,
  imap: 143,
  pop3: 110,
  ldap: 389,
  xmpp: 5222,
  postgres: 5432,
  mysql: 3306,
};

/** Bounds of an endpoint's interval, and what it is unless somebody says otherwise, in minutes. */
export const probeIntervalBounds = { min: 15, max: 10_080 } as const;
export const PROBE_INTERVAL_MINUTES = 720;

/** The most endpoints of one order, and of all. */
export const ENDPOINTS_OF_ORDER_MAX = 50;
export const ENDPOINTS_MAX = 5_000;

/** A place where an order's certificate should be served. */
export interface Endpoint {
  readonly id: string;
  readonly orderId: string;
  /** A DNS name in lower case as A-labels, or an IP literal in its canonical form without brackets. */
  readonly host: string;
  readonly port: number;
  readonly protocol: EndpointProtocol;
  /** The name that is asked for (SNI, RFC 6066) and that the leaf has to cover; `null`: the host itself. */
  readonly serverName: string | null;
  readonly intervalMinutes: number;
}

/** Why an address, or a whole endpoint, gave no certificate. `code`: the system's, such as `ECONNREFUSED`. */
export type ProbeError =
  /** The name does not resolve. */
  | { readonly kind: 'notFound'; readonly code: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unreachable'; readonly code: string }
  /** The connection was ended before a certificate came. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'timeout'; readonly phase: 'resolve' | 'connect' | 'startTls' | 'handshake' }
  /** What answered does not speak TLS. */
  | { readonly kind: 'notTls' }
  /** The server does not offer STARTTLS, or does not speak the protocol; `detail`: its answer, cleaned and cut. */
  | { readonly kind: 'noStartTls'; readonly detail: string }
  /** Client and server did not agree; `code`: of the TLS alert or library. */
  | { readonly kind: 'handshake'; readonly code: string }
  | { readonly kind: 'offline' }
  /** This computer has no way to addresses of this family: many have none for IPv6. */
  | { readonly kind: 'noRoute' };

/** Whether an error says something of this computer, and nothing of the place. */
export function isOfThisComputer(error: ProbeError): boolean {
  return error.kind === 'offline' || error.kind === 'noRoute';
}

/** The addresses that tell something of an endpoint: those that no way leads to from here do not, beside others. */
export function withRoute<Address extends { readonly error: ProbeError | null }>(
  addresses: readonly Address[],
): readonly Address[] {
  const routed = addresses.filter(({ error }) => error?.kind !== 'noRoute');
  return routed.length > 0 ? routed : addresses;
}

/** What is wrong with what an address serves, beside which leaf it is. That it is expired follows from the clock. */
export type ServedFinding =
  | ChainFault
  | { readonly kind: 'chainIncomplete'; readonly missingIssuer: string }
  | { readonly kind: 'nameNotCovered'; readonly name: string }
  /** No root that this computer, or the order's connection, trusts. */
  | { readonly kind: 'notTrusted'; readonly code: string };

/** What an address served at a handshake. Times in Unix ms. */
export interface ServedLeaf {
  readonly fingerprint256: string;
  readonly commonName: string | null;
  readonly issuerName: string;
  readonly notBefore: number;
  readonly notAfter: number;
  /** Such as `TLSv1.3`. */
  readonly tlsVersion: string;
  readonly findings: readonly ServedFinding[];
}

/**
 * Which leaf an address serves. `issued`: the one that the order has now. `former`: one that it had. `other`: one that
 * this order never had, as far as is known.
 */
export type ServedRelation = 'issued' | 'former' | 'other';

/** One address of an endpoint. Times in Unix ms. */
export interface AddressView {
  /** An IP literal in its canonical form. */
  readonly address: string;
  readonly probedAt: number;
  /** What the last handshake that brought a certificate showed; kept while later ones fail. */
  readonly served: ServedLeaf | null;
  readonly relation: ServedRelation | null;
  /** Since when this leaf has been served here without another in between, as far as was looked. */
  readonly servedSince: number | null;
  /** When that leaf was last seen here. */
  readonly servedAt: number | null;
  /** Of the last probe; `null`: it brought a certificate. */
  readonly error: ProbeError | null;
  /** Since when it has failed. */
  readonly errorSince: number | null;
}

/** What came of adding several endpoints: how many are new, were there already, and are beyond the bounds. */
export interface EndpointsAdded {
  readonly added: number;
  readonly known: number;
  readonly noRoom: number;
}

/** An endpoint with what is served there. */
export interface EndpointView extends Endpoint {
  readonly probing: boolean;
  /** Unix ms; `null`: it was never probed. */
  readonly probedAt: number | null;
  readonly nextProbeAt: number | null;
  /** Of the last probe as a whole, such as a name that does not resolve. */
  readonly error: ProbeError | null;
  readonly addresses: readonly AddressView[];
  /** How many further addresses the name has, which are not looked at. */
  readonly omitted: number;
}

/** An endpoint for people and for the ways that it is written: `api.example.com:443`, `[::1]:5432`. */
export function hostAndPort({ host, port }: Pick<Endpoint, 'host' | 'port'>): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
