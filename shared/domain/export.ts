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
  readonly presetId: string;
  /** The preset has a PKCS#12 file, whose passphrase comes with the confirmation. */
  readonly needsPassphrase: boolean;
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
  /** Of that leaf; complete until it is known. */
  readonly chain: ExportChain;
  /** Names of the files that will be written, known from the review on. */
  readonly planned: readonly string[];
  /** Those of them that are in the target already, and would be replaced. */
  readonly conflicts: readonly string[];
  /** Paths of the files written, relative to the target. */
  readonly files: readonly string[];
  /**
   * After the write: how a server is told of these files, in the language of its configuration, with full paths. For a
   * ZIP with paths inside the archive, as where it will be unpacked is not known. `null` where a preset has none.
   */
  readonly snippet: string | null;
  readonly error: AppError | null;
}

/** Whether the certificates lead from the leaf to its root, or to one that a root issued. */
export interface ExportChain {
  readonly complete: boolean;
  /** Who issued the last one that is there, when that issuer is missing: its common name, else its whole name. */
  readonly missingIssuer: string | null;
}

export interface ExportLeaf {
  readonly commonName: string | null;
  readonly fingerprint256: string;
  readonly notAfter: number;
  /** The leaf differs from the one the list shows: it was renewed since the last poll. */
  readonly renewed: boolean;
}
