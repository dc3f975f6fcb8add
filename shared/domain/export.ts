import type { AppError, MaterialPart } from '../errors.ts';
import type { ReviewFinding } from './finding.ts';

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
  readonly phase: 'fetching' | 'review' | 'writing' | 'proving' | 'done';
  readonly container: ExportContainer;
  readonly presetId: string;
  /** The preset has a PKCS#12 file, whose passphrase comes with the confirmation. */
  readonly needsPassphrase: boolean;
  /** The folder or ZIP file chosen in the native dialog, for display. */
  readonly target: string;
  /** Things about the target to know before writing. */
  readonly warnings: readonly ExportWarning[];
  readonly items: readonly ExportItemView[];
  /** The person has to accept the warnings before anything is written: a private key is among the files. */
  readonly asksToAccept: boolean;
  /** Orders fetched, written or proven so far in this phase. */
  readonly completed: number;
  readonly cancelled: boolean;
  /** Set when the whole export failed, as a ZIP does. */
  readonly error: AppError | null;
}

export type ExportWarning =
  /** The file system keeps no modes, so 0600 means nothing there. */
  | { readonly kind: 'modeNotKept' }
  /** Other users of this machine can write to the folder. */
  | { readonly kind: 'writableByOthers' }
  /** The target lies in a git worktree, and files with a private key would be committed with it. */
  | {
      readonly kind: 'gitWorktree';
      /** The worktree's directory. */
      readonly worktree: string;
      /** Lines for the `.gitignore` of the worktree's directory, each with its line end; empty where none can be written. */
      readonly ignoreLines: string;
      /** Git said that the files are not ignored; `false`: git could not be asked. */
      readonly isAsked: boolean;
    }
  /** A program copies what is in the folder to other places: its name, such as `Dropbox`. */
  | { readonly kind: 'cloudSynced'; readonly service: string }
  /** Another machine keeps the files: the name of the protocol, such as `NFS`. */
  | { readonly kind: 'networkFileSystem'; readonly protocol: string };

export interface ExportItemView {
  readonly orderId: string;
  readonly title: string;
  /** The folder's name inside the target. */
  readonly folder: string;
  readonly state: 'pending' | 'ready' | 'written' | 'kept' | 'failed' | 'cancelled';
  /** The freshly fetched leaf, shown before a byte is written. */
  readonly leaf: ExportLeaf | null;
  /** What a person should review of that leaf before it is put in place; empty: nothing. */
  readonly review: readonly ReviewFinding[];
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
  /** After the write: whether a server that is given these very files convinces a client; `null` before that. */
  readonly proof: ExportProof | null;
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

/** What a server and a client on this machine made of the files that were written, read from the disk again. */
export type ExportProof =
  | {
      readonly kind: 'proven';
      /** The DNS name or IP address by which the client connected; made up below a wildcard. */
      readonly servername: string;
      /** Of TLS, as Node names it: `TLSv1.3`. */
      readonly protocol: string;
    }
  | {
      readonly kind: 'notProven';
      readonly reason: ProofFailure;
      /** Of the system or of TLS, such as `CERT_HAS_EXPIRED`; empty where there is none. */
      readonly code: string;
    }
  | {
      readonly kind: 'notTried';
      readonly reason: 'noKey' | 'noLeaf' | 'cancelled' | 'noLoopback';
    };

export type ProofFailure =
  /** A file cannot be read again. */
  | 'unreadable'
  /** The server does not take the files: they are spoiled, or the key is of another certificate. */
  | 'refused'
  /** The server shows another certificate than the one that was meant. */
  | 'otherLeaf'
  /** The chain does not reach a root that is known here. */
  | 'noRoot'
  /** The files do not lead the client to the root. */
  | 'chain'
  | 'expired'
  | 'notYetValid'
  /** The certificate is not for the name by which the client connected. */
  | 'name'
  /** The key and the chain are in order, but the certificate has no name by which a client could connect. */
  | 'noName'
  /** This app cannot use a key of this kind. */
  | 'keyKind'
  | 'timeout';

/** Says nothing of the files: they could not be tried out here, or there was nothing to try. */
const sayNothing: ReadonlySet<ProofFailure> = new Set(['noRoot', 'keyKind', 'timeout']);

/**
 * Whether a proof found that servers or clients would not take the files. Then an export in a terminal fails, and the
 * command of a copy is not run: the server keeps what it has.
 */
export function speaksAgainstFiles(proof: ExportProof): boolean {
  return proof.kind === 'notProven' && !sayNothing.has(proof.reason);
}
