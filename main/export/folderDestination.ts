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
import { cleanLeftovers } from './leftovers.ts';
import { type FolderSurvey, folderIn, type Root, surveyFolder, surveyRoot } from './targetSurvey.ts';

const concurrency = 16;
/** Bundles whose files are open at once (four each), and whose folders become durable with one sync of the root. */
const batchSize = 64;

export interface FolderDestinationOptions {
  readonly fs: ExportFs;
  /** The folder that the person chose. */
  readonly folder: string;
  /** Start of this process, Unix milliseconds: temporary files that are older belong to a killed one. */
  readonly startedAt: number;
}

/** Writes one folder for each order into a folder that the person chose. */
export class FolderDestination implements FolderTarget {
  readonly #options: FolderDestinationOptions;
  readonly #surveys = new Map<string, FolderSurvey>();
  #root: Root | null = null;

  constructor(options: FolderDestinationOptions) {
    this.#options = options;
  }

  directories(bundles: readonly PlannedBundle[]): readonly string[] {
    const root = this.#root;
    if (root === null) return [];
    const present = bundles.filter(({ orderId }) => this.#surveys.get(orderId)?.identity != null);
    return [...new Set([root.path, ...present.map(({ folder }) => folderIn(root, folder))])];
  }

  async review(bundles: readonly PlannedBundle[]): Promise<Result<TargetReview>> {
    const { fs, folder } = this.#options;
    const name = basename(folder);
    let root: Root;
    try {
      root = await surveyRoot(fs, folder, name);
    } catch (error) {
      return err(toFileError(error, name));
    }
    this.#root = root;
    await this.#clean(root.path);
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
      const { fs } = this.#options;
      let survey = await surveyFolder(fs, root, folder, names);
      // The root was cleaned before.
      if (survey.identity !== null && folder !== '') {
        await this.#clean(folderIn(root, folder));
        survey = await surveyFolder(fs, root, folder, names);
      }
      this.#surveys.set(orderId, survey);
      return [...survey.found.keys()];
    });
  }

  /** What cannot be repaired now does not stand in the way: every file is checked again before it is replaced. */
  async #clean(directory: string): Promise<void> {
    await quietly(() => cleanLeftovers(this.#options.fs, directory, this.#options.startedAt));
  }

  async write(bundles: readonly ExportBundle[], options: WriteOptions): Promise<Result<null>> {
    const root = this.#reviewed();
    const writes: BundleWrite[] = [];
    for (const bundle of bundles) {
      const shown = this.#surveys.get(bundle.orderId);
      if (shown === undefined) throw new Error('The bundle was not reviewed');
      // A part of a bundle beside former files of others would be a mixed set.
      if (options.conflicts === 'keep' && shown.found.size > 0) {
        options.onOutcome(bundle.orderId, { kind: 'kept' });
      } else {
        writes.push(new BundleWrite(this.#options.fs, root, bundle, shown, options.signal));
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
    return ok(null);
  }

  async openWritten(): Promise<WrittenFiles> {
    const root = this.#reviewed();
    const { fs } = this.#options;
    return {
      async read(path) {
        const folder = join(root.path, ...path.split('/').slice(0, -1));
        const found = await findFile(fs, folder, basename(path));
        if (found === null) throw new FileFault('notFound', basename(path));
        return fs.read(found.path);
      },
    };
  }

  async putBack(bundle: PlannedBundle, former: string): Promise<Result<PutBackFiles>> {
    const root = this.#reviewed();
    const shown = this.#surveys.get(bundle.orderId);
    if (shown === undefined) throw new Error('The bundle was not reviewed');
    const names = bundle.files.map(({ name }) => name);
    return this.#tried(bundle.folder, names, () =>
      putFormerBack(this.#options.fs, root, bundle, former, shown),
    );
  }

  async removeFormer(folder: string, former: string): Promise<Result<null>> {
    const root = this.#reviewed();
    return this.#tried(folder, [], async () => {
      await removeFormerFiles(this.#options.fs, root, folder, former);
      return null;
    });
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
      return err(toFileError(error, folder === '' ? basename(this.#reviewed().path) : folder, names));
    }
  }

  /** Everything is written before the first sync, so that one pass of the file system's own journal serves many files. */
  async #writeBatch(root: Root, batch: readonly BundleWrite[]): Promise<void> {
    await forEachBounded(batch, concurrency, (write) => write.stage());
    await forEachBounded(batch, concurrency, (write) => write.settle());
    await forEachBounded(batch, concurrency, (write) => write.place());
    const placed = batch.filter((write) => write.placed);
    if (placed.length === 0) return;
    try {
      await this.#options.fs.syncDirectory(root.path);
    } catch (error) {
      await forEachBounded(placed, concurrency, (write) => write.takeBack(error));
      return;
    }
    for (const write of placed) write.finish();
  }
}
