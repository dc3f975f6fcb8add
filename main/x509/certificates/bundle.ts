import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { ExportChain } from '#shared/domain/export.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { CertificateMaterial } from '../material.ts';
import { factsOf } from './facts.ts';
import { findingsOf, type JudgeOptions, judgeMaterial, type MaterialJudgement } from './judgeMaterial.ts';
import { isSelfIssued } from './names.ts';
import { certificatePem } from './pem.ts';
import { readMaterial } from './readMaterial.ts';

export interface BundlePem {
  /** `null`: not fetched. */
  readonly key: string | null;
  readonly leaf: string;
  /** From the leaf's issuer up, without the root unless it is the only one; may be empty. */
  readonly chain: readonly string[];
  /** The self-issued end of the chain, if the material has it. */
  readonly root: string | null;
}

/** Checked and normalised material, ready for files. Contains the private key: do not store it. */
export interface Bundle extends Pick<MaterialJudgement, 'usable' | 'chainEnd'> {
  readonly leaf: CertificateFacts;
  readonly chain: ExportChain;
  /** What the user should know of it. */
  readonly found: readonly Finding[];
  readonly pem: BundlePem;
}

/**
 * Checks fresh material for an export and rebuilds its parts from one leaf and one chain, so that they agree. The root
 * is separate, as servers need not send it (RFC 8446, section 4.4.2). Every failure is `invalidMaterial`.
 */
export function buildBundle(material: CertificateMaterial, options: JudgeOptions): Result<Bundle> {
  const read = readMaterial(material);
  if (!read.ok) return read;
  const { leaf, key, withoutKey } = read.value;
  if (key === null && material.key !== null) {
    const reason = withoutKey === 'notGiven' ? 'pemMissing' : 'keyNotSupported';
    return err({ kind: 'invalidMaterial', reason, part: 'key' });
  }
  const judged = judgeMaterial(read.value, options);
  const { chain, missingIssuer, usable, chainEnd } = judged;
  const last = chain.at(-1);
  const root = last !== undefined && isSelfIssued(last) ? last : null;
  const served = chain.length > 1 && root !== null ? chain.slice(0, -1) : chain;
  return ok({
    leaf: factsOf(leaf),
    chain: { complete: missingIssuer === null, missingIssuer },
    pem: {
      key: key?.pem ?? null,
      leaf: certificatePem(leaf),
      chain: served.map(certificatePem),
      root: root === null ? null : certificatePem(root),
    },
    found: findingsOf(judged, material),
    usable,
    chainEnd,
  });
}
