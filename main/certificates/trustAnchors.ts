import { X509Certificate } from 'node:crypto';
import { isIssuedBy, isProvenBy } from './chain.ts';
import { pemKind, readPemBlocks } from './pem.ts';

/** The roots that a connection trusts: the system's, the runtime's and its own CA file. */
export interface TrustAnchors {
  /** Whether the certificate is trusted itself, or was issued by one that is. */
  reach(certificate: X509Certificate): boolean;
  /** As `reach`, where trust itself hangs on the answer: names alone do not do, as they may for a finding. */
  proves(certificate: X509Certificate): boolean;
  /** The trusted certificate that is this one, or proves to have issued it; `null` when there is none. */
  anchorOf(certificate: X509Certificate): X509Certificate | null;
}

const MAX_ANSWERS = 1_000;

/**
 * Indexes trusted certificates by subject. Parsing some hundred of them takes tens of milliseconds, so it is put off
 * until the first question: make one for all connections without a CA file of their own.
 * @param pems PEM texts of one or more certificates each; what cannot be read is left out
 */
export function createTrustAnchors(pems: readonly string[]): TrustAnchors {
  let bySubject: ReadonlyMap<string, readonly X509Certificate[]> | null = null;
  const isReached = (certificate: X509Certificate, isIssuer: typeof isIssuedBy): boolean => {
    bySubject ??= indexBySubject(pems);
    const namesakes = bySubject.get(certificate.subject) ?? [];
    if (namesakes.some(({ fingerprint256 }) => fingerprint256 === certificate.fingerprint256)) return true;
    const issuers = bySubject.get(certificate.issuer) ?? [];
    return issuers.some((issuer) => isIssuer(certificate, issuer));
  };
  return {
    anchorOf(certificate) {
      bySubject ??= indexBySubject(pems);
      const namesakes = bySubject.get(certificate.subject) ?? [];
      const itself = namesakes.find(({ fingerprint256 }) => fingerprint256 === certificate.fingerprint256);
      const issuers = bySubject.get(certificate.issuer) ?? [];
      return itself ?? issuers.find((issuer) => isProvenBy(certificate, issuer)) ?? null;
    },
    reach: answeredOnce((certificate) => isReached(certificate, isIssuedBy)),
    proves: answeredOnce((certificate) => isReached(certificate, isProvenBy)),
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
