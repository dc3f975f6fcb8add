import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { ExportChain } from '#shared/domain/export.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { CertificateMaterial } from '../material.ts';
import { isSelfIssued } from './chain.ts';
import { factsOf } from './facts.ts';
import { missingIssuerOf } from './missingIssuer.ts';
import { certificatePem } from './pem.ts';
import { readMaterial } from './readMaterial.ts';
import type { TrustAnchors } from './trustAnchors.ts';

/** What files are put together from: canonical PEM of 64 columns, LF, a final LF, no blank lines. */
export interface BundlePem {
  /** `null` when none was fetched. */
  readonly key: string | null;
  readonly leaf: string;
  /** From the leaf's issuer up, without the root unless that is all there is; may be empty. */
  readonly chain: readonly string[];
  /** The self-issued end of the chain, where the material has it. */
  readonly root: string | null;
}

/** Material that was checked and written anew, ready for files. Holds the private key: not to be kept. */
export interface Bundle {
  readonly leaf: CertificateFacts;
  readonly chain: ExportChain;
  readonly pem: BundlePem;
}

/**
 * Checks fresh material for an export and rebuilds its parts from one leaf and one chain, so that they agree.
 * A key that was fetched must belong to the leaf; its kind (PKCS#8, PKCS#1, SEC1) is kept. Duplicates and strangers
 * are left out, and the root stands apart, as servers need not send it (RFC 8446, section 4.4.2).
 * Every failure is `invalidMaterial`.
 * @param anchors what the chain should lead to; `null` if not known
 */
export function buildBundle(
  material: CertificateMaterial,
  anchors: Pick<TrustAnchors, 'reach'> | null = null,
): Result<Bundle> {
  const read = readMaterial(material);
  if (!read.ok) return read;
  const { leaf, path, key } = read.value;
  if (key === null && material.key !== null) {
    const reason = material.key.trim() === '' ? 'pemMissing' : 'unreadable';
    return err({ kind: 'invalidMaterial', reason, part: 'key' });
  }
  const last = path.at(-1);
  const root = last !== undefined && isSelfIssued(last) ? last : null;
  const served = path.length > 1 && root !== null ? path.slice(0, -1) : path;
  const missingIssuer = missingIssuerOf(leaf, path, anchors);
  return ok({
    leaf: factsOf(leaf),
    chain: { complete: missingIssuer === null, missingIssuer },
    pem: {
      key: key?.pem ?? null,
      leaf: certificatePem(leaf),
      chain: served.map(certificatePem),
      root: root === null ? null : certificatePem(root),
    },
  });
}
