import { X509Certificate } from 'node:crypto';
import { isIssuedBy } from './chain.ts';
import { pemKind, readPemBlocks } from './pem.ts';

/** The roots that a connection trusts: the system's, the runtime's and its own CA file. */
export interface TrustAnchors {
  /** The trusted certificates that are this one, or have the name of its issuer; whether they signed it is not said. */
  anchorsOf(certificate: X509Certificate): readonly X509Certificate[];
  /** Whether the certificate is trusted itself, or was issued by one that is, as far as can be told. */
  reach(certificate: X509Certificate): boolean;
}

const MAX_ANSWERS = 1_000;

/**
 * Indexes trusted certificates by subject. Parsing some hundred of them takes tens of milliseconds, so it is put off
 * until the first question: make one for all connections without a CA file of their own.
 * @param pems PEM texts of one or more certificates each; what cannot be read is left out
 */
export function createTrustAnchors(pems: readonly string[]): TrustAnchors {
  let bySubject: ReadonlyMap<string, readonly X509Certificate[]> | null = null;
  const anchorsOf = (certificate: X509Certificate): readonly X509Certificate[] => {
    bySubject ??= indexBySubject(pems);
    const { subject, issuer, fingerprint256 } = certificate;
    const isItself = (anchor: X509Certificate) => anchor.fingerprint256 === fingerprint256;
    const itself = (bySubject.get(subject) ?? []).filter(isItself);
    const issuers = bySubject.get(issuer) ?? [];
    return [...itself, ...issuers.filter((anchor) => !isItself(anchor))];
  };
  return { anchorsOf, reach: answeredOnce((certificate) => anchorOf(certificate, { anchorsOf }) !== null) };
}

/** The trusted certificate that is this one, or issued it as far as can be told; `null` when there is none. */
export function anchorOf(
  certificate: X509Certificate,
  { anchorsOf }: Pick<TrustAnchors, 'anchorsOf'>,
): X509Certificate | null {
  const isAnchor = (anchor: X509Certificate) =>
    anchor.fingerprint256 === certificate.fingerprint256 || isIssuedBy(certificate, anchor);
  return anchorsOf(certificate).find(isAnchor) ?? null;
}

/** Trust in all of them together. */
export function anyOf(all: readonly Pick<TrustAnchors, 'anchorsOf' | 'reach'>[]): TrustAnchors {
  return {
    anchorsOf: (certificate) => all.flatMap((anchors) => anchors.anchorsOf(certificate)),
    reach: (certificate) => all.some((anchors) => anchors.reach(certificate)),
  };
}

/** Thousands of orders share a few intermediates, and a signature costs more than all the rest of an inspection. */
function answeredOnce(
  ask: (certificate: X509Certificate) => boolean,
): (certificate: X509Certificate) => boolean {
  const answers = new Map<string, boolean>();
  return (certificate) => {
    const known = answers.get(certificate.fingerprint256);
    if (known !== undefined) return known;
    const answer = ask(certificate);
    if (answers.size >= MAX_ANSWERS) answers.clear();
    answers.set(certificate.fingerprint256, answer);
    return answer;
  };
}

function indexBySubject(pems: readonly string[]): ReadonlyMap<string, readonly X509Certificate[]> {
  const index = new Map<string, X509Certificate[]>();
  for (const certificate of parseAll(new Set(pems))) {
    const namesakes = index.get(certificate.subject);
    if (namesakes === undefined) index.set(certificate.subject, [certificate]);
    else namesakes.push(certificate);
  }
  return index;
}

function* parseAll(pems: Iterable<string>): Generator<X509Certificate> {
  for (const pem of pems) {
    const blocks = readPemBlocks(pem);
    for (const block of blocks.ok ? blocks.value : []) {
      if (pemKind(block) !== 'certificate') continue;
      try {
        yield new X509Certificate(Buffer.from(block.base64, 'base64'));
      } catch {
        // Stores hold certificates of kinds that this runtime does not know; those can anchor nothing here.
      }
    }
  }
}
