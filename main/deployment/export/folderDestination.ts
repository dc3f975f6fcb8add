import { basename, join } from 'node:path';
import { err, ok, type Result } from '#shared/result.ts';
import { forEachBounded } from './bounded.ts';
import { BundleWrite } from './bundleWrite.ts';
import type {
  ExportBundle,
  FolderTarget,
  PlannedBundle,
  PutBackFiles,
  TargetReview,
  WriteOptions,
  WrittenFiles,
} from './exportDestination.ts';
import type { ExportFs } from './exportFs.ts';
import { FileFault, quietly, toFileError } from './fileErrors.ts';
import { putFormerBack, removeFormerFiles } from './formerFiles.ts';
import { findFile } from './foundFile.ts';
import { withHeld } from './hiddenFolder.ts';
import type { HiddenEntry, HiddenNames } from './hiddenNames.ts';
import { fatesOf, type Repairs } from './repairs.ts';
import { type FolderSurvey, folderIn, type Root, surveyFolder, surveyRoot } from './targetSurvey.ts';

const concurrency = 16;
/** Bundles whose files are open at once (four each), and whose folders become durable with one sync of the root. */
const batchSize = 64;

export interface FolderDestinationOptions {
  readonly fs: ExportFs;
  /** The folder that the person chose. */
  readonly folder: string;
  readonly names: HiddenNames;
  readonly repairs: Pick<Repairs, 'repair'>;
}

/** Writes one folder for each order into a folder that the person chose. */
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
    this.#root = root;
    const orders = new Map<string, Result<readonly string[]>>();
    await forEachBounded(bundles, concurrency, async (bundle) => {
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
      // A part of a bundle beside former files of others would be a mixed set.
      if (options.conflicts === 'keep' && shown.found.size > 0) {
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

  async putBack(bundle: PlannedBundle, former: string): Promise<Result<PutBackFiles>> {
    const shown = this.#surveys.get(bundle.orderId);
    if (shown === undefined) throw new Error('The bundle was not reviewed');
    const names = bundle.files.map(({ name }) => name);
    return this.#tried(bundle.folder, names, () =>
      this.#whileHeld([bundle], (root) => putFormerBack(root, bundle, former, shown)),
    );
  }

  async removeFormer(folder: string, former: string): Promise<Result<null>> {
    return this.#tried(folder, [], () =>
      this.#whileHeld([], async (root) => {
        await removeFormerFiles(root, folder, former);
        return null;
      }),
    );
  }

  /** Holds the target while it is written to, after what former writes left there was repaired. */
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

  /** Everything is written before the first sync, so that one pass of the file system's own journal serves many files. */
  async #writeBatch(root: Root, batch: readonly BundleWrite[]): Promise<void> {
    await forEachBounded(batch, concurrency, (write) => write.prepare());
    const entries = batch.flatMap((write) => write.entries);
    const { names } = this.#options;
    try {
      names.begin(entries);
    } catch (error) {
      for (const write of batch) if (write.outcome === null) write.fail(error);
      return;
    }
    try {
      await this.#writePrepared(root, batch);
    } finally {
      names.end(entries);
      await quietly(() => this.#settle(root, batch, entries));
    }
  }

  async #writePrepared(root: Root, batch: readonly BundleWrite[]): Promise<void> {
    await forEachBounded(batch, concurrency, (write) => write.stage());
    await forEachBounded(batch, concurrency, (write) => write.settle());
    await forEachBounded(batch, concurrency, (write) => write.place());
    const placed = batch.filter((write) => write.placed);
    if (placed.length === 0) return;
    try {
      await root.fs.syncDirectory(root.path);
      for (const write of placed) await write.release();
    } catch (error) {
      await forEachBounded(placed, concurrency, (write) => write.takeBack(error));
    }
  }

  /** Notes what became of hidden names, at once for all bundles. */
  async #settle(root: Root, batch: readonly BundleWrite[], entries: readonly HiddenEntry[]): Promise<void> {
    const byPlace = Map.groupBy(entries, ({ folder }) => folder);
    const folders = new Set(['', ...batch.map(({ bundle }) => bundle.folder)]);
    const fates = await Promise.all(
      [...folders].map((name) => {
        const folder = folderIn(root, name);
        return fatesOf(folder, byPlace.get(folder.place) ?? []);
      }),
    );
    this.#options.names.settle({
      kept: fates.flatMap(({ kept }) => kept),
      left: fates.flatMap(({ left }) => left),
      gone: fates.flatMap(({ gone }) => gone),
    });
  }
}
