import { join } from 'node:path';
import { sha256Hex } from '#main/platform/sha256.ts';
import type { Bundle } from '#main/x509/certificates/bundle.ts';
import type { BundleReview } from '#main/x509/certificates/reviewBundle.ts';
import {
  type ExportContainer,
  type ExportJobView,
  type ExportWarning,
  exportFileNames,
} from '#shared/domain/export.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { PresetFile } from '#shared/domain/preset.ts';
import { needsPassphrase } from '#shared/domain/presetFormat.ts';
import { snippetOf } from '#shared/domain/presetServer.ts';
import type { ExportPreset } from '#shared/domain/presets/presets.ts';
import type { AppError } from '#shared/errors.ts';
import { ok, type Result } from '#shared/result.ts';
import {
  type BundleOutcome,
  type ExportBundle,
  type ExportDestination,
  notRecorded,
  type PlannedBundle,
  pathInTarget,
  type WrittenFile,
} from './exportDestination.ts';
import { ExportItem } from './exportItem.ts';
import type { ExportRequest, PlannedContent } from './exportPorts.ts';
import { fileError } from './fileErrors.ts';
import { type NameClash, type Neighbours, type OrderNames, planNames } from './planNames.ts';
import { fileProblem, planFile, sealBundle } from './presetFiles.ts';

/** A file of a preset at its path. */
export interface PlacedFile extends Pick<PresetFile, 'format' | 'parts'> {
  /** Relative to the target, with `/`. */
  readonly path: string;
}

interface ExportJobOptions {
  readonly id: string;
  readonly request: ExportRequest;
  readonly preset: ExportPreset;
  readonly orders: readonly OrderRow[];
  /** The folder or ZIP file. */
  readonly target: string;
  readonly destination: ExportDestination;
  readonly neighbours: () => Neighbours;
  /** Called when one more order is done in a phase. */
  readonly onProgress: () => void;
}

/** The state of one export, from the dialog to its summary. */
export class ExportJob {
  readonly id: string;
  readonly request: ExportRequest;
  readonly container: ExportContainer;
  readonly presetId: string;
  readonly deliveryId: string | null;
  readonly needsPassphrase: boolean;
  readonly withKey: boolean;
  readonly target: string;
  readonly destination: ExportDestination;
  readonly items: readonly ExportItem[];
  /** The preset, with only the requested files. */
  readonly layout: Pick<ExportPreset, 'folder' | 'server' | 'files'>;
  readonly #byId: ReadonlyMap<string, ExportItem>;
  readonly #neighbours: () => Neighbours;
  readonly #onProgress: () => void;
  readonly #abort = new AbortController();
  #phase: ExportJobView['phase'] = 'fetching';
  #warnings: readonly ExportWarning[] = [];
  #completed = 0;
  #error: AppError | null = null;

  constructor(options: ExportJobOptions) {
    const { request, preset, orders, target, destination, neighbours, onProgress } = options;
    const files = requestedFiles(preset, request);
    this.id = options.id;
    this.request = request;
    this.container = request.container;
    this.presetId = preset.id;
    this.deliveryId = request.deliveryId;
    this.needsPassphrase = needsPassphrase({ files });
    this.withKey = files.some(({ parts }) => parts.includes('key'));
    this.target = target;
    this.destination = destination;
    this.#neighbours = neighbours;
    this.#onProgress = onProgress;
    const addedAt = new Map(neighbours().orders.map((order) => [order.id, order.addedAt]));
    this.items = orders.map((order) => new ExportItem(order, addedAt.get(order.id) ?? 0));
    this.#byId = new Map(this.items.map((item) => [item.order.id, item]));
    const { folder, server } = preset;
    this.layout = { folder, server, files };
    this.#names();
  }

  get phase(): ExportJobView['phase'] {
    return this.#phase;
  }

  get warnings(): readonly ExportWarning[] {
    return this.#warnings;
  }

  /** Why the whole job failed; `null`: it did not. */
  get error(): AppError | null {
    return this.#error;
  }

  view(): ExportJobView {
    const { id, phase, container, presetId, needsPassphrase, target, warnings, asksToAccept, error } = this;
    const items = this.items.map(({ view }) => ({ ...view }));
    return {
      id,
      phase,
      container,
      presetId,
      needsPassphrase,
      target,
      warnings,
      asksToAccept,
      items,
      completed: this.#completed,
      cancelled: items.some(({ state }) => state === 'cancelled'),
      error,
    };
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** The target with links resolved, once it was reviewed. */
  get root(): string {
    return this.destination.root() ?? this.target;
  }

  /** The orders whose files the target has warnings for that the user did not agree to. */
  get #newlyWarned(): readonly ExportItem[] {
    return this.#ready().filter(({ own }) =>
      this.#warnings.some(({ kind }) => own?.agreed.includes(kind) !== true),
    );
  }

  /** Ids of the orders for which the user must agree to the warnings, because the export contains private keys. */
  get ordersToAccept(): readonly string[] {
    return this.withKey ? this.#newlyWarned.map(({ order }) => order.id) : [];
  }

  get asksToAccept(): boolean {
    return this.ordersToAccept.length > 0;
  }

  /** Whether there is anything for the user to decide before the write. */
  get asks(): boolean {
    if (this.needsPassphrase || this.#newlyWarned.length > 0) return true;
    return this.#ready().some(({ view, own, fetched }) => {
      const losesChain =
        !view.chain.complete && fetched?.isChainAccepted !== true && own?.chainComplete !== false;
      return view.review.length > 0 || losesChain || (view.conflicts.length > 0 && !view.isUpdate);
    });
  }

  #ready(): readonly ExportItem[] {
    return this.items.filter(({ view }) => view.state === 'ready');
  }

  /** Writes nothing of these orders. */
  leaveOut(orderIds: ReadonlySet<string>): void {
    for (const item of this.#ready().filter(({ order }) => orderIds.has(order.id))) item.cancel();
  }

  /** Begins the next phase. */
  enter(phase: Exclude<ExportJobView['phase'], 'done'>): void {
    this.#phase = phase;
    this.#completed = 0;
  }

  /** One more order is done in this phase. */
  progress(): void {
    this.#completed += 1;
    this.#onProgress();
  }

  /** Takes the warnings of the target, one of each kind. */
  warn(warnings: readonly ExportWarning[]): void {
    this.#warnings = [
      ...new Map(warnings.toReversed().map((warning) => [warning.kind, warning])).values(),
    ].toReversed();
  }

  /** @param error why, if it was not the user's wish */
  abort(error: AppError | null = null): void {
    this.#error ??= error;
    this.#abort.abort();
  }

  plans(): PlannedBundle[] {
    return this.items.flatMap(({ plan }) => plan ?? []);
  }

  bundles(): ExportBundle[] {
    return this.items.flatMap(({ bundle }) => bundle ?? []);
  }

  /** Takes fetched material. Fails if a requested file can't be made from it. */
  accept(item: ExportItem, { leaf, chain, chainEnd, pem }: Bundle, review: BundleReview): Result<null> {
    for (const file of this.layout.files) {
      const error = fileProblem(file, pem);
      if (error !== null) return { ok: false, error };
    }
    const domain = leaf.commonName ?? leaf.subjectAltNames[0] ?? item.facts.title;
    item.facts = { ...item.facts, domain, notAfter: leaf.notAfter };
    const { findings, isValidNow, isChainAccepted } = review;
    item.fetched = { leaf, chainEnd, isValidNow, isChainAccepted };
    item.pem = pem;
    item.proofMaterial = { leaf: pem.leaf, chain: pem.chain, root: pem.root };
    item.view.review = findings;
    item.view.chain = chain;
    item.view.state = 'ready';
    return ok(null);
  }

  /** Plans the files, once everything is fetched and all names are known. Orders whose names clash fail. */
  plan(): void {
    const names = this.#names();
    for (const item of this.items) {
      const { order, pem } = item;
      const own = names.get(order.id);
      if (pem === null || own === undefined) continue;
      if (own.clash !== null) {
        item.fail(this.#clashError(own.clash));
        continue;
      }
      const files = this.layout.files.map((file, index) =>
        planFile(file, own.files[index] ?? '', pem, own.folder),
      );
      item.view.planned = own.files;
      item.plan = { orderId: order.id, folder: own.folder, files };
    }
  }

  /** The planned files; `null` if one of them needs a passphrase. */
  contentOf({ plan }: ExportItem): readonly PlannedContent[] | null {
    const files = (plan?.files ?? []).flatMap(({ name, mode, content }) =>
      content === null ? [] : [{ name, mode, sha256: sha256Hex(content), size: content.length }],
    );
    return files.length === this.layout.files.length ? files : null;
  }

  /** Completes an item's bundle with the files that need a passphrase. The item fails if that does. */
  async seal(item: ExportItem, passphrase: string): Promise<void> {
    const { pem, plan, view } = item;
    if (plan === null || pem === null) return;
    const sealed = await sealBundle(plan, this.layout.files, { passphrase, pem, friendlyName: view.title });
    item.pem = null;
    // The job may have ended meanwhile.
    if (item.plan === null) return;
    if (sealed.ok) item.bundle = sealed.value;
    else item.fail(sealed.error);
  }

  /** Names of existing files that are not known as the orders' own, and that the job would replace. */
  othersFiles(): readonly string[] {
    return this.#ready().flatMap(({ view }) =>
      view.isUpdate ? [] : view.conflicts.map((name) => pathInTarget(view, name)),
    );
  }

  /** Fails the whole job, with every order that has not failed already. */
  failAll(error: AppError): void {
    this.#error = error;
    for (const item of this.items) if (item.view.state !== 'failed') item.fail(error);
  }

  /** The files that were written are in place, but not registered. */
  failUnrecorded(why: AppError): void {
    for (const item of this.items) if (item.view.state === 'written') item.fail(notRecorded(why));
  }

  settle(orderId: string, outcome: BundleOutcome): void {
    const item = this.#byId.get(orderId);
    if (item === undefined) throw new Error('An outcome of an order that is not exported');
    if (outcome.kind === 'written') {
      const { files, previous } = outcome;
      if (item.bundle !== null) item.written = { files: writtenFilesOf(item.bundle), previous };
      item.view.files = files;
      item.view.canUndo = previous !== null;
      item.view.snippet = this.#snippetOf(item);
    }
    if (outcome.kind === 'failed') item.view.error = outcome.error;
    item.drop();
    item.view.state = outcome.kind;
  }

  /** The written files of an order were registered. */
  noteCopy(orderId: string, copyId: string): void {
    const item = this.#byId.get(orderId);
    if (item !== undefined) item.view.copyId = copyId;
  }

  /** The written files of an item, in the order of the preset's files. */
  placedFiles({ view }: ExportItem): readonly PlacedFile[] {
    return view.files.flatMap((path, index) => {
      const file = this.layout.files[index];
      return file === undefined ? [] : { path, format: file.format, parts: file.parts };
    });
  }

  /** Ends the job: drops all keys, and cancels items without an outcome. */
  finish(): void {
    for (const item of this.items) item.cancel();
    this.#phase = 'done';
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
    if (ownerId === null) return fileError('exists', name);
    const owner = this.#neighbours().orders.find(({ id }) => id === ownerId);
    return { kind: 'otherOrdersFile', name, order: owner?.title ?? null };
  }

  #snippetOf(item: ExportItem): string | null {
    const { server } = this.layout;
    if (server === null) return null;
    const placed = this.placedFiles(item);
    if (this.container === 'zip') return snippetOf(server, placed);
    return snippetOf(
      server,
      placed.map((file) => ({ ...file, path: join(this.target, file.path) })),
    );
  }
}

/** The preset's files that are requested; only those of `pem` can be chosen. */
function requestedFiles(
  { id, files }: ExportPreset,
  { parts }: Pick<ExportRequest, 'parts'>,
): readonly PresetFile[] {
  if (id !== 'pem' || parts === null) return files;
  const names = new Set(parts.map((part) => exportFileNames[part]));
  return files.filter(({ name }) => names.has(name));
}

/** The files of a bundle, as they are registered. */
export function writtenFilesOf({ files }: ExportBundle): readonly WrittenFile[] {
  return files.map(({ name, content, mode, secret }) => ({
    name,
    sha256: sha256Hex(content),
    size: content.length,
    mode,
    hasKey: secret,
  }));
}
