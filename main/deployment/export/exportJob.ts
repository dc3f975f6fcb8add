import { join } from 'node:path';
import type { Bundle } from '#main/x509/certificates/bundle.ts';
import type { BundleReview } from '#main/x509/certificates/reviewBundle.ts';
import type { ExportContainer, ExportJobView, ExportWarning } from '#shared/domain/export.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { type ExportPreset, needsPassphrase } from '#shared/domain/preset.ts';
import { snippetOf } from '#shared/domain/presetSnippet.ts';
import type { AppError } from '#shared/errors.ts';
import { ok, type Result } from '#shared/result.ts';
import type { BundleOutcome, ExportBundle, ExportDestination, PlannedBundle } from './exportDestination.ts';
import { ExportItem } from './exportItem.ts';
import { chosenFiles, type ExportRequest } from './exportRequest.ts';
import { placedFiles } from './placedFiles.ts';
import { type NameClash, type Neighbours, type OrderNames, planNames } from './planNames.ts';
import { fileProblem, planFile } from './presetFiles.ts';
import { sealBundle } from './sealPkcs12.ts';
import { digestsOf } from './writtenBundle.ts';

/** One export from the dialog to its summary: state without behaviour of its own. */
export class ExportJob {
  readonly id: string;
  readonly container: ExportContainer;
  readonly presetId: string;
  readonly deliveryId: string | null;
  readonly needsPassphrase: boolean;
  readonly withKey: boolean;
  readonly target: string;
  readonly destination: ExportDestination;
  readonly items: readonly ExportItem[];
  /** The files that are wanted of the preset. */
  readonly layout: Pick<ExportPreset, 'folder' | 'switching' | 'server' | 'files'>;
  readonly #byId: ReadonlyMap<string, ExportItem>;
  readonly #neighbours: () => Neighbours;
  readonly #abort = new AbortController();
  phase: ExportJobView['phase'] = 'fetching';
  warnings: readonly ExportWarning[] = [];
  completed = 0;
  error: AppError | null = null;

  constructor(
    id: string,
    request: ExportRequest,
    preset: ExportPreset,
    orders: readonly OrderRow[],
    target: string,
    destination: ExportDestination,
    neighbours: () => Neighbours,
  ) {
    const files = chosenFiles(preset, request);
    this.id = id;
    this.container = request.container;
    this.presetId = preset.id;
    this.deliveryId = request.deliveryId;
    this.needsPassphrase = needsPassphrase({ files });
    this.withKey = files.some(({ parts }) => parts.includes('key'));
    this.target = target;
    this.destination = destination;
    this.#neighbours = neighbours;
    const addedAt = new Map(neighbours().orders.map((order) => [order.id, order.addedAt]));
    this.items = orders.map((order) => new ExportItem(order, addedAt.get(order.id) ?? 0));
    const { folder, switching, server } = preset;
    this.layout = { folder, switching, server, files };
    this.#byId = new Map(this.items.map((item) => [item.order.id, item]));
    this.#names();
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** The target with links resolved, once it was reviewed. */
  get root(): string {
    return this.destination.root() ?? this.target;
  }

  /** Begins a phase whose progress is counted. */
  enter(phase: ExportJobView['phase']): void {
    this.phase = phase;
    this.completed = 0;
  }

  abort(): void {
    this.#abort.abort();
  }

  /** The bundles that wait to be written, as far as they are made. */
  plans(): PlannedBundle[] {
    return this.items.flatMap(({ plan }) => plan ?? []);
  }

  /** Those that are ready to be written. */
  bundles(): ExportBundle[] {
    return this.items.flatMap(({ bundle }) => bundle ?? []);
  }

  /** Takes what was fetched for an order. Fails when a file that is wanted cannot be made from it. */
  accept(item: ExportItem, bundle: Bundle, review: BundleReview): Result<null> {
    for (const file of this.layout.files) {
      const error = fileProblem(file, bundle.pem);
      if (error !== null) return { ok: false, error };
    }
    item.accept(bundle, review);
    return ok(null);
  }

  /** Makes the files once everything is fetched: only then are all names known. Those that clash fail. */
  plan(): void {
    const names = this.#names();
    for (const item of this.items) {
      const { order, pem } = item;
      const own = names.get(order.id);
      if (pem === null || own === undefined) continue;
      if (own.clash !== null) {
        this.fail(item, this.#clashError(own.clash));
        continue;
      }
      const files = this.layout.files.map((file, index) => planFile(file, own.files[index] ?? '', pem));
      item.view.planned = own.files;
      item.plan = { orderId: order.id, folder: own.folder, switching: this.layout.switching, files };
    }
  }

  /** Makes what takes a passphrase; an order for which that fails has failed. */
  async seal(item: ExportItem, passphrase: string): Promise<void> {
    const { pem, plan, view } = item;
    if (plan === null || pem === null) return;
    const sealing = { passphrase, pem, friendlyName: view.title };
    const sealed = await sealBundle(plan, this.layout.files, sealing);
    item.pem = null;
    // The job may have ended in the meantime.
    if (item.plan === null) return;
    if (sealed.ok) item.bundle = sealed.value;
    else this.fail(item, sealed.error);
  }

  fail(item: ExportItem, error: AppError): void {
    item.fail(error);
  }

  /** Every order that waits shares the failure of the whole. */
  failAll(error: AppError): void {
    this.error = error;
    for (const item of this.items) if (item.view.state !== 'failed') this.fail(item, error);
  }

  settle(orderId: string, outcome: BundleOutcome): void {
    const item = this.#byId.get(orderId);
    if (item === undefined) throw new Error('An outcome of an order that is not exported');
    if (outcome.kind === 'written' && this.container === 'folder') item.written = digestsOf(item.bundle);
    item.drop();
    item.view.state = outcome.kind;
    if (outcome.kind === 'written') {
      item.former = outcome.former;
      item.view.files = outcome.files;
      item.view.snippet = this.#snippetOf(outcome.files);
    }
    if (outcome.kind === 'failed') item.view.error = outcome.error;
  }

  /** Ends the job: keys are gone, and what had no outcome yet is cancelled. */
  finish(): void {
    for (const item of this.items) {
      item.drop();
      if (item.view.state === 'pending' || item.view.state === 'ready') item.view.state = 'cancelled';
    }
    this.phase = 'done';
  }

  /** A private key in a place that is warned of is the person's to decide. */
  get asksToAccept(): boolean {
    return this.withKey && this.warnings.length > 0;
  }

  #names(): ReadonlyMap<string, OrderNames> {
    const names = planNames(
      this.layout,
      this.items.map(({ facts }) => facts),
      this.#neighbours(),
      this.container === 'zip' ? null : this.root,
    );
    for (const { order, view } of this.items) view.folder = names.get(order.id)?.folder ?? '';
    return names;
  }

  #clashError({ name, ownerId }: NameClash): AppError {
    if (ownerId === null) return { kind: 'fileSystem', reason: 'exists', code: '', name };
    const owner = this.#neighbours().orders.find(({ id }) => id === ownerId);
    return { kind: 'otherOrdersFile', name, order: owner?.title ?? null };
  }

  #snippetOf(files: readonly string[]): string | null {
    const { server } = this.layout;
    if (server === null) return null;
    const placed = placedFiles(this.layout.files, files);
    if (this.container === 'zip') return snippetOf(server, placed);
    return snippetOf(
      server,
      placed.map((file) => ({ ...file, path: join(this.target, file.path) })),
    );
  }
}
