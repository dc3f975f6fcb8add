import type { ChainEnd } from '#shared/domain/chainEnd.ts';
import type { ExportWarning } from '#shared/domain/export.ts';
import type { ExportProof } from '#shared/domain/exportProof.ts';
import type { PresetFile } from '#shared/domain/preset.ts';
import type { WriteResult } from '#shared/domain/writeResult.ts';
import type { AppError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';

export interface PlannedFile {
  /** One safe path component. */
  readonly name: string;
  /** `null` until the user has entered a passphrase. */
  readonly content: Uint8Array | null;
  /** Contains a private key; must never be readable beyond `mode`. */
  readonly secret: boolean;
  /** Permission bits, such as 0o600. */
  readonly mode: number;
}

/** A file that is ready to be written. */
export interface BundleFile extends PlannedFile {
  readonly content: Uint8Array;
  /** Checks the written bytes beyond equality with `content`. */
  readonly check?: (written: Uint8Array) => Promise<AppError | null>;
}

export interface PlannedBundle {
  readonly orderId: string;
  /** One safe path component, unique in its export; empty: the files go directly into the target. */
  readonly folder: string;
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

/** What a destination found before the write. */
export interface TargetReview {
  readonly warnings: readonly ExportWarning[];
  /** By order id: names of the files that would be replaced, or why the order can't be written. */
  readonly orders: ReadonlyMap<string, Result<readonly string[]>>;
}

/**
 * How the write of one bundle ended. `files`: paths as of `pathInTarget`. `previous`: name of the directory, in the bundle's
 * folder, with the files that were replaced; `null`: there were none, or they could not be kept.
 */
export type BundleOutcome = WriteResult<
  'written' | 'kept' | 'cancelled' | 'failed',
  { readonly files: readonly string[]; readonly previous: string | null }
>;

export interface WriteOptions {
  /** What to do with existing files that `review` named. */
  readonly conflicts: 'replace' | 'keep';
  /** Orders whose existing files are replaced in either case. */
  readonly updates?: ReadonlySet<string>;
  /** Aborting keeps what is finished and drops the rest. */
  readonly signal: AbortSignal;
  /** Called once for each bundle. */
  readonly onOutcome: (orderId: string, outcome: BundleOutcome) => void;
}

/** Reads written files back from the disk. */
export interface WrittenFiles {
  /** @throws system errors; `FileFault` if the file is not there as it was written */
  read(path: string): Promise<Uint8Array>;
}

/** The folder or ZIP file that the user chose for one export. */
export interface ExportDestination {
  /** Checks the target without changing it. Fails if the target as a whole can't be used. */
  review(bundles: readonly PlannedBundle[]): Promise<Result<TargetReview>>;
  /** Writes reviewed bundles. Fails if the export as a whole did; there are no outcomes then. */
  write(bundles: readonly ExportBundle[], options: WriteOptions): Promise<Result<null>>;
  /** Opens the written files. @throws as `WrittenFiles.read` */
  openWritten(): Promise<WrittenFiles>;
  /** The directory that is written to, links resolved; `null` before a review. */
  root(): string | null;
}

/** A file as it was written. */
export interface WrittenFile {
  /** One safe path component. */
  readonly name: string;
  /** Hex. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  readonly mode: number;
  readonly hasKey: boolean;
}

/** What an export decides about a folder for later updates; `null`: that stays as it is. */
export interface FolderWishes {
  /** Whether its files are kept up to date. */
  readonly autoRefresh: boolean | null;
  /** The command after each update, also after this write: an absolute path, and arguments. */
  readonly command: readonly string[] | null;
}

export const noWishes: FolderWishes = { autoRefresh: null, command: null };

/** The files of one order, durably written into a folder. */
export interface WrittenBundle {
  readonly orderId: string;
  readonly presetId: string;
  /** The folder that the user chose, links resolved. */
  readonly target: string;
  /** The order's own folder in it: one safe path component, or empty. */
  readonly folder: string;
  /** As of `BundleOutcome`. */
  readonly previous: string | null;
  /** Kinds of the target's warnings that the user agreed to. */
  readonly agreed: readonly string[];
  /** Of the leaf in the files. */
  readonly leaf: { readonly fingerprint256: string; readonly notBefore: number; readonly notAfter: number };
  /** Of the chain in the files; `null`: the leaf expires first. */
  readonly chainEnd: ChainEnd | null;
  readonly chainComplete: boolean;
  /** The preset's files, in the order of `files`. */
  readonly layout: readonly PresetFile[];
  readonly files: readonly WrittenFile[];
  readonly wishes: FolderWishes;
}

/** What came of registering written files. */
export interface Registered {
  /** The ids of their copies in the registry of exported files, in the same order. */
  readonly copyIds: readonly string[];
  /** Whether that is on disk. Error: `storage`; it is stored at the next opportunity then. */
  readonly stored: Result<null>;
}

/** Files are in place, but that could not be stored. @param why the error of the database */
export function notRecorded(why: AppError): AppError {
  return { kind: 'notRecorded', reason: why.kind === 'storage' ? why.reason : 'other' };
}

export interface ExportedCopy {
  /** Its id in the registry of exported files. */
  readonly copyId: string;
  readonly bundle: WrittenBundle;
  readonly proof: ExportProof;
}

export interface RestoredFiles {
  /** As of `BundleOutcome`. */
  readonly previous: string | null;
  readonly files: readonly Omit<WrittenFile, 'hasKey'>[];
}

/** A folder as destination, where previous files are kept. */
export interface FolderTarget extends ExportDestination {
  /** Swaps the files of a reviewed bundle with the previous ones. Error: `fileSystem`, `notFound` if these are gone. */
  restore(bundle: PlannedBundle, previous: string): Promise<Result<RestoredFiles>>;
  /** Removes previous files, if they exist, after a review. Error: `fileSystem`, also while they are in use. */
  removePrevious(folder: string, previous: string): Promise<Result<null>>;
}
