import type { CertificateMaterial } from '#main/api/material.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { ExportPart } from '#shared/domain/export.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { isSelfIssued } from './chain.ts';
import { factsOf } from './facts.ts';
import { certificatePem } from './pem.ts';
import { readMaterial } from './readMaterial.ts';

/** Material that was checked and written anew, ready for files. Holds the private key: not to be kept. */
export interface Bundle {
  readonly leaf: CertificateFacts;
  /**
   * Canonical PEM: 64 columns, LF, a final LF, no blank lines. `certificate` is the leaf and the chain by issuer;
   * `certificateChain` is `null` when there is none, `key` when none was fetched. The others are never `null`.
   */
  readonly parts: Readonly<Record<ExportPart, string | null>>;
}

/**
 * Checks fresh material for an export and rebuilds its parts from one leaf and one chain, so that they agree.
 * A key that was fetched must belong to the leaf; its kind (PKCS#8, PKCS#1, SEC1) is kept. Duplicates and strangers
 * are left out, and so is the root, which servers need not send (RFC 8446, section 4.4.2), unless it is all there is.
 * Every failure is `invalidMaterial`.
 */
export function buildBundle(material: CertificateMaterial): Result<Bundle> {
  const read = readMaterial(material);
  if (!read.ok) return read;
  const { leaf, path, key } = read.value;
  if (key === null && material.key !== null) {
    const reason = material.key.trim() === '' ? 'pemMissing' : 'unreadable';
    return err({ kind: 'invalidMaterial', reason, part: 'key' });
  }
  const leafPem = certificatePem(leaf);
  const last = path.at(-1);
  const served = path.length > 1 && last !== undefined && isSelfIssued(last) ? path.slice(0, -1) : path;
  const chainPem = served.map(certificatePem).join('');
  return ok({
    leaf: factsOf(leaf),
    parts: {
      key: key?.pem ?? null,
      certificate: leafPem + chainPem,
      certificateServer: leafPem,
      certificateChain: chainPem === '' ? null : chainPem,
    },
  });
}
