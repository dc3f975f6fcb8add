import type { X509Certificate } from 'node:crypto';
import { refusalsOf } from '#main/x509/certificates/clientRefusals.ts';
import { coversName } from '#main/x509/certificates/coversName.ts';
import { factsOf } from '#main/x509/certificates/facts.ts';
import { issuerNotTrusted, judgeChain } from '#main/x509/certificates/judgeChain.ts';
import type { JudgeOptions } from '#main/x509/certificates/judgeMaterial.ts';
import { type ChainFault, isDamage } from '#shared/domain/chainFault.ts';
import type { ProofFailure } from '#shared/domain/exportProof.ts';
import type { ClientRefusal } from '#shared/domain/finding.ts';

/** What a server sent from written files, and what these were made from. */
export interface Serving {
  readonly leaf: X509Certificate;
  /** What the server sent besides the leaf. */
  readonly above: readonly X509Certificate[];
  /** The chain of the material, without its root. */
  readonly fetched: readonly X509Certificate[];
  /** `null`: the leaf names no host. */
  readonly servername: string | null;
}

/** Why files are not proven. `code`: OpenSSL's name, or empty. */
export interface ServingProblem {
  readonly reason: ProofFailure;
  readonly code: string;
  /** Of `clients`: what the others refuse, while OpenSSL's rules accept it. */
  readonly refusals?: readonly ClientRefusal[];
}

/**
 * Judges what a server sent, like an order's chain; `null`: clients accept it. First comes what speaks against the files;
 * then an unknown root and faults of the fetched certificate, which the user has reviewed.
 */
export function judgeServing(
  { leaf, above, fetched, servername }: Serving,
  { now, anchors }: JudgeOptions,
): ServingProblem | null {
  const served = judgeChain(leaf, above, anchors, now);
  const outOfTime = timeProblem(leaf, served.faults, now);
  if (outOfTime !== null) return outOfTime;
  if (servername !== null && !coversName(leaf, servername))
    return { reason: 'name', code: 'ERR_TLS_CERT_ALTNAME_INVALID' };
  const isAsFetched = above.length === fetched.length && above.every((one, at) => one === fetched[at]);
  const known = isAsFetched ? served : judgeChain(leaf, fetched, anchors, now);
  const issuer = issuerNotTrusted(served);
  const code = codeOf(served.trust);
  const isWorse = issuer !== null && issuer !== issuerNotTrusted(known);
  const knownKinds = new Set(known.faults.map(({ kind }) => kind));
  if (isWorse || served.faults.some((fault) => isDamage(fault) || !knownKinds.has(fault.kind)))
    return { reason: 'chain', code };
  if (issuer !== null) return { reason: 'noRoot', code };
  if (served.faults.length > 0) return { reason: 'clients', code };
  const refusals = refusalsOf(leaf, served);
  return refusals.length > 0 ? { reason: 'clients', code, refusals } : null;
}

/** An expired or not yet valid certificate, which clients refuse under any root. */
function timeProblem(
  leaf: X509Certificate,
  faults: readonly ChainFault[],
  now: number,
): ServingProblem | null {
  const { notBefore, notAfter } = factsOf(leaf);
  const has = (kind: ChainFault['kind']) => faults.some((fault) => fault.kind === kind);
  if (now > notAfter || has('chainCertificateExpired'))
    return { reason: 'expired', code: 'CERT_HAS_EXPIRED' };
  if (now < notBefore || has('chainCertificateNotYetValid'))
    return { reason: 'notYetValid', code: 'CERT_NOT_YET_VALID' };
  return null;
}

function codeOf(trust: ReturnType<typeof judgeChain>['trust']): string {
  if (trust === null) return '';
  return trust.kind === 'notTrusted' ? trust.code : 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY';
}
