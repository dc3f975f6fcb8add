import { outlinePem } from '#main/x509/certificates/pem.ts';
import type { CertificateMaterial } from '#main/x509/material.ts';
import type { ExportPart } from '#shared/domain/export.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { LatestParts } from './decodeLatest.ts';

export type Download = (part: ExportPart) => Promise<Result<string>>;

/** Completes the parts of the JSON with as few downloads as possible. The key only on request. */
export async function assembleMaterial(
  parts: LatestParts,
  notAfter: string | null,
  withKey: boolean,
  download: Download,
): Promise<Result<CertificateMaterial>> {
  const full = await fullCertificate(parts, download);
  if (!full.ok) return full;
  let key = parts.key;
  if (withKey && key === null) {
    const downloaded = await download('key');
    if (!downloaded.ok)
      return isAbsence(downloaded.error)
        ? err({ kind: 'invalidMaterial', reason: 'pemMissing', part: 'key' })
        : downloaded;
    key = downloaded.value;
  }
  return ok({
    certificate: full.value,
    certificateServer: parts.certificateServer,
    certificateChain: parts.certificateChain === '' ? null : parts.certificateChain,
    key,
    notAfter,
    name: parts.name,
    reported: parts.reported,
  });
}

async function fullCertificate(parts: LatestParts, download: Download): Promise<Result<string>> {
  const given = await certificateOrLeaf(parts, download);
  if (!given.ok || outlinePem(given.value).certificates > 1) return given;
  const chain = await chainOf(parts, download);
  return chain.ok ? ok(joined(given.value, chain.value)) : chain;
}

async function certificateOrLeaf(parts: LatestParts, download: Download): Promise<Result<string>> {
  if (parts.certificate !== null) return ok(parts.certificate);
  // Both halves are there: nothing to download.
  if (parts.certificateServer !== null && parts.certificateChain !== null) return ok(parts.certificateServer);
  const full = await download('certificate');
  if (full.ok || !isAbsence(full.error)) return full;
  const leaf =
    parts.certificateServer === null ? await download('certificateServer') : ok(parts.certificateServer);
  if (leaf.ok || !isAbsence(leaf.error)) return leaf;
  return err({ kind: 'invalidResponse', reason: 'noMaterial', detail: null });
}

/** Empty if the service has no chain; the inspection reports that. */
async function chainOf(parts: LatestParts, download: Download): Promise<Result<string>> {
  if (parts.certificateChain !== null) return ok(parts.certificateChain);
  const chain = await download('certificateChain');
  return !chain.ok && isAbsence(chain.error) ? ok('') : chain;
}

/** Whether the service answered that there is no such part, as opposed to a failed request or an unusable answer. */
function isAbsence(error: AppError): boolean {
  switch (error.kind) {
    case 'unknownRid':
    case 'unexpectedStatus':
      return true;
    case 'invalidResponse':
      return error.reason === 'empty';
    case 'invalidMaterial':
      return error.reason === 'pemMissing';
    default:
      return false;
  }
}

function joined(leaf: string, chain: string): string {
  return leaf.endsWith('\n') || chain === '' ? leaf + chain : `${leaf}\n${chain}`;
}
