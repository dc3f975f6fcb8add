import type { PresetFile, PresetSwitching } from '#shared/domain/preset.ts';
import type { Result } from '#shared/result.ts';
import type { WrittenFile } from '../export/writtenBundle.ts';

/** One file that an export wrote, as the register has it. */
export interface CopyFile extends WrittenFile {
  /** Absolute; the folder that was chosen with its links resolved. */
  readonly path: string;
  /** What it was made by, under the name that it has in the place of a template. */
  readonly spec: PresetFile;
}

/** The files that a bundle's files replaced: they are kept beside them. */
export interface FormerCopy {
  /** Name of the hidden directory in the bundle's folder. */
  readonly directory: string;
  /** What they are; `null`: another hand had made them. */
  readonly record: FormerRecord | null;
}

/** What the register said of files before they were replaced. */
export interface FormerRecord
  extends Pick<
    CopyBundle,
    'presetId' | 'fingerprint256' | 'notBefore' | 'notAfter' | 'chainComplete' | 'writtenAt'
  > {
  readonly files: readonly Omit<CopyFile, 'path'>[];
}

/** The files of one order that one export wrote into a folder. */
export interface CopyBundle {
  readonly id: string;
  readonly orderId: string;
  readonly presetId: string;
  /** The folder that was chosen, links resolved. */
  readonly target: string;
  /** The order's own folder in it, or empty. */
  readonly folder: string;
  /** Kinds of warnings about the target that the person agreed to. */
  readonly agreed: readonly string[];
  /** Of the leaf in the files. Times in Unix ms. */
  readonly fingerprint256: string;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly chainComplete: boolean;
  readonly writtenAt: number;
  readonly keepFresh: boolean;
  readonly switching: PresetSwitching;
  readonly former: FormerCopy | null;
  /** Run after the files were written anew: an absolute path, and arguments. */
  readonly command: readonly string[] | null;
  readonly files: readonly CopyFile[];
}

/** A bundle as it is stored: what is JSON there was not looked at. */
export interface StoredCopyBundle
  extends Omit<CopyBundle, 'agreed' | 'files' | 'switching' | 'former' | 'command'> {
  readonly agreed: unknown;
  readonly switching: string;
  readonly former: unknown;
  readonly command: unknown;
  readonly files: readonly (Omit<CopyFile, 'spec'> & { readonly spec: unknown })[];
}

/** Where the register is kept. */
export interface CopyRepository {
  /** Throws when the database cannot be read. */
  all(): readonly StoredCopyBundle[];
  /** Stores bundles, those that are there anew, and forgets others, as one write. Error: `storage`. */
  save(bundles: readonly CopyBundle[], removed: readonly string[]): Result<null>;
}
