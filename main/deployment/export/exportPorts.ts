import type { WarnedPlace } from '#main/platform/consent/questions.ts';
import type { SerialQueue } from '#main/platform/serialQueue.ts';
import type { Scheduler } from '#main/platform/time.ts';
import type { Bundle } from '#main/x509/certificates/bundle.ts';
import type { BundleReview } from '#main/x509/certificates/reviewBundle.ts';
import type { CertificateMaterial } from '#main/x509/material.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { ExportPreset } from '#shared/domain/preset.ts';
import type { Result } from '#shared/result.ts';
import type { ExportDestination, FolderTarget } from './exportDestination.ts';
import type { ExportSource } from './exportSource.ts';
import type { ExportGuards } from './guards/exportGuards.ts';
import type { Neighbours } from './planNames.ts';
import type { ProofPorts } from './proveItems.ts';
import type { WrittenBundle } from './writtenBundle.ts';

/** The native dialogs. `null`: the person closed it. */
export interface ExportDialogs {
  chooseFolder(): Promise<string | null>;
  /** Asks before it gives the name of a file that exists. */
  chooseZipFile(suggestedName: string): Promise<string | null>;
}

/** What is known of orders, and where news of them goes. */
export interface ExportOrders {
  get(id: string): OrderRow | null;
  /** What the service gave just now has another leaf than `get` says: the order is to be asked for. */
  onFetched(orderId: string): void;
  /**
   * The private key that a delivery brought is in its place, so that it need not be kept here any longer.
   * @param deliveryId the delivery that was asked for, or `null`: the one that counted for the order
   * @param fingerprint256 of the leaf that the key belongs to: another delivery may count by now
   */
  onKeyExported(orderId: string, deliveryId: string | null, fingerprint256: string): void;
}

/** Checks material of an order, and gives the parts that agree with each other as canonical PEM. */
export type BundleBuilder = (material: CertificateMaterial, order: OrderRow) => Result<Bundle>;

/** What a person should see of material of an order before it is put in place. */
export type BundleReviewer = (bundle: Bundle, order: OrderRow) => BundleReview;

/** What an export needs of the rest of the app. */
export interface ExportServicePorts extends ProofPorts {
  readonly dialogs: ExportDialogs;
  readonly orders: ExportOrders;
  /** All orders and all exported files, from which the names of an export are told apart. */
  readonly neighbours: () => Neighbours;
  readonly source: ExportSource;
  readonly presets: { find(id: string): ExportPreset | null };
  readonly buildBundle: BundleBuilder;
  readonly review: BundleReviewer;
  readonly guards: ExportGuards;
  /** Asks the person whether private keys may go to a place that is warned of. Errors: those of `AskConsent`. */
  readonly confirmPlace: (place: WarnedPlace) => Promise<Result<null>>;
  readonly folderDestination: (path: string) => FolderTarget;
  readonly zipDestination: (path: string) => ExportDestination;
  /** Whoever exports, files are switched one export after the other: two may be into the same folder. */
  readonly turns: SerialQueue;
  /** Files are in their folders for good. */
  readonly onWritten: (written: readonly WrittenBundle[]) => void;
  readonly scheduler: Scheduler;
  /** Shows a file or folder in the system's file manager. */
  readonly showInFolder: (path: string) => void;
  readonly newId: () => string;
}
