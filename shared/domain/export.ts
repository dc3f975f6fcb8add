import type { AppError, MaterialPart } from '../errors.ts';
import type { ExportProof } from './exportProof.ts';
import type { ReviewFinding } from './finding.ts';
import type { WriteResult } from './writeResult.ts';

/** The four PEM files of an order, named as in the interface, section 2. */
export type ExportPart = Exclude<MaterialPart, 'latest'>;

export const exportParts = ['key', 'certificate', 'certificateServer', 'certificateChain'] as const;

export const exportFileNames: Readonly<Record<ExportPart, string>> = {
  key: 'privkey.pem',
  certificate: 'fullchain.pem',
  certificateServer: 'cert.pem',
  certificateChain: 'chain.pem',
};

/** Which files of the preset `pem` these are; `null`: all of them, or the files of another preset. */
export function chosenParts(
  presetId: string,
  files: readonly { readonly name: string }[],
): readonly ExportPart[] | null {
  if (presetId !== 'pem') return null;
  const names = new Set(files.map(({ name }) => name));
  const parts = exportParts.filter((part) => names.has(exportFileNames[part]));
  return parts.length === 0 || parts.length === exportParts.length ? null : parts;
}

export type ExportContainer = 'folder' | 'zip';

export interface ExportJobView {
  readonly id: string;
  readonly phase: 'fetching' | 'review' | 'writing' | 'proving' | 'done';
  readonly container: ExportContainer;
  readonly presetId: string;
  /** The preset has a PKCS#12 file; its passphrase comes with the confirmation. */
  readonly needsPassphrase: boolean;
  /** The folder or ZIP file chosen in the native dialog, for display. */
  readonly target: string;
  readonly warnings: readonly ExportWarning[];
  readonly items: readonly ExportItemView[];
  /** The user must accept the warnings, because private keys will be written to a place that has new ones. */
  readonly asksToAccept: boolean;
  /** Orders done in this phase. */
  readonly completed: number;
  readonly cancelled: boolean;
  /** Set when the whole export failed, as a ZIP does. */
  readonly error: AppError | null;
}

export type ExportWarning =
  /** The file system keeps no modes, so 0600 has no effect. */
  | { readonly kind: 'modeNotKept' }
  /** Other users of this computer can write to the folder. */
  | { readonly kind: 'writableByOthers' }
  /** The target is in a git worktree that does not ignore the files with private keys. */
  | {
      readonly kind: 'gitWorktree';
      readonly worktree: string;
      /** Lines for the worktree's `.gitignore`, each with its line end; empty if no pattern can express the path. */
      readonly ignoreLines: string;
      /** Whether git could be run; if not, the files may be ignored. */
      readonly isAsked: boolean;
    }
  /** A program syncs the folder: its name, such as `Dropbox`. */
  | { readonly kind: 'cloudSynced'; readonly service: string }
  /** The folder is on another computer: the protocol, such as `NFS`. */
  | { readonly kind: 'networkFileSystem'; readonly protocol: string };

export interface ExportItemView {
  readonly orderId: string;
  readonly title: string;
  readonly folder: string;
  readonly state:
    | 'pending'
    | 'ready'
    | WriteResult<'written' | 'current' | 'kept' | 'failed' | 'cancelled'>['kind'];
  readonly leaf: ExportLeaf | null;
  /** What the user should review before the write; empty: nothing. */
  readonly review: readonly ReviewFinding[];
  /** Of the fetched leaf; complete before the fetch. */
  readonly chain: ExportChain;
  /** Names of the files to be written, known from the review on. */
  readonly planned: readonly string[];
  /** Those that exist in the target and would be replaced. */
  readonly conflicts: readonly string[];
  /** These are the order's own exported files, which no other program changed: the export updates them without a question. */
  readonly isUpdate: boolean;
  /** Unix ms since when the files are `current`; `null` in other states. */
  readonly currentSince: number | null;
  /** The copy of the written or current files; `null`: there is none. */
  readonly copyId: string | null;
  /** The files before the write can be restored. */
  readonly canUndo: boolean;
  /** Paths of the written files, relative to the target. */
  readonly files: readonly string[];
  /** After the write: server configuration with full paths, or paths inside the ZIP; `null` without a server. */
  readonly snippet: string | null;
  /** After the write; `null` before. */
  readonly proof: ExportProof | null;
  readonly error: AppError | null;
}

/** Whether the chain leads to a root, or to a certificate issued by one. */
export interface ExportChain {
  readonly complete: boolean;
  /** The missing issuer of the last certificate: its common name, or its whole name. */
  readonly missingIssuer: string | null;
}

interface ExportLeaf {
  readonly commonName: string | null;
  readonly fingerprint256: string;
  readonly notBefore: number;
  readonly notAfter: number;
  /** The order was renewed since the last poll. */
  readonly renewed: boolean;
}
