import type { X509Certificate } from 'node:crypto';
import { comparableName, issuerOf, subjectOf } from './names.ts';
import { certificatesIn } from './pem.ts';

/** The roots that a connection trusts: the system's, the runtime's and its own CA file. */
export interface TrustAnchors {
  /** Trusted certificates that equal this one or have its issuer's name; signatures are not checked. */
  anchorsOf(certificate: X509Certificate): readonly X509Certificate[];
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
      subjectOf,
    );
    return bySubject.get(subject) ?? [];
  });
}

/** As `createTrustAnchors`, for hundreds of roots, which take tens of milliseconds: parses only those that are needed. */
export function createNamedAnchors(roots: readonly NamedRoot[]): TrustAnchors {
  const bySubject = Map.groupBy(roots, ({ subject }) => comparableName(subject));
  const parsed = new Map<string, readonly X509Certificate[]>();
  return anchorsNamed((subject) => {
    const named = bySubject.get(subject);
    if (named === undefined) return [];
    const anchors = parsed.get(subject) ?? named.flatMap(({ pem }) => [...certificatesIn(pem)]);
    parsed.set(subject, anchors);
    return anchors;
  });
}

/** @param namedBy the anchors of a `comparableName` */
function anchorsNamed(namedBy: (subject: string) => readonly X509Certificate[]): TrustAnchors {
  return {
    anchorsOf: (certificate) => {
      const { fingerprint256 } = certificate;
      const isItself = (anchor: X509Certificate) => anchor.fingerprint256 === fingerprint256;
      const itself = namedBy(subjectOf(certificate)).filter(isItself);
      return [...itself, ...namedBy(issuerOf(certificate)).filter((anchor) => !isItself(anchor))];
    },
  };
}

export function anyOf(all: readonly TrustAnchors[]): TrustAnchors {
  return { anchorsOf: (certificate) => all.flatMap((anchors) => anchors.anchorsOf(certificate)) };
}
