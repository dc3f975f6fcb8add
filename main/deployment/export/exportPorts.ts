import type { SerialQueue } from '#main/platform/serialQueue.ts';
import type { Scheduler } from '#main/platform/time.ts';
import type { Bundle } from '#main/x509/certificates/bundle.ts';
import type { BundleReview } from '#main/x509/certificates/reviewBundle.ts';
import type { CertificateMaterial } from '#main/x509/material.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { ExportContainer, ExportPart } from '#shared/domain/export.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { ExportPreset } from '#shared/domain/presets/presets.ts';
import type { Result } from '#shared/result.ts';
import type { ProofPorts } from '../proof/prover.ts';
import type {
  ExportDestination,
  ExportedCopy,
  FolderTarget,
  Registered,
  WrittenBundle,
  WrittenFile,
} from './exportDestination.ts';
import type { ExportSource } from './exportSource.ts';
import type { ExportGuards } from './guards.ts';
import type { Neighbours } from './planNames.ts';
import type { WarnedPlace } from './questions.ts';

export interface ExportRequest {
  readonly orderIds: readonly string[];
  readonly presetId: string;
  /** Which files of the preset `pem`; `null`: all. */
  readonly parts: readonly ExportPart[] | null;
  readonly container: ExportContainer;
  /**
   * A copy or a planned destination, into whose target is exported; `null`: the user chooses the folder or ZIP file in a
   * native dialog.
   */
  readonly into: string | null;
  /** Whether a review is skipped that asks nothing. */
  readonly review: 'always' | 'whenNeeded';
  /** Exports the material of this delivery instead of the order's current one; only with a single order. */
  readonly deliveryId: string | null;
}

/** The native dialogs. `null`: the user closed it. */
interface ExportDialogs {
  chooseFolder(): Promise<string | null>;
  /** Asks before it returns the name of an existing file. */
  chooseZipFile(suggestedName: string): Promise<string | null>;
}

/** A bundle, to be compared with the registry of exported files. */
export interface PlannedPlace extends Pick<WrittenBundle, 'orderId' | 'presetId'> {
  /** The folder that is written to, links resolved. */
  readonly folder: string;
  /** Names of the files that exist in it. */
  readonly existing: readonly string[];
  /** What would be written; `null`: it is not known before a passphrase is entered. */
  readonly content: readonly PlannedContent[] | null;
}

/** A file to be written. */
export interface PlannedContent extends Omit<WrittenFile, 'hasKey'> {}

/** What tells whether a leaf is older than the one in known files. Times in Unix ms. */
export type KnownLeaf = Pick<CertificateFacts, 'fingerprint256' | 'notBefore' | 'notAfter'>;

/** Files in the registry that an export would replace. */
export interface OwnFiles {
  /** The copy that they belong to, or one of them. */
  readonly copyId: string;
  /** Unix ms since when they have what would be written; `null`: they have something else. */
  readonly currentSince: number | null;
  /** Kinds of warnings that the user agreed to for all of them. */
  readonly agreed: readonly string[];
  /** The newest leaf in the files. */
  readonly leaf: KnownLeaf;
  readonly chainComplete: boolean;
}

/** Files of another program, or of NotAfter on another computer, that are what would be written. */
export interface HeldFiles {
  /** The directory with the files before the last write of the order's copy there; `null`: there is none. */
  readonly previous: string | null;
}

/** The registry of exported files. */
export interface KnownFiles {
  /** The folder that the user chose for a copy, links resolved; `null`: the copy is unknown. */
  target(copyId: string): string | null;
  /** The existing files of a bundle, if all of them are the order's own as they were written; otherwise `null`. */
  own(place: PlannedPlace): Promise<OwnFiles | null>;
  /** Whether the folder has exactly what would be written, whoever wrote it, and no other order's files. */
  held(place: PlannedPlace): Promise<HeldFiles | null>;
}

/** The destinations that a configuration file named and that have no files yet. */
export interface PlannedTargets {
  /**
   * Creates the folder of a destination if it is missing. Returns its path, links resolved; `null`: it is unknown.
   * Errors: `fileSystem`, `storage`.
   */
  prepare(id: string): Promise<Result<string | null>>;
}

interface ExportOrders {
  get(id: string): OrderRow | null;
  /** The fetched certificate differs from that of `get`, so the order should be polled. */
  onFetched(orderId: string): void;
  /**
   * A delivered private key was exported and need not be stored any longer.
   * @param deliveryId the delivery that was requested, or `null`: the order's current one
   * @param fingerprint256 of the key's leaf, because another delivery may be current by now
   */
  onKeyExported(orderId: string, deliveryId: string | null, fingerprint256: string): void;
}

export interface ExportServicePorts extends ProofPorts {
  readonly dialogs: ExportDialogs;
  readonly orders: ExportOrders;
  readonly neighbours: () => Neighbours;
  readonly known: KnownFiles;
  readonly planned: PlannedTargets;
  readonly source: ExportSource;
  readonly presets: { find(id: string): ExportPreset | null };
  readonly buildBundle: (material: CertificateMaterial, order: OrderRow) => Result<Bundle>;
  readonly review: (bundle: Bundle, order: OrderRow) => BundleReview;
  readonly guards: ExportGuards;
  /** Asks the user whether to write private keys to a place with warnings. Errors: those of `AskConsent`. */
  readonly confirmPlace: (place: WarnedPlace) => Promise<Result<null>>;
  /** Asks whether to replace files that are not known as the orders' own, in a folder that was not chosen in a dialog. */
  readonly confirmReplacing: (folder: string, files: readonly string[]) => Promise<Result<null>>;
  readonly folderDestination: (path: string) => FolderTarget;
  readonly zipDestination: (path: string) => ExportDestination;
  /** Runs one write at a time, across all services: two exports may go to the same folder. */
  readonly writeQueue: SerialQueue;
  /**
   * Records, durably, what is about to be put into folders: whose files they are after a kill follows from it. Error:
   * `storage`; nothing may be written then.
   * @returns registers those of them that were written, before they are proven
   */
  readonly intend: (
    intended: readonly WrittenBundle[],
  ) => Result<(written: readonly WrittenBundle[]) => Registered>;
  /** Registers files that are there already, and are what would be written. */
  readonly registerHeld: (held: readonly WrittenBundle[]) => Registered;
  /** An export into folders has ended. */
  readonly onFinished: (copies: readonly ExportedCopy[]) => void;
  readonly scheduler: Scheduler;
  readonly showInFolder: (path: string) => void;
  readonly newId: () => string;
}
