import { join } from 'node:path';
import { systemCode } from '#main/platform/errors.ts';
import { certificatesIn } from '#main/x509/certificates/certificatesIn.ts';
import { fingerprintOf } from '#main/x509/certificates/facts.ts';
import { isOlder } from '#shared/domain/certificate.ts';
import { formatRules } from '#shared/domain/presetFormat.ts';
import type { KnownFiles, KnownLeaf, OwnFiles, PlannedContent, PlannedPlace } from '../export/exportPorts.ts';
import { readableFile } from '../proof/readableFile.ts';
import type { CopyBundle } from './copyRecord.ts';
import type { CopyRegistry } from './copyRegistry.ts';
import { type CheckedBundle, checkBundle, type FileFinding, type ReadOnlyFs } from './fileCheck.ts';

/**
 * The registry as exports see it. The files are read, regardless of earlier checks.
 * @param settleLeft registers what earlier writes left
 */
export function createKnownFiles(
  registry: Pick<CopyRegistry, 'find' | 'findByPath'>,
  fs: ReadOnlyFs,
  settleLeft: () => Promise<void>,
): KnownFiles {
  return {
    target: (copyId) => registry.find(copyId)?.target ?? null,
    async own(place) {
      await settleLeft();
      const { orderId, folder, existing } = place;
      const owners = existing.map((name) => registry.findByPath(join(folder, name)));
      const own = owners.filter((owner) => owner?.orderId === orderId);
      const [first, ...others] = new Set(own.flatMap((owner) => owner ?? []));
      if (first === undefined || own.length < owners.length) return null;
      const findings = (await Promise.all([first, ...others].map((copy) => findingsOf(fs, copy)))).flat();
      if (!isOverwritable(findings, 'ours')) return null;
      const isCurrent = others.length === 0 && isAsWritten(findings) && isSame(first, place);
      return factsOf(first, others, isCurrent);
    },
    async held({ orderId, presetId, folder, content }) {
      if (content === null) return null;
      const owners = content.flatMap(({ name }) => registry.findByPath(join(folder, name)) ?? []);
      // Another preset is a change that a user may still refuse: it is recorded with the write.
      const isOthers = owners.some((owner) => owner.orderId !== orderId || owner.presetId !== presetId);
      const agreed = owners[0]?.agreed ?? [];
      if (isOthers || !(await isHeld(fs, { target: folder, folder: '', agreed }, content))) return null;
      return { previous: owners[0]?.previous?.directory ?? null };
    },
  };
}

function isSame(copy: CopyBundle, { presetId, content }: PlannedPlace): boolean {
  return content !== null && copy.presetId === presetId && hasContent(copy, content);
}

function factsOf(first: CopyBundle, others: readonly CopyBundle[], isCurrent: boolean): OwnFiles {
  const copies = [first, ...others];
  return {
    copyId: first.id,
    currentSince: isCurrent ? first.writtenAt : null,
    agreed: first.agreed.filter((kind) => copies.every(({ agreed }) => agreed.includes(kind))),
    leaf: leafIn(others.reduce((newest, copy) => (isOlder(newest, copy) ? copy : newest), first)),
    chainComplete: copies.some(({ chainComplete }) => chainComplete),
  };
}

function leafIn({ fingerprint256, notBefore, notAfter }: CopyBundle): KnownLeaf {
  return { fingerprint256, notBefore, notAfter };
}

/** Files that may be overwritten. `ours`: as written, or missing. `untouched`: as written. `anything`: the user agreed. */
export type Overwrite = 'ours' | 'untouched' | 'anything';

/** Reads every file of a bundle, regardless of earlier checks. */
export async function findingsOf(fs: ReadOnlyFs, bundle: CopyBundle): Promise<readonly FileFinding[]> {
  return [...(await checkBundle(fs, bundle, null)).values()].map(({ finding }) => finding);
}

export async function mayOverwrite(
  fs: ReadOnlyFs,
  bundle: CopyBundle,
  overwrite: Overwrite,
): Promise<boolean> {
  return isOverwritable(await findingsOf(fs, bundle), overwrite);
}

export function isOverwritable(findings: readonly FileFinding[], overwrite: Overwrite): boolean {
  if (overwrite === 'anything') return true;
  return findings.every(
    (finding) =>
      finding !== 'changed' &&
      finding !== 'unreadable' &&
      !(finding === 'missing' && overwrite === 'untouched'),
  );
}

/** Whether all files are on the disk as they were written, with their permissions. */
export function isAsWritten(findings: readonly FileFinding[]): boolean {
  return findings.every((finding) => finding === 'asWritten');
}

/** Whether a bundle has exactly these files, by the registry. */
export function hasContent(
  { files }: Pick<CopyBundle, 'files'>,
  content: readonly PlannedContent[],
): boolean {
  if (files.length !== content.length) return false;
  return content.every(({ name, sha256, mode }) =>
    files.some((file) => file.name === name && file.sha256 === sha256 && file.mode === mode),
  );
}

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
