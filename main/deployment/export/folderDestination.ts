import { basename, join } from 'node:path';
import { forEachConcurrent } from '#main/platform/forEachConcurrent.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { BundleWrite } from './bundleWrite.ts';
import type {
  ExportBundle,
  FolderTarget,
  PlannedBundle,
  RestoredFiles,
  TargetReview,
  WriteOptions,
  WrittenFiles,
} from './exportDestination.ts';
import type { ExportFs } from './exportFs.ts';
import { FileFault, toFileError } from './fileErrors.ts';
import { findFile } from './foundFile.ts';
import { withHeld } from './hiddenFolder.ts';
import type { HiddenNames } from './hiddenNames.ts';
import { removePrevious, restorePrevious } from './previousFiles.ts';
import { type Repairs, recording } from './repairs.ts';
import { type FolderSurvey, folderIn, type Root, surveyFolder, surveyRoot } from './targetSurvey.ts';

const concurrency = 16;
/** Bundles per batch: limits the open files (four per bundle) and shares one sync of the root. */
const batchSize = 64;

export interface FolderDestinationOptions {
  readonly fs: ExportFs;
  /** The folder that the user chose. */
  readonly folder: string;
  readonly names: HiddenNames;
  readonly repairs: Pick<Repairs, 'repair'>;
}

/** Writes one folder per order into the folder that the user chose. */
export class FolderDestination implements FolderTarget {
  readonly #options: FolderDestinationOptions;
  readonly #surveys = new Map<string, FolderSurvey>();
  #root: Root | null = null;

  constructor(options: FolderDestinationOptions) {
    this.#options = options;
  }

  root(): string | null {
    return this.#root?.place ?? null;
  }

  async review(bundles: readonly PlannedBundle[]): Promise<Result<TargetReview>> {
    const { fs, folder, names } = this.#options;
    const name = basename(folder);
    let root: Root;
    try {
      root = await surveyRoot(fs, names, folder, name);
    } catch (error) {
      return err(toFileError(error, name));
    }
    // Its bundles may have been reviewed one after the other, and are written into one directory.
    const before = this.#root;
    if (before !== null && (before.place !== root.place || before.identity !== root.identity))
      return err(toFileError(new FileFault('changed', name), name));
    this.#root = root;
    const orders = new Map<string, Result<readonly string[]>>();
    await forEachConcurrent(bundles, concurrency, async (bundle) => {
      orders.set(bundle.orderId, await this.#reviewOne(root, bundle));
    });
    return ok({ warnings: root.warnings, orders });
  }

  async #reviewOne(
    root: Root,
    { orderId, folder, files }: PlannedBundle,
  ): Promise<Result<readonly string[]>> {
    const names = files.map(({ name }) => name);
    return this.#tried(folder, names, async () => {
      const survey = await surveyFolder(root, folder, names);
      this.#surveys.set(orderId, survey);
      return [...survey.found.keys()];
    });
  }

  async write(bundles: readonly ExportBundle[], options: WriteOptions): Promise<Result<null>> {
    return this.#tried('', [], () =>
      this.#whileHeld(bundles, async (root) => {
        await this.#writeAll(root, bundles, options);
        return null;
      }),
    );
  }

  async #writeAll(root: Root, bundles: readonly ExportBundle[], options: WriteOptions): Promise<void> {
    const writes: BundleWrite[] = [];
    for (const bundle of bundles) {
      const shown = this.#surveys.get(bundle.orderId);
      if (shown === undefined) throw new Error('The bundle was not reviewed');
      // All or nothing: new files beside existing ones would be a mixed set.
      const isUpdate = options.updates?.has(bundle.orderId) === true;
      if (options.conflicts === 'keep' && !isUpdate && shown.found.size > 0) {
        options.onOutcome(bundle.orderId, { kind: 'kept' });
      } else {
        writes.push(new BundleWrite(root, bundle, shown, options.signal));
      }
    }
    for (let start = 0; start < writes.length; start += batchSize) {
      const batch = writes.slice(start, start + batchSize);
      await this.#writeBatch(root, batch);
      for (const { bundle, outcome } of batch) {
        if (outcome === null) throw new Error('A bundle has no outcome');
        options.onOutcome(bundle.orderId, outcome);
      }
    }
  }

  async openWritten(): Promise<WrittenFiles> {
    const root = this.#reviewed();
    return {
      async read(path) {
        const [name = '', folder = ''] = path.split('/').reverse();
        const own = folderIn(root, folder);
        const found = await findFile(own, name);
        if (found === null) throw new FileFault('notFound', name);
        return root.fs.read(join(own.path, found.path));
      },
    };
  }

  async restore(bundle: PlannedBundle, previous: string): Promise<Result<RestoredFiles>> {
    const shown = this.#surveys.get(bundle.orderId);
    if (shown === undefined) throw new Error('The bundle was not reviewed');
    const names = bundle.files.map(({ name }) => name);
    return this.#tried(bundle.folder, names, () =>
      this.#whileHeld([bundle], (root) => restorePrevious(root, bundle, previous, shown)),
    );
  }

  async removePrevious(folder: string, previous: string): Promise<Result<null>> {
    return this.#tried(folder, [], () =>
      this.#whileHeld([], async (root) => {
        await removePrevious(root, folder, previous);
        return null;
      }),
    );
  }

  /** Repairs what earlier writes left in the target, then holds it open during the write. */
  async #whileHeld<Value>(
    bundles: readonly PlannedBundle[],
    run: (root: Root) => Promise<Value>,
  ): Promise<Value> {
    const root = this.#reviewed();
    const places = bundles.map(({ folder }) => folderIn(root, folder).place);
    for (const place of new Set([root.place, ...places])) await this.#options.repairs.repair(place);
    return withHeld(root, ({ path }) => run({ ...root, path }));
  }

  #reviewed(): Root {
    if (this.#root === null) throw new Error('The target was not reviewed');
    return this.#root;
  }

  async #tried<Value>(
    folder: string,
    names: readonly string[],
    run: () => Promise<Value>,
  ): Promise<Result<Value>> {
    try {
      return ok(await run());
    } catch (error) {
      return err(toFileError(error, folder === '' ? basename(this.#reviewed().place) : folder, names));
    }
  }

  /** All files are written before the first sync, so that one commit of the file system's journal covers many of them. */
  async #writeBatch(root: Root, batch: readonly BundleWrite[]): Promise<void> {
    await forEachConcurrent(batch, concurrency, (write) => write.prepare());
    const entries = batch.flatMap((write) => write.entries);
    const folders = [...new Set(['', ...batch.map(({ bundle }) => bundle.folder)])];
    try {
      await recording(
        this.#options.names,
        folders.map((folder) => folderIn(root, folder)),
        entries,
        () => this.#writePrepared(root, batch),
      );
    } catch (error) {
      // The names could not be recorded.
      for (const write of batch) if (write.outcome === null) write.fail(error);
    }
  }

  async #writePrepared(root: Root, batch: readonly BundleWrite[]): Promise<void> {
    await forEachConcurrent(batch, concurrency, (write) => write.stage());
    await forEachConcurrent(batch, concurrency, (write) => write.settle());
    await forEachConcurrent(batch, concurrency, (write) => write.place());
    const placed = batch.filter((write) => write.placed);
    if (placed.length === 0) return;
    try {
      await root.fs.syncDirectory(root.path);
      for (const write of placed) await write.release();
    } catch (error) {
      await forEachConcurrent(placed, concurrency, (write) => write.takeBack(error));
    }
  }
}
