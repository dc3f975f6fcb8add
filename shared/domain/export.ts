import type { AppError, MaterialPart } from '../errors.ts';

/** The four PEM files of an order, named as in the interface, section 2. */
export type ExportPart = Exclude<MaterialPart, 'latest'>;

export const exportParts = ['key', 'certificate', 'certificateServer', 'certificateChain'] as const;

/** The file name of each part, in the manner of Certbot. */
export const exportFileNames: Readonly<Record<ExportPart, string>> = {
  key: 'privkey.pem',
  certificate: 'fullchain.pem',
  certificateServer: 'cert.pem',
  certificateChain: 'chain.pem',
};

export type ExportContainer = 'folder' | 'zip';

/** Where an export stands. One export runs at a time; the renderer mirrors this view. */
export interface ExportJobView {
  readonly id: string;
  readonly phase: 'fetching' | 'review' | 'writing' | 'done';
  readonly container: ExportContainer;
  readonly parts: readonly ExportPart[];
  /** The folder or ZIP file chosen in the native dialog, for display. */
  readonly target: string;
  /** Things about the target to know before writing. */
  readonly warnings: readonly ExportWarning[];
  readonly items: readonly ExportItemView[];
  /** Orders fetched, or written, so far in this phase. */
  readonly completed: number;
  readonly cancelled: boolean;
  /** Set when the whole export failed, as a ZIP does. */
  readonly error: AppError | null;
}

export type ExportWarning =
  /** The file system keeps no modes, so 0600 means nothing there. */
  | { readonly kind: 'modeNotKept' }
  /** Other users of this machine can write to the folder. */
  | { readonly kind: 'writableByOthers' };

export interface ExportItemView {
  readonly orderId: string;
  readonly title: string;
  /** The folder's name inside the target. */
  readonly folder: string;
  readonly state: 'pending' | 'ready' | 'written' | 'kept' | 'failed' | 'cancelled';
  /** The freshly fetched leaf, shown before a byte is written. */
  readonly leaf: ExportLeaf | null;
  /** Names of files in the target that would be replaced. */
  readonly conflicts: readonly string[];
  /** Paths of the files written, relative to the target. */
  readonly files: readonly string[];
  readonly error: AppError | null;
}

export interface ExportLeaf {
  readonly commonName: string | null;
  readonly fingerprint256: string;
  readonly notAfter: number;
  /** The leaf differs from the one the list shows: it was renewed since the last poll. */
  readonly renewed: boolean;
}
