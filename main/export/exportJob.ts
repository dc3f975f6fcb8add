import {
  type ExportContainer,
  type ExportItemView,
  type ExportJobView,
  type ExportPart,
  type ExportWarning,
  exportFileNames,
  exportParts,
} from '#shared/domain/export.ts';
import { type OrderRow, orderTitle } from '#shared/domain/order.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { BundleFile, BundleOutcome, ExportBundle, ExportDestination } from './exportDestination.ts';
import { isDelivered } from './exportSource.ts';
import { folderNames } from './safeNames.ts';

/** What a person wants exported. */
export interface ExportRequest {
  readonly orderIds: readonly string[];
  readonly presetId: string;
  /** Of the preset `pem`; `null`: all. */
  readonly parts: readonly ExportPart[] | null;
  readonly container: ExportContainer;
  /** The delivery whose material is exported in place of what its order has now; for one order alone. */
  readonly deliveryId: string | null;
}

type Mutable<T> = { -readonly [Field in keyof T]: T[Field] };

/** One order of a job: what is shown of it and, from the fetch until the job ends, its files. */
export interface ExportItem {
  readonly order: OrderRow;
  readonly view: Mutable<ExportItemView>;
  bundle: ExportBundle | null;
}

/** Overwrites what was a private key. Strings that it was made from are the garbage collector's. */
function wipe(bundle: ExportBundle | null): void {
  for (const { content } of bundle?.files ?? []) content.fill(0);
}

/** One export from the dialog to its summary: state without behaviour of its own. */
export class ExportJob {
  readonly id: string;
  readonly container: ExportContainer;
  readonly presetId: string;
  readonly parts: readonly ExportPart[];
  readonly deliveryId: string | null;
  readonly target: string;
  readonly destination: ExportDestination;
  readonly items: readonly ExportItem[];
  readonly #byId: ReadonlyMap<string, ExportItem>;
  readonly #abort = new AbortController();
  phase: ExportJobView['phase'] = 'fetching';
  warnings: readonly ExportWarning[] = [];
  completed = 0;
  error: AppError | null = null;

  constructor(
    id: string,
    request: ExportRequest,
    orders: readonly OrderRow[],
    target: string,
    destination: ExportDestination,
  ) {
    this.id = id;
    this.container = request.container;
    this.presetId = request.presetId;
    this.parts = exportParts.filter((part) => request.parts?.includes(part) ?? true);
    this.deliveryId = request.deliveryId;
    this.target = target;
    this.destination = destination;
    const titled = orders.map((order) => ({ id: order.id, rid: order.rid, title: orderTitle(order) }));
    const folders = folderNames(titled);
    this.items = orders.map((order, index) => {
      const folder = folders.get(order.id) ?? '';
      const title = titled[index]?.title ?? '';
      const state = 'pending';
      const chain = { complete: true, missingIssuer: null };
      const nothing = {
        leaf: null,
        chain,
        planned: [],
        conflicts: [],
        files: [],
        snippet: null,
        error: null,
      };
      return { order, view: { orderId: order.id, title, folder, state, ...nothing }, bundle: null };
    });
    this.#byId = new Map(this.items.map((item) => [item.order.id, item]));
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  abort(): void {
    this.#abort.abort();
  }

  /** The bundles that wait to be written. */
  bundles(): ExportBundle[] {
    return this.items.flatMap(({ bundle }) => bundle ?? []);
  }

  /** Takes the checked parts of an order as files. Fails when one that is wanted is not among them. */
  accept(item: ExportItem, parts: Readonly<Record<ExportPart, string | null>>): Result<null> {
    const files: BundleFile[] = [];
    for (const part of this.parts) {
      const pem = parts[part];
      if (pem === null) return err({ kind: 'invalidMaterial', reason: 'pemMissing', part });
      files.push({ name: exportFileNames[part], content: Buffer.from(pem), secret: part === 'key' });
    }
    item.bundle = { orderId: item.order.id, folder: item.view.folder, files };
    item.view.planned = files.map(({ name }) => name);
    item.view.state = 'ready';
    return ok(null);
  }

  fail(item: ExportItem, error: AppError): void {
    this.#drop(item);
    item.view.state = 'failed';
    item.view.error = error;
  }

  /** Every order that waits shares the failure of the whole. */
  failAll(error: AppError): void {
    this.error = error;
    for (const item of this.items) if (item.view.state !== 'failed') this.fail(item, error);
  }

  settle(orderId: string, outcome: BundleOutcome): void {
    const item = this.#byId.get(orderId);
    if (item === undefined) throw new Error('An outcome of an order that is not exported');
    this.#drop(item);
    item.view.state = outcome.kind;
    if (outcome.kind === 'written') item.view.files = outcome.files;
    if (outcome.kind === 'failed') item.view.error = outcome.error;
  }

  /** Whose private keys came by a delivery and are written, with the fingerprints of the leaves that they belong to. */
  deliveredKeysWritten(): readonly { readonly orderId: string; readonly fingerprint256: string }[] {
    if (!this.parts.includes('key')) return [];
    return this.items.flatMap(({ order, view: { state, leaf } }) =>
      state === 'written' && leaf !== null && isDelivered(order, this.deliveryId)
        ? { orderId: order.id, fingerprint256: leaf.fingerprint256 }
        : [],
    );
  }

  /** Ends the job: keys are gone, and what had no outcome yet is cancelled. */
  finish(): void {
    for (const item of this.items) {
      this.#drop(item);
      if (item.view.state === 'pending' || item.view.state === 'ready') item.view.state = 'cancelled';
    }
    this.phase = 'done';
  }

  toView(): ExportJobView {
    const { id, phase, container, presetId, target, warnings, completed, error } = this;
    const items = this.items.map(({ view }) => ({ ...view }));
    const cancelled = items.some(({ state }) => state === 'cancelled');
    const needsPassphrase = false;
    return {
      id,
      phase,
      container,
      presetId,
      needsPassphrase,
      target,
      warnings,
      items,
      completed,
      cancelled,
      error,
    };
  }

  #drop(item: ExportItem): void {
    wipe(item.bundle);
    item.bundle = null;
  }
}
