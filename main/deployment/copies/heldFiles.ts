import { join } from 'node:path';
import { fingerprintOf } from '#main/x509/certificates/facts.ts';
import { certificatesIn } from '#main/x509/certificates/pem.ts';
import { formatRules } from '#shared/domain/presetFormat.ts';
import type { PlannedContent } from '../export/exportPorts.ts';
import { systemCode } from '../export/fileErrors.ts';
import { readableFile } from '../proof/readableFile.ts';
import type { CopyBundle } from './copyRecord.ts';
import { type CheckedBundle, checkBundle, type ReadOnlyFs } from './fileCheck.ts';
import { isAsWritten } from './overwrite.ts';

/** Far above the size of a file with a chain. */
const MAX_BYTES = 256 * 1024;

/** Whether a folder has exactly these files, whoever wrote them. */
export async function isHeld(
  fs: ReadOnlyFs,
  place: Omit<CheckedBundle, 'files'>,
  content: readonly PlannedContent[],
): Promise<boolean> {
  const folder = join(place.target, place.folder);
  const files = content.map((file) => ({ ...file, path: join(folder, file.name) }));
  const checks = await checkBundle(fs, { ...place, files }, null);
  return isAsWritten([...checks.values()].map(({ finding }) => finding));
}

/** Whether a file of a bundle has this certificate, in any form that needs no passphrase. @param fingerprint256 of the leaf */
export async function hasLeaf(
  fs: ReadOnlyFs,
  { files }: CopyBundle,
  fingerprint256: string | null,
): Promise<boolean> {
  for (const { path, spec } of files) {
    if (!spec.parts.includes('leaf') || formatRules[spec.format].isEncrypted) continue;
    let content: Uint8Array;
    try {
      content = await fs.read(await fs.realpath(path), MAX_BYTES);
    } catch (error) {
      if (systemCode(error) === null) throw error;
      continue;
    }
    const text = Buffer.from(readableFile({ format: spec.format, parts: spec.parts, content }, '').content);
    content.fill(0);
    for (const certificate of certificatesIn(text.toString('latin1')))
      if (fingerprintOf(certificate) === fingerprint256) return true;
  }
  return false;
}
