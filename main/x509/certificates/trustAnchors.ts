import type { X509Certificate } from 'node:crypto';
import { certificatesIn } from './certificatesIn.ts';
import { isIssuedBy, isSelfIssued } from './chain.ts';
import { factsOf } from './facts.ts';
import { remembered } from './remembered.ts';

/** The roots that a connection trusts: the system's, the runtime's and its own CA file. */
export interface TrustAnchors {
  /** Trusted certificates that equal this one or have its issuer's name; signatures are not checked. */
  anchorsOf(certificate: X509Certificate): readonly X509Certificate[];
  /** Whether the certificate is trusted or was issued by a trusted one, as far as this runtime can tell. */
  reach(certificate: X509Certificate): boolean;
}

/** A trusted certificate that is not parsed yet. */
export interface NamedRoot {
  /** One certificate. */
  readonly pem: string;
  /** As Node writes it. */
  readonly subject: string;
}

/**
 * Indexes trusted certificates by subject on first use: share one instance.
 * @param pems PEM texts with one or more certificates each; unreadable ones are skipped
 */
export function createTrustAnchors(pems: readonly string[]): TrustAnchors {
  let bySubject: ReadonlyMap<string, readonly X509Certificate[]> | null = null;
  return anchorsNamed((subject) => {
    bySubject ??= Map.groupBy(
      [...new Set(pems)].flatMap((pem) => [...certificatesIn(pem)]),
      (anchor) => anchor.subject,
    );
    return bySubject.get(subject) ?? [];
  });
}

/** As `createTrustAnchors`, for hundreds of roots, which take tens of milliseconds: parses only those that are needed. */
export function createNamedAnchors(roots: readonly NamedRoot[]): TrustAnchors {
  const bySubject = Map.groupBy(roots, ({ subject }) => subject);
  const parsed = new Map<string, readonly X509Certificate[]>();
  return anchorsNamed((subject) => {
    const named = bySubject.get(subject);
    if (named === undefined) return [];
    const anchors = parsed.get(subject) ?? named.flatMap(({ pem }) => [...certificatesIn(pem)]);
    parsed.set(subject, anchors);
    return anchors;
  });
}

function anchorsNamed(namedBy: (subject: string) => readonly X509Certificate[]): TrustAnchors {
  const anchorsOf = (certificate: X509Certificate): readonly X509Certificate[] => {
    const { subject, issuer, fingerprint256 } = certificate;
    const isItself = (anchor: X509Certificate) => anchor.fingerprint256 === fingerprint256;
    const itself = namedBy(subject).filter(isItself);
    return [...itself, ...namedBy(issuer).filter((anchor) => !isItself(anchor))];
  };
  return { anchorsOf, reach: remembered((certificate) => anchorOf(certificate, { anchorsOf }) !== null) };
}

/** The trusted certificate that equals or issued this one, as far as this runtime can tell; `null` if there is none. */
export function anchorOf(
  certificate: X509Certificate,
  { anchorsOf }: Pick<TrustAnchors, 'anchorsOf'>,
): X509Certificate | null {
  const isAnchor = (anchor: X509Certificate) =>
    anchor.fingerprint256 === certificate.fingerprint256 || isIssuedBy(certificate, anchor);
  return anchorsOf(certificate).find(isAnchor) ?? null;
}

export function anyOf(all: readonly Pick<TrustAnchors, 'anchorsOf' | 'reach'>[]): TrustAnchors {
  return {
    anchorsOf: (certificate) => all.flatMap((anchors) => anchors.anchorsOf(certificate)),
    reach: (certificate) => all.some((anchors) => anchors.reach(certificate)),
  };
}

/**
 * Name of the issuer that a chain lacks; `null` if it reaches a root or an anchor.
 * @param anchors `null` if unknown: then only a chain without any issuer is incomplete
 */
export function missingIssuerOf(
  leaf: X509Certificate,
  path: readonly X509Certificate[],
  anchors: Pick<TrustAnchors, 'reach'> | null,
): string | null {
  const last = path.at(-1) ?? leaf;
  if (isSelfIssued(last)) return null;
  const isReached = anchors === null ? path.length > 0 : anchors.reach(last);
  return isReached ? null : factsOf(last).issuerName;
}
