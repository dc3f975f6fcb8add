import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { readAtMost } from '#main/platform/descriptors.ts';
import { systemCode } from '#main/platform/errors.ts';
import { sha256Hex } from '#main/platform/sha256.ts';
import type { ExportFs } from '../export/exportFs.ts';
import { isGenerationFile } from '../export/hiddenFolder.ts';
import { nodeExportFs, readOnly } from '../export/nodeExportFs.ts';
import type { CopyBundle, CopyFile } from './copyRecord.ts';

/** What a check of a file found, regardless of its order. */
export type FileFinding = 'asWritten' | 'wider' | 'unreadable' | 'missing' | 'changed';

export interface FileCheck {
  readonly finding: FileFinding;
  /** Of `FileFacts`, to skip reading an unchanged file; `null`: unknown. */
  readonly version: string | null;
}

/** By path. */
export type FileChecks = ReadonlyMap<string, FileCheck>;

export interface BundleCheck {
  readonly files: FileChecks;
  /** Unix ms. */
  readonly at: number;
}

/** The finding for a system error; other errors are bugs and thrown. */
function findingOf(error: unknown): FileFinding {
  const code = systemCode(error);
  if (code === null) throw error;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'missing';
  // The file was replaced by a link between the check and the read.
  return code === 'ELOOP' ? 'changed' : 'unreadable';
}

/**
 * Checks an exported file, without following links. It is read only if its version changed since the last check `before`,
 * and its size did not.
 */
export async function checkFile(
  fs: ReadOnlyFs,
  file: Pick<CopyFile, 'path' | 'size' | 'sha256' | 'mode'>,
  keepsModes: boolean,
  before: FileCheck | null = null,
): Promise<FileCheck> {
  try {
    const { kind, version, size, mode } = await fs.facts(file.path);
    if (kind !== 'file' || size !== file.size) return { finding: 'changed', version };
    const isKnown = before !== null && before.version === version && before.finding !== 'unreadable';
    const isSame = isKnown ? before.finding !== 'changed' : await hasContent(fs, file);
    if (!isSame) return { finding: 'changed', version };
    const isWider = keepsModes && fs.posix && (mode & ~file.mode) !== 0;
    return { finding: isWider ? 'wider' : 'asWritten', version };
  } catch (error) {
    return { finding: findingOf(error), version: null };
  }
}

async function hasContent(
  fs: ReadOnlyFs,
  { path, size, sha256 }: Pick<CopyFile, 'path' | 'size' | 'sha256'>,
): Promise<boolean> {
  const content = await fs.read(path, size);
  const found = sha256Hex(content);
  // It may contain a private key.
  content.fill(0);
  return found === sha256;
}

/**
 * The path of a file, or where a link leads that a version up to 0.3 put in its place (ADR 105). `null`: any other link.
 * @throws system errors
 */
export async function realPathOf(
  fs: ReadOnlyFs,
  bundle: Pick<CopyBundle, 'target' | 'folder'>,
  { path, name }: Pick<CopyFile, 'path' | 'name'>,
): Promise<string | null> {
  // Such links were never made where modes are not those of POSIX.
  if (!fs.posix || (await fs.facts(path)).kind !== 'symlink') return path;
  const real = await fs.realpath(path);
  return isGenerationFile(join(bundle.target, bundle.folder), name, real) ? real : null;
}

/** Files in a folder, as they should be. */
export interface CheckedBundle extends Pick<CopyBundle, 'target' | 'folder' | 'agreed'> {
  readonly files: readonly Pick<CopyFile, 'name' | 'path' | 'size' | 'sha256' | 'mode'>[];
}

/** Behind a link that the export did not make, files count as changed. `before`: the last check; `null`: all are read. */
export async function checkBundle(
  fs: ReadOnlyFs,
  bundle: CheckedBundle,
  before: FileChecks | null,
): Promise<FileChecks> {
  const folder = join(bundle.target, bundle.folder);
  let finding: FileFinding | null;
  try {
    finding = (await fs.realpath(folder)) === folder ? null : 'changed';
  } catch (error) {
    finding = findingOf(error);
  }
  const checks = new Map<string, FileCheck>();
  for (const file of bundle.files) {
    const { path } = file;
    const check =
      finding === null ? await checkInPlace(fs, bundle, file, before?.get(path)) : { finding, version: null };
    checks.set(path, check);
  }
  return checks;
}

async function checkInPlace(
  fs: ReadOnlyFs,
  bundle: CheckedBundle,
  file: CheckedBundle['files'][number],
  before: FileCheck | undefined,
): Promise<FileCheck> {
  try {
    const keepsModes = !bundle.agreed.includes('modeNotKept');
    const check = await checkFile(fs, file, keepsModes, before);
    // A link counts as changed, so nothing else is asked of a file that did not change.
    const path = check.finding === 'changed' ? await realPathOf(fs, bundle, file) : file.path;
    return path === null || path === file.path
      ? check
      : await checkFile(fs, { ...file, path }, keepsModes, before);
  } catch (error) {
    return { finding: findingOf(error), version: null };
  }
}

/** Removes permissions beyond `mode` from a file. Never follows a link. @throws system errors */
export async function tightenFile(path: string, mode: number): Promise<void> {
  await using handle = await open(path, readOnly);
  const stats = await handle.stat();
  if (stats.isFile()) await handle.chmod(stats.mode & mode & 0o7777);
}

/** What the file system is needed for to check files. */
export interface ReadOnlyFs extends Pick<ExportFs, 'posix' | 'facts' | 'realpath'> {
  /** The content of a regular file, or `size + 1` bytes of a longer one; fails for links. */
  read(path: string, size: number): Promise<Uint8Array>;
}

export const nodeReadOnlyFs: ReadOnlyFs = {
  posix: nodeExportFs.posix,
  facts: nodeExportFs.facts,
  realpath: nodeExportFs.realpath,
  // One byte more shows that the file has grown.
  read: (path, size) => readAtMost(path, size + 1, readOnly),
};
