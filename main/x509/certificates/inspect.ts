import { createHash, type X509Certificate } from 'node:crypto';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { ChainEnd } from '#shared/domain/chainEnd.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { ok, type Result } from '#shared/result.ts';
import type { CertificateMaterial } from '../material.ts';
import { withoutDuplicates } from './chain.ts';
import { factsOf } from './facts.ts';
import { findingsOf, type JudgeOptions, judgeMaterial } from './judgeMaterial.ts';
import { certificatePem } from './pem.ts';
import { type ReadMaterial, readMaterial } from './readMaterial.ts';

/** Reads leaf and chain, and reports findings. A key is matched with the leaf and dropped. Error: `invalidMaterial`. */
export function inspectMaterial(material: CertificateMaterial, options: JudgeOptions): Result<Inspection> {
  const read = readMaterial(material);
  if (!read.ok) return read;
  const { leaf } = read.value;
  const judged = judgeMaterial(read.value, options);
  const { chain, chainEnd, from, until } = judged;
  return ok({
    leaf: factsOf(leaf),
    leafPem: certificatePem(leaf),
    chain: chain.map(factsOf),
    chainPem: chain.map(certificatePem),
    findings: [
      ...findingsOf(judged, material),
      ...listingFindings(read.value, chain),
      ...keyFindings(read.value),
    ],
    chainEnd,
    from,
    until,
  });
}

/**
 * A digest over the PEM parts, and what was reported beside them: equal digests need no second inspection. Keep it in memory only, as it covers the key.
 */
export function materialDigest(material: CertificateMaterial): string {
  const hash = createHash('sha256');
  // The length separates the parts; -1 marks an absent part.
  const { certificate, certificateServer, certificateChain, key } = material;
  for (const part of [certificate, certificateServer, certificateChain, key])
    hash.update(`${part?.length ?? -1}:${part ?? ''}`);
  hash.update(JSON.stringify(material.reported ?? null));
  return hash.digest('base64');
}

function keyFindings({ withoutKey }: ReadMaterial): readonly Finding[] {
  if (withoutKey === null) return [];
  return [{ kind: withoutKey === 'notGiven' ? 'keyNotChecked' : 'keyNotMatchable' }];
}

function listingFindings(
  { leaf, listed }: ReadMaterial,
  chain: readonly X509Certificate[],
): readonly Finding[] {
  const findings: Finding[] = [];
  const unique = withoutDuplicates(listed);
  const places = new Map([leaf, ...chain].map((certificate, place) => [certificate.fingerprint256, place]));
  const given = unique.map(({ fingerprint256 }) => places.get(fingerprint256));
  const known = given.filter((place) => place !== undefined);
  if (known.some((place, index) => place < (known[index - 1] ?? 0)))
    findings.push({ kind: 'chainOutOfOrder' });
  if (unique.length < listed.length)
    findings.push({ kind: 'chainHasDuplicates', count: listed.length - unique.length });
  if (known.length < given.length)
    findings.push({ kind: 'chainHasStrangers', count: given.length - known.length });
  return findings;
}

export interface Inspection {
  readonly leaf: CertificateFacts;
  readonly leafPem: string;
  /** From the leaf's issuer up, without duplicates and unrelated certificates. */
  readonly chain: readonly CertificateFacts[];
  /** PEM blocks of `chain` in the same order, with canonical line ends. */
  readonly chainPem: readonly string[];
  /** All findings except `serviceDisagrees`, which needs the other orders of the connection. */
  readonly findings: readonly Finding[];
  /** As of `ChainJudgement`. */
  readonly chainEnd: ChainEnd | null;
  /** The time in which these findings and `chainEnd` hold, from `from` until before `until`: Unix ms or infinite. */
  readonly from: number;
  readonly until: number;
}
