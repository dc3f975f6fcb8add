import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { err, ok, type Result } from '#shared/result.ts';
import {
  type ExportBundle,
  type ExportDestination,
  type PlannedBundle,
  pathInTarget,
  type TargetReview,
  type WriteOptions,
  type WrittenFiles,
} from './exportDestination.ts';
import type { ExportFile, ExportFs } from './exportFs.ts';
import { ContentFault, FileFault, quietly, removeIfThere, toFileError, unlessMissing } from './fileErrors.ts';
import { placeNew, versionAt } from './foundFile.ts';
import { stageNameOf, withHeld } from './hiddenFolder.ts';
import { type HiddenNames, newHiddenId } from './hiddenNames.ts';
import { type Repairs, recording } from './repairs.ts';
import { keyMode, persistently, restrict } from './stage.ts';
import { checkRoot, type Root, surveyRoot } from './targetSurvey.ts';

const readBackSize = 1 << 20;
/** Limit of the entry count of a ZIP file (APPNOTE.TXT, section 4.4.22). */
const mostEntries = 0xffff;

export interface ZipDestinationOptions {
  readonly fs: ExportFs;
  /** The file that the user chose; the native dialog asked before replacing an existing one. */
  readonly file: string;
  readonly names: HiddenNames;
  readonly repairs: Pick<Repairs, 'repair'>;
  readonly now: () => number;
}

/** Writes one ZIP file with a folder per order: the whole file or nothing. */
export class ZipDestination implements ExportDestination {
  readonly #options: ZipDestinationOptions;
  readonly #name: string;
  #root: Root | null = null;
  /** Version of the file that the user agreed to replace. */
  #shown: string | null = null;

  constructor(options: ZipDestinationOptions) {
    this.#options = options;
    this.#name = basename(options.file);
  }

  root(): string | null {
    return this.#root?.place ?? null;
  }

  async review(bundles: readonly PlannedBundle[]): Promise<Result<TargetReview>> {
    const { fs, file, names } = this.#options;
    try {
      const root = await surveyRoot(fs, names, dirname(file), basename(dirname(file)));
      this.#shown = await versionAt(fs, join(root.path, this.#name), this.#name);
      this.#root = root;
      const orders = new Map(bundles.map(({ orderId }) => [orderId, ok([])]));
      return ok({ warnings: root.warnings, orders });
    } catch (error) {
      return err(toFileError(error, this.#name));
    }
  }

  async write(bundles: readonly ExportBundle[], options: WriteOptions): Promise<Result<null>> {
    const root = this.#root;
    if (root === null) throw new Error('The target was not reviewed');
    const entries = bundles.reduce((sum, { files }) => sum + files.length, 0);
    try {
      if (entries > mostEntries) throw new FileFault('other', this.#name);
      if (bundles.length > 0) await this.#writeRemembered(root, bundles, options.signal);
    } catch (error) {
      if (options.signal.aborted) {
        for (const { orderId } of bundles) options.onOutcome(orderId, { kind: 'cancelled' });
        return ok(null);
      }
      return err(toFileError(error, this.#name));
    }
    for (const { orderId, folder, files } of bundles) {
      const paths = files.map(({ name }) => pathInTarget({ folder }, name));
      options.onOutcome(orderId, { kind: 'written', files: paths, previous: null });
    }
    return ok(null);
  }

  async openWritten(): Promise<WrittenFiles> {
    const root = this.#root;
    if (root === null) throw new Error('The target was not reviewed');
    const { openZip } = await import('./zipArchive.ts');
    return openZip(await this.#options.fs.read(join(root.path, this.#name)), this.#name);
  }

  async #writeRemembered(root: Root, bundles: readonly ExportBundle[], signal: AbortSignal): Promise<void> {
    await this.#options.repairs.repair(root.place);
    const { place, ownership } = root;
    const [temporary, aside] = [newHiddenId(), newHiddenId()];
    const entries = [temporary, aside].map((id) => ({
      folder: place,
      id,
      names: [],
      ownership,
      inode: null,
    }));
    await withHeld(root, ({ path }) => {
      const held = { ...root, path };
      const names = { temporary: stageNameOf(temporary), aside: stageNameOf(aside) };
      return recording(held.names, [held], entries, () => this.#writeFile(held, names, bundles, signal));
    });
  }

  async #writeFile(
    root: Root,
    names: { readonly temporary: string; readonly aside: string },
    bundles: readonly ExportBundle[],
    signal: AbortSignal,
  ): Promise<void> {
    const { fs } = this.#options;
    const temporary = join(root.path, names.temporary);
    try {
      const handle = await fs.createFile(temporary);
      let identity: string;
      try {
        identity = (await handle.facts()).identity;
        // The archive usually contains keys, so it is always treated as secret.
        await restrict(root, handle, { name: this.#name, secret: true, mode: keyMode });
        await this.#fill(handle, bundles, signal);
      } finally {
        await quietly(() => handle.close());
      }
      signal.throwIfAborted();
      await this.#switch(root, temporary, join(root.path, names.aside), identity);
    } finally {
      await quietly(() => persistently(() => removeIfThere(fs, temporary)));
    }
  }

  /** Packs one bundle at a time; each write lets other work run. */
  async #fill(handle: ExportFile, bundles: readonly ExportBundle[], signal: AbortSignal): Promise<void> {
    const { ZipArchive } = await import('./zipArchive.ts');
    const archive = new ZipArchive(this.#options.now());
    const written = createHash('sha256');
    let size = 0;
    const flush = async () => {
      const piece = archive.take();
      written.update(piece);
      size += piece.length;
      await handle.write(piece);
    };
    for (const { folder, files } of bundles) {
      signal.throwIfAborted();
      for (const file of files) {
        // Checked before packing: below, only the archive as a whole is read back.
        const problem = await file.check?.(file.content);
        if (problem != null) throw new ContentFault(problem);
        archive.add(folder, file);
      }
      await flush();
    }
    archive.end();
    await flush();
    await handle.sync();
    const found = createHash('sha256');
    for (let position = 0; position <= size; position += readBackSize) {
      found.update(await handle.read(position, readBackSize));
    }
    if (found.digest('hex') !== written.digest('hex')) throw new FileFault('changed', this.#name);
  }

  /** Replaces the target in one rename. The previous file is kept aside until that is durable. */
  async #switch(root: Root, temporary: string, asidePath: string, identity: string): Promise<void> {
    const { fs } = this.#options;
    const target = join(root.path, this.#name);
    await checkRoot(root, basename(root.place));
    const version = await versionAt(fs, target, this.#name);
    if (version !== null && this.#shown === null) throw new FileFault('exists', this.#name);
    if (version !== null && version !== this.#shown) throw new FileFault('changed', this.#name);
    const aside = version === null ? null : asidePath;
    try {
      // Without hard links the previous file isn't kept; the rename is still atomic.
      if (aside !== null) await quietly(() => fs.link(target, aside));
      if (aside === null) await placeNew(fs, temporary, target, this.#name);
      else await fs.rename(temporary, target);
      await fs.syncDirectory(root.path);
    } catch (error) {
      await quietly(() => persistently(() => this.#takeBack(root, identity, aside)));
      throw error;
    }
    if (aside !== null) await quietly(() => persistently(() => removeIfThere(fs, aside)));
  }

  /** Puts the previous file back, or removes the new one. */
  async #takeBack({ path }: Root, identity: string, aside: string | null): Promise<void> {
    const { fs } = this.#options;
    const target = join(path, this.#name);
    const placed = (await unlessMissing(fs.facts(target)))?.identity === identity;
    if (placed && aside !== null) await unlessMissing(fs.rename(aside, target));
    if (placed && aside === null) await fs.unlink(target);
    if (aside !== null) await removeIfThere(fs, aside);
    await fs.syncDirectory(path);
  }
}
