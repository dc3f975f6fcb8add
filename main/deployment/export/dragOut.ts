import { lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Disposable } from '#main/platform/disposable.ts';
import { codeOf } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Scheduler } from '#main/platform/time.ts';
import type { DraggedFiles, DragRequest } from '#shared/domain/dragOut.ts';
import { type ExportItemView, exportFileNames } from '#shared/domain/export.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { PresetFile, PresetPart } from '#shared/domain/preset.ts';
import type { ExportPreset } from '#shared/domain/presets/presets.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { ExportService } from './exportService.ts';

export interface DragOutPorts {
  /** A folder in the app's data that nothing else uses. */
  readonly folder: string;
  /** An export into a folder that no registry knows. */
  readonly exportInto: (folder: string, preset: ExportPreset) => ExportService;
  readonly orders: { get(id: string): OrderRow | null };
  /** Asks whether private keys may leave by a drag. Errors: those of `AskConsent`. */
  readonly confirmKeys: (orders: readonly OrderRow[]) => Promise<Result<null>>;
  /** Begins the drag of the desktop, while a button of the pointer is held on the window. */
  readonly startDrag: (files: readonly string[]) => { readonly mayBeRefused: boolean };
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}

interface Prepared {
  /** The request that they answer. */
  readonly key: string;
  readonly paths: readonly string[];
  readonly files: DraggedFiles;
}

/** What was exported for a drag. */
interface Written extends Pick<DraggedFiles, 'left' | 'isAsked'> {
  readonly items: readonly ExportItemView[];
}

/** How long prepared files answer the same drag again, and an agreement to drag keys counts. */
const READY_FOR_MS = 60_000;
/** After this time the files are removed: programs such as SFTP clients read them some time after the drop. */
const KEPT_FOR_MS = 10 * 60_000;

/**
 * Files that are dragged out of the window. They are exported into a folder of mode 0700, with mode 0600, and removed
 * after ten minutes, at quit, and at the next start.
 */
export class DragOut implements Disposable {
  readonly #ports: DragOutPorts;
  readonly #removals = new Map<string, Disposable>();
  #running: ExportService | null = null;
  #prepared: Prepared | null = null;
  #isEnded = false;

  constructor(ports: DragOutPorts) {
    this.#ports = ports;
  }

  /** Removes what an earlier run left. Never follows a link. */
  sweep(): void {
    this.#remove(this.#ports.folder);
  }

  /**
   * Writes the files of orders for a drag. With keys it asks the user first. The same request within a minute gets the same
   * files. Errors: `busy`, `cancelled`, `unknownId`, `fileSystem`, those of `AskConsent`; of a single order in `left`.
   */
  async prepare(request: DragRequest): Promise<Result<DraggedFiles>> {
    const { orderIds, withKey } = request;
    const key = JSON.stringify([withKey, [...new Set(orderIds)].sort()]);
    if (this.#prepared?.key === key) return ok({ ...this.#prepared.files, isAsked: false });
    if (this.#running !== null) return err({ kind: 'busy' });
    const orders = orderIds.flatMap((id) => this.#ports.orders.get(id) ?? []);
    if (orders.length === 0) return err({ kind: 'unknownId' });
    if (withKey) {
      const consent = await this.#ports.confirmKeys(orders);
      if (!consent.ok) return consent;
    }
    if (this.#isEnded) return err({ kind: 'cancelled' });
    let folder: string;
    try {
      folder = this.#makeFolder();
    } catch (error) {
      return err({ kind: 'fileSystem', reason: 'other', code: codeOf(error), name: this.#ports.folder });
    }
    this.#removals.set(
      folder,
      this.#ports.scheduler.after(KEPT_FOR_MS, () => this.#forget(folder)),
    );
    const written = await this.#write(folder, orderIds, presetFor(request));
    if (!written.ok) return written;
    const { items, left, isAsked } = written.value;
    const paths = items.flatMap(({ files }) => files.map((file) => join(folder, file)));
    const incomplete = items.filter(({ chain }) => !chain.complete).map(({ title }) => title);
    const files = {
      id: folder.slice(-6),
      isAsked: withKey || isAsked,
      files: paths.length,
      incomplete,
      left,
    };
    if (paths.length === 0) return ok(files);
    const prepared = { key, paths, files };
    this.#prepared = prepared;
    this.#ports.scheduler.after(READY_FOR_MS, () => {
      if (this.#prepared === prepared) this.#prepared = null;
    });
    return ok(files);
  }

  /** Begins to drag prepared files. Error: `unknownId`. @returns as `startDrag` */
  start(id: string): Result<{ readonly mayBeRefused: boolean }> {
    const prepared = this.#prepared;
    if (prepared === null || prepared.files.id !== id) return err({ kind: 'unknownId' });
    return ok(this.#ports.startDrag(prepared.paths));
  }

  dispose(): void {
    this.#isEnded = true;
    this.#running?.dispose();
    for (const folder of [...this.#removals.keys()]) this.#forget(folder);
    this.sweep();
  }

  /** Exports the orders; those that would need a review are left out. */
  async #write(folder: string, orderIds: readonly string[], preset: ExportPreset): Promise<Result<Written>> {
    const exports = this.#ports.exportInto(folder, preset);
    this.#running = exports;
    try {
      const started = await exports.start({
        orderIds,
        presetId: preset.id,
        parts: null,
        container: 'folder',
        into: null,
        review: 'whenNeeded',
        deliveryId: null,
      });
      if (!started.ok) return started;
      const job = await reached(exports, 'review', 'done');
      if (job === null || started.value === null) return err({ kind: 'cancelled' });
      if (job.phase === 'review') {
        const asking = job.items.filter(needsReview);
        if (asking.length > 0) {
          exports.cancel(job.id);
          const others = orderIds.filter((id) => !asking.some(({ orderId }) => orderId === id));
          const rest =
            others.length === 0
              ? ok({ items: [], left: [], isAsked: false })
              : await this.#write(folder, others, preset);
          if (!rest.ok) return rest;
          const left = asking.map(({ title }) => ({ title, error: null }));
          return ok({ ...rest.value, left: [...left, ...rest.value.left] });
        }
        const confirmed = await exports.confirm(job.id, 'keepOthers');
        if (!confirmed.ok) return confirmed;
      }
      const done = await reached(exports, 'done');
      if (done === null || this.#isEnded) return err({ kind: 'cancelled' });
      if (done.error !== null) return err(done.error);
      const left = done.items.flatMap(({ title, error }) => (error === null ? [] : { title, error }));
      return ok({
        items: done.items.filter(({ state }) => state === 'written'),
        left,
        isAsked: job.asksToAccept,
      });
    } finally {
      exports.dispose();
      await exports.settled().catch(() => undefined);
      this.#running = null;
    }
  }

  #makeFolder(): string {
    const { folder } = this.#ports;
    // A link or a file there is not the app's own.
    if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === false)
      rmSync(folder, { force: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return mkdtempSync(join(folder, 'drag-'));
  }

  #forget(folder: string): void {
    this.#removals.get(folder)?.dispose();
    this.#removals.delete(folder);
    if (this.#prepared?.paths.some((path) => path.startsWith(folder))) this.#prepared = null;
    this.#remove(folder);
  }

  #remove(folder: string): void {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      this.#ports.logger.warn('Dragged files were not removed', { code: codeOf(error) });
    }
  }
}

/** Whether the certificate has to be reviewed by the user before it is written. */
function needsReview({ state, review }: ExportItemView): boolean {
  return state === 'ready' && review.length > 0;
}

/** The job once it is in one of these phases; `null`: the export was disposed. */
function reached(exports: ExportService, ...phases: readonly string[]) {
  const { promise, resolve } = Promise.withResolvers<ReturnType<ExportService['view']>>();
  const look = () => {
    const job = exports.view();
    if (job === null || phases.includes(job.phase) || job.phase === 'done') resolve(job);
  };
  const listening = exports.onDidChange(look);
  look();
  return promise.finally(() => listening.dispose());
}

/** The files of a drag, with the name of their order first: those of the next drag to the same folder are others. */
function presetFor({ withKey }: DragRequest): ExportPreset {
  const file = (name: string, ...parts: readonly PresetPart[]): PresetFile => ({
    name: `{alias}-${name}`,
    format: 'pem',
    parts,
    mode: '600',
    lineEnds: 'lf',
  });
  const { certificate, key, certificateServer, certificateChain } = exportFileNames;
  const fullChain = file(certificate, 'leaf', 'chain');
  const others = [file(key, 'key'), file(certificateServer, 'leaf'), file(certificateChain, 'chain')];
  const files = withKey ? [fullChain, ...others] : [fullChain];
  return { id: 'drag', name: null, folder: '', server: null, files };
}
