import type { WarnedPlace } from '#main/platform/consent/questions.ts';
import type { SerialQueue } from '#main/platform/serialQueue.ts';
import type { Scheduler } from '#main/platform/time.ts';
import type { Bundle } from '#main/x509/certificates/bundle.ts';
import type { BundleReview } from '#main/x509/certificates/reviewBundle.ts';
import type { CertificateMaterial } from '#main/x509/material.ts';
import type { ExportContainer, ExportPart } from '#shared/domain/export.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { ExportPreset } from '#shared/domain/preset.ts';
import type { Result } from '#shared/result.ts';
import type { ProofPorts } from '../proof/prover.ts';
import type { ExportDestination, ExportedCopy, FolderTarget, WrittenBundle } from './exportDestination.ts';
import type { ExportSource } from './exportSource.ts';
import type { ExportGuards } from './guards/exportGuards.ts';
import type { Neighbours } from './planNames.ts';

export interface ExportRequest {
  readonly orderIds: readonly string[];
  readonly presetId: string;
  /** Which files of the preset `pem`; `null`: all. */
  readonly parts: readonly ExportPart[] | null;
  readonly container: ExportContainer;
  /** Exports the material of this delivery instead of the order's current one; only with a single order. */
  readonly deliveryId: string | null;
}

/** The native dialogs. `null`: the user closed it. */
interface ExportDialogs {
  chooseFolder(): Promise<string | null>;
  /** Asks before it returns the name of an existing file. */
  chooseZipFile(suggestedName: string): Promise<string | null>;
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
  readonly source: ExportSource;
  readonly presets: { find(id: string): ExportPreset | null };
  readonly buildBundle: (material: CertificateMaterial, order: OrderRow) => Result<Bundle>;
  readonly review: (bundle: Bundle, order: OrderRow) => BundleReview;
  readonly guards: ExportGuards;
  /** Asks the user whether to write private keys to a place with warnings. Errors: those of `AskConsent`. */
  readonly confirmPlace: (place: WarnedPlace) => Promise<Result<null>>;
  readonly folderDestination: (path: string) => FolderTarget;
  readonly zipDestination: (path: string) => ExportDestination;
  /** Runs one write at a time, across all services: two exports may go to the same folder. */
  readonly writeQueue: SerialQueue;
  /** Registers durably written bundles, before they are proven. @returns the ids of their copies, in the same order */
  readonly register: (written: readonly WrittenBundle[]) => readonly string[];
  /** An export into folders has ended. */
  readonly onFinished: (copies: readonly ExportedCopy[]) => void;
  readonly scheduler: Scheduler;
  readonly showInFolder: (path: string) => void;
  readonly newId: () => string;
}
