import { sha256Hex } from '#main/platform/sha256.ts';
import type { ExportFs } from '../export/exportFs.ts';
import { systemCode } from '../export/fileErrors.ts';
import type { CopyFile } from './copyRecord.ts';

/** What a look at one file found, without regard to its order. */
export type Finding = 'asWritten' | 'wider' | 'unreadable' | 'missing' | 'changed';

/** A finding with what tells whether the file has to be read again. */
export interface Sight {
  readonly finding: Finding;
  /** Of `FileFacts`; `null` when there are none. */
  readonly version: string | null;
}

/** The part of the file system that looking takes. */
export interface LookFs extends Pick<ExportFs, 'posix' | 'facts' | 'realpath'> {
  /** The content of a regular file, and of what is longer than `size` one byte more than that; refuses links. */
  read(path: string, size: number): Promise<Uint8Array>;
}

/** How a failed step is to be understood; anything that is not the system's is a bug. */
export function findingOf(error: unknown): Finding {
  const code = systemCode(error);
  if (code === null) throw error;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'missing';
  // The link came between the look and the read.
  return code === 'ELOOP' ? 'changed' : 'unreadable';
}

/**
 * Looks at a file that an export wrote. It is read only when it may be another one than at the look before, and never
 * when its size alone tells. Links are not followed.
 * @param keepsModes whether modes mean anything where it is
 */
export async function lookAtFile(
  fs: LookFs,
  file: Pick<CopyFile, 'path' | 'size' | 'sha256' | 'mode'>,
  keepsModes: boolean,
  before: Sight | null = null,
): Promise<Sight> {
  try {
    const { kind, version, size, mode } = await fs.facts(file.path);
    if (kind !== 'file' || size !== file.size) return { finding: 'changed', version };
    const isRead = before !== null && before.version === version && before.finding !== 'unreadable';
    const isSame = isRead ? before.finding !== 'changed' : await holds(fs, file);
    if (!isSame) return { finding: 'changed', version };
    const isWider = keepsModes && fs.posix && (mode & ~file.mode) !== 0;
    return { finding: isWider ? 'wider' : 'asWritten', version };
  } catch (error) {
    return { finding: findingOf(error), version: null };
  }
}

async function holds(
  fs: LookFs,
  { path, size, sha256 }: Pick<CopyFile, 'path' | 'size' | 'sha256'>,
): Promise<boolean> {
  const content = await fs.read(path, size);
  const found = sha256Hex(content);
  // It may be a private key.
  content.fill(0);
  return found === sha256;
}
