import type { PresetFile } from '#shared/domain/preset.ts';
import type { Result } from '#shared/result.ts';
import type { WrittenBundle, WrittenFile } from '../export/exportDestination.ts';

/** An exported file in the registry. */
export interface CopyFile extends WrittenFile {
  /** Absolute; the links of the chosen folder resolved. */
  readonly path: string;
  /** The preset's file that it was made by, with its own name instead of the template. */
  readonly spec: PresetFile;
}

/** The files that a bundle replaced, which are kept as a backup. */
interface PreviousFiles {
  /** Name of the hidden directory in the bundle's folder. */
  readonly directory: string;
  /** `null`: another program wrote them. */
  readonly record: PreviousRecord | null;
}

/** The registry's record of files before they were replaced. */
export interface PreviousRecord
  extends Pick<
    CopyBundle,
    'presetId' | 'fingerprint256' | 'notBefore' | 'notAfter' | 'chainComplete' | 'writtenAt'
  > {
  readonly files: readonly Omit<CopyFile, 'path'>[];
}

/** The files of one order that one export wrote into a folder. Times in Unix ms. */
export interface CopyBundle
  extends Pick<
    WrittenBundle,
    'orderId' | 'presetId' | 'target' | 'folder' | 'agreed' | 'chainComplete' | 'switching'
  > {
  readonly id: string;
  /** Of the leaf in the files. */
  readonly fingerprint256: string;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly writtenAt: number;
  readonly autoRefresh: boolean;
  readonly previous: PreviousFiles | null;
  /** Run after an update: an absolute path, and arguments. */
  readonly command: readonly string[] | null;
  readonly files: readonly CopyFile[];
}

/** A bundle as stored; its JSON columns are not validated yet. */
export interface StoredCopyBundle
  extends Omit<CopyBundle, 'agreed' | 'files' | 'switching' | 'previous' | 'command'> {
  readonly agreed: unknown;
  readonly switching: string;
  readonly previous: unknown;
  readonly command: unknown;
  readonly files: readonly (Omit<CopyFile, 'spec'> & { readonly spec: unknown })[];
}

export interface CopyRepository {
  /** Throws if the database can't be read. */
  all(): readonly StoredCopyBundle[];
  /** Adds or replaces bundles and deletes others, in one transaction. Error: `storage`. */
  save(bundles: readonly CopyBundle[], removed: readonly string[]): Result<null>;
}
