import type { ExportWarning } from '#shared/domain/export.ts';
import type { PresetSwitching } from '#shared/domain/preset.ts';
import type { AppError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import type { WrittenFile } from './writtenBundle.ts';

/** One file of a bundle before it is to be written. */
export interface PlannedFile {
  /** One safe path component. */
  readonly name: string;
  /** `null`: made only once the person gave a passphrase. */
  readonly content: Uint8Array | null;
  /** A private key is in it: nobody may see it whom `mode` does not let. */
  readonly secret: boolean;
  /** Permission bits, such as 0o600. */
  readonly mode: number;
}

/** One file of a bundle. */
export interface BundleFile extends PlannedFile {
  readonly content: Uint8Array;
  /** Proves the bytes that were written, beyond that they are those of `content`; gives what is wrong with them. */
  readonly check?: (written: Uint8Array) => Promise<AppError | null>;
}

/** A bundle before it is to be written. */
export interface PlannedBundle {
  readonly orderId: string;
  /** One safe path component, unique in its export; or empty: the files go directly into the target. */
  readonly folder: string;
  readonly switching: PresetSwitching;
  readonly files: readonly PlannedFile[];
}

/** The files of one order, which are written together or not at all. */
export interface ExportBundle extends PlannedBundle {
  readonly files: readonly BundleFile[];
}

/** The path of a bundle's file relative to the target, with `/`. */
export function pathInTarget({ folder }: Pick<PlannedBundle, 'folder'>, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** What a look at the target found before anything is written. */
export interface TargetReview {
  readonly warnings: readonly ExportWarning[];
  /** By order id: names of the files that would be replaced, or why this order cannot be written. */
  readonly orders: ReadonlyMap<string, Result<readonly string[]>>;
}

export type BundleOutcome =
  /**
   * Paths relative to the target, with `/`. `former`: name of the directory, in the bundle's folder, with the files that
   * these replaced; `null`: there were none, or they could not be kept.
   */
  | { readonly kind: 'written'; readonly files: readonly string[]; readonly former: string | null }
  /** Files are there that the person wants kept; nothing of the bundle was written. */
  | { readonly kind: 'kept' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly error: AppError };

export interface WriteOptions {
  /** What to do with files that `review` named. */
  readonly conflicts: 'replace' | 'keep';
  /** Aborting leaves whole what is done and lets go of the rest. */
  readonly signal: AbortSignal;
  /** Called once for each bundle. */
  readonly onOutcome: (orderId: string, outcome: BundleOutcome) => void;
}

/** Files of a finished write, read from the disk again. */
export interface WrittenFiles {
  /**
   * @param path as an outcome names it
   * @throws system errors, `FileFault`: the file is not there as it was written
   */
  read(path: string): Promise<Uint8Array>;
}

/** Where an export goes: a folder or a ZIP file that the person chose. Used for one export. */
export interface ExportDestination {
  /** Looks, and changes nothing. Fails when the target as a whole cannot be used. */
  review(bundles: readonly PlannedBundle[]): Promise<Result<TargetReview>>;
  /** Writes bundles that were reviewed. Fails when the export as a whole did; no outcome is told then. */
  write(bundles: readonly ExportBundle[], options: WriteOptions): Promise<Result<null>>;
  /** Opens what `write` wrote. @throws as `WrittenFiles.read` */
  openWritten(): Promise<WrittenFiles>;
  /** The directory that is written to, links resolved; `null` before a review. */
  root(): string | null;
}

/** What became of files that were swapped with their former ones. */
export interface PutBackFiles {
  /** Name of the directory, in the bundle's folder, with those that went; `null`: they could not be kept. */
  readonly former: string | null;
  readonly files: readonly Omit<WrittenFile, 'hasKey'>[];
}

/** A folder as the place of an export: former files are kept there. */
export interface FolderTarget extends ExportDestination {
  /**
   * Swaps the files of a bundle that was reviewed with the former ones, all of them or none. Error: `fileSystem`, with
   * `notFound` when the former ones are gone.
   * @param former name of their directory
   */
  putBack(bundle: PlannedBundle, former: string): Promise<Result<PutBackFiles>>;
  /** Removes former files, after a review. That they are gone is no failure. Error: `fileSystem`, also while in use. */
  removeFormer(folder: string, former: string): Promise<Result<null>>;
}
