import { basename, join } from 'node:path';
import { sha256Hex } from '#main/platform/sha256.ts';
import { type BundleOutcome, type ExportBundle, pathInTarget } from './exportDestination.ts';
import { FileFault, quietly, toFileError, unlessMissing, unlessRefused } from './fileErrors.ts';
import { generationsWith } from './foundFile.ts';
import { entryOf, type HiddenFolder, removeOwn, withHeld } from './hiddenFolder.ts';
import { type HiddenEntry, newHiddenId } from './hiddenNames.ts';
import { switchInto } from './journaledSwitch.ts';
import {
  createStage,
  directoryModeFor,
  discardStage,
  persistently,
  type Stage,
  type StagedFile,
  setMode,
  settleFile,
  stageFile,
} from './stage.ts';
import {
  checkHeld,
  checkRoot,
  checkUnchanged,
  type FolderSurvey,
  folderIn,
  type Root,
  surveyFolder,
} from './targetSurvey.ts';

/**
 * The write of one bundle, in steps that a batch takes together: prepare, stage, settle, place; then the root is synced once
 * for all, and `release` or `takeBack` ends it. A step that fails removes everything of the bundle and leaves the previous
 * files; the later steps then do nothing.
 */
export class BundleWrite {
  readonly bundle: ExportBundle;
  /** Set once the write has ended. */
  outcome: BundleOutcome | null = null;
  /** Hidden names that the write may create or remove; known once prepared, to be recorded before `stage`. */
  entries: readonly HiddenEntry[] = [];
  readonly #root: Root;
  readonly #shown: FolderSurvey;
  readonly #signal: AbortSignal;
  readonly #folder: HiddenFolder;
  /** Of a new directory for the files. */
  readonly #mode: number;
  /** Ids of hidden names: of the stage, and of the directory that previous files are moved to. */
  readonly #stageId = newHiddenId();
  readonly #asideId = newHiddenId();
  #now: FolderSurvey;
  #stage: Stage | null = null;
  #open: StagedFile[] = [];

  /** @param shown the survey that the user saw */
  constructor(root: Root, bundle: ExportBundle, shown: FolderSurvey, signal: AbortSignal) {
    this.#root = root;
    this.bundle = bundle;
    this.#shown = shown;
    this.#now = shown;
    this.#signal = signal;
    this.#folder = folderIn(root, bundle.folder);
    this.#mode = directoryModeFor(bundle.files.map(({ mode }) => mode));
  }

  prepare(): Promise<void> {
    return this.#step(async () => {
      await this.#survey();
      this.entries = this.#now.identity === null ? this.#entriesOfFolder() : this.#entriesInFolder();
    });
  }

  #entriesOfFolder(): readonly HiddenEntry[] {
    const { place, ownership } = this.#root;
    return [{ folder: place, id: this.#stageId, names: this.#names, ownership, inode: null }];
  }

  #entriesInFolder(): readonly HiddenEntry[] {
    const { place, ownership } = this.#folder;
    const own = { folder: place, ownership, inode: null };
    const superseded = generationsWith(this.#folder, [...this.#names, ...this.#now.found.keys()]);
    return [
      { ...own, id: this.#stageId, names: this.#names },
      { ...own, id: this.#asideId, names: [...this.#now.found.keys()] },
      ...superseded.flatMap((name) => entryOf(this.#folder, name) ?? []),
    ];
  }

  /** Writes all files into a private directory in the same file system. */
  stage(): Promise<void> {
    return this.#step(async () => {
      const stage = await createStage(this.#parent, this.#stageId);
      this.#stage = stage;
      for (const file of this.bundle.files) this.#open.push(await stageFile(this.#root, stage, file));
    });
  }

  /** Makes the staged files durable and reads them back. */
  settle(): Promise<void> {
    return this.#step(async () => {
      for (const staged of this.#open) await settleFile(staged);
      for (let staged = this.#open.pop(); staged; staged = this.#open.pop()) await staged.handle.close();
      await this.#root.fs.syncDirectory(this.#needStage().directory.path);
    });
  }

  /** Moves the files to their place: a new folder by one rename, an existing one by a journaled switch, durable at once. */
  place(): Promise<void> {
    return this.#step(async () => {
      const source = this.#needStage();
      const isNew = this.#now.identity === null;
      await this.#survey();
      // The folder was created or removed after the files were staged.
      if (isNew !== (this.#now.identity === null)) throw new FileFault('exists', this.bundle.folder);
      if (isNew) return this.#placeFolder(source);
      const previous = await withHeld(this.#folder, (folder, facts) => {
        checkHeld(facts, this.#now, this.bundle.folder);
        return switchInto(folder, {
          source,
          asideId: this.#asideId,
          files: this.bundle.files.map(({ name, content }) => ({ name, digest: sha256Hex(content) })),
          found: this.#now.found,
          check: () => this.#survey(),
        });
      });
      await source.directory.close();
      this.#stage = null;
      this.#finish(previous);
    });
  }

  async #placeFolder({ name, directory }: Stage): Promise<void> {
    const { fs, path } = this.#root;
    // A group that may read a file must be able to enter its folder.
    if (this.#mode !== 0o700) await setMode(this.#root, directory, this.#mode);
    try {
      await fs.rename(join(path, name), this.#folder.path);
    } catch (error) {
      // For a folder that has just appeared Windows says EPERM, as if the user lacked a permission.
      const isTaken = (await unlessRefused(fs.facts(this.#folder.path))) !== null;
      throw isTaken ? new FileFault('exists', this.bundle.folder) : error;
    }
    try {
      const { identity } = await fs.facts(this.#folder.path);
      // The stage was replaced by another directory.
      if (identity !== directory.facts.identity) throw new FileFault('changed', this.bundle.folder);
    } catch (error) {
      await quietly(() => persistently(() => fs.rename(this.#folder.path, join(path, name))));
      throw error;
    }
  }

  /** Whether the bundle is in place as a new folder, whose name is not durable yet. */
  get placed(): boolean {
    return this.outcome === null;
  }

  /** Ends the write of a new folder, once its name is durable. */
  async release(): Promise<void> {
    await this.#stage?.directory.close();
    this.#finish(null);
  }

  #finish(previous: string | null): void {
    const { folder } = this.bundle;
    const files = this.#names.map((name) => pathInTarget({ folder }, name));
    this.outcome = { kind: 'written', files, previous };
  }

  /** Removes a new folder whose name could not be made durable. */
  async takeBack(error: unknown): Promise<void> {
    const { name, directory } = this.#needStage();
    const { fs, path } = this.#root;
    await directory.close();
    const undo = async () => {
      await unlessMissing(fs.rename(this.#folder.path, join(path, name)));
      await removeOwn(this.#root, name);
    };
    await quietly(() => persistently(undo));
    this.fail(error);
  }

  /** Ends the write with an error; nothing of the bundle is left. */
  fail(error: unknown): void {
    const { folder } = this.bundle;
    this.outcome = {
      kind: 'failed',
      error: toFileError(error, folder === '' ? basename(this.#root.place) : folder, this.#names),
    };
  }

  async #survey(): Promise<void> {
    const { bundle } = this;
    await checkRoot(this.#root, basename(this.#root.place));
    const now = await surveyFolder(this.#root, bundle.folder, this.#names);
    checkUnchanged(this.#shown, now, bundle.folder);
    this.#now = now;
  }

  #needStage(): Stage {
    if (this.#stage === null) throw new Error('The bundle was not staged');
    return this.#stage;
  }

  /** Where the stage is created. */
  get #parent(): HiddenFolder {
    const [entry] = this.entries;
    return entry?.folder === this.#folder.place ? this.#folder : this.#root;
  }

  get #names(): readonly string[] {
    return this.bundle.files.map(({ name }) => name);
  }

  async #step(run: () => Promise<void>): Promise<void> {
    if (this.outcome !== null) return;
    if (this.#signal.aborted) {
      await this.#discard();
      this.outcome = { kind: 'cancelled' };
      return;
    }
    try {
      await run();
    } catch (error) {
      this.fail(error);
      await this.#discard();
    }
  }

  /** What can't be removed now stays recorded, and is removed by a later repair. */
  async #discard(): Promise<void> {
    for (const { handle } of this.#open.splice(0)) await quietly(() => handle.close());
    const stage = this.#stage;
    if (stage !== null) await quietly(() => discardStage(this.#parent, stage));
  }
}
