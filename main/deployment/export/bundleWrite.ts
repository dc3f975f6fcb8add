import { basename, join } from 'node:path';
import { sha256Hex } from '#main/platform/sha256.ts';
import { type BundleOutcome, type ExportBundle, pathInTarget } from './exportDestination.ts';
import { FileFault, quietly, toFileError, unlessMissing } from './fileErrors.ts';
import { supersededBy } from './finishSwitch.ts';
import { entryOf, type HiddenFolder, removeOwn, withHeld } from './hiddenFolder.ts';
import { type HiddenEntry, newHiddenId } from './hiddenNames.ts';
import { switchInto } from './journaledSwitch.ts';
import { linkedNames, linkedStage } from './linkedFolder.ts';
import {
  createStage,
  directoryModeFor,
  discardStage,
  persistently,
  restrictDirectory,
  type Stage,
  type StagedFile,
  settleFile,
  stageFile,
} from './stage.ts';
import {
  checkHeld,
  checkRoot,
  checkUnchanged,
  type FolderSurvey,
  folderIn,
  mayModesVary,
  type Root,
  surveyFolder,
} from './targetSurvey.ts';

/**
 * One bundle on its way to disk, in steps that a batch takes side by side: prepare, stage, settle, place; then the root is
 * synced once for all, and `finish` or `takeBack` ends it. After a step that failed nothing of the bundle is left, the
 * former files are there, and the later steps do nothing.
 */
export class BundleWrite {
  readonly bundle: ExportBundle;
  /** Set as soon as nothing more is to be done. */
  outcome: BundleOutcome | null = null;
  /** Hidden names that this may make or remove; known once it is prepared, to be remembered before it is staged. */
  entries: readonly HiddenEntry[] = [];
  readonly #root: Root;
  readonly #shown: FolderSurvey;
  readonly #signal: AbortSignal;
  readonly #modesMayVary: boolean;
  readonly #folder: HiddenFolder;
  /** Mode of a directory that is made for the files. */
  readonly #mode: number;
  /** Whether the visible files are links; Windows wants a privilege for that. */
  readonly #linked: boolean;
  /** Random parts of hidden names: of the stage, and of the other directory that a write may need. */
  readonly #stageId = newHiddenId();
  readonly #otherId = newHiddenId();
  #now: FolderSurvey;
  #stage: Stage | null = null;
  #open: StagedFile[] = [];

  /**
   * @param root is held
   * @param shown what the person was shown of the folder's place
   */
  constructor(root: Root, bundle: ExportBundle, shown: FolderSurvey, signal: AbortSignal) {
    this.#root = root;
    this.bundle = bundle;
    this.#shown = shown;
    this.#now = shown;
    this.#signal = signal;
    this.#modesMayVary = mayModesVary(root);
    this.#folder = folderIn(root, bundle.folder);
    this.#mode = directoryModeFor(bundle.files.map(({ mode }) => mode));
    this.#linked = bundle.switching === 'link' && root.fs.posix;
  }

  /** Looks where the files are to go, and which hidden names that takes. */
  prepare(): Promise<void> {
    return this.#step(async () => {
      await this.#survey();
      this.entries = this.#now.identity === null ? this.#entriesOfFolder() : this.#entriesInFolder();
    });
  }

  #entriesOfFolder(): readonly HiddenEntry[] {
    const { place, ownership } = this.#root;
    const [id, names] = [this.#stageId, this.#names];
    const stage = { folder: place, id, names, ownership, inode: null };
    if (!this.#linked) return [stage];
    const outer = { ...stage, id: this.#otherId, names: linkedNames(id, names) };
    // It comes there with its folder.
    return [stage, outer, { ...stage, folder: this.#folder.place }];
  }

  #entriesInFolder(): readonly HiddenEntry[] {
    const { place, ownership } = this.#folder;
    const own = { folder: place, ownership, inode: null };
    const superseded = supersededBy(this.#folder, [...this.#names, ...this.#now.found.keys()]);
    return [
      { ...own, id: this.#stageId, names: this.#names },
      { ...own, id: this.#otherId, names: [...this.#now.found.keys()] },
      ...superseded.flatMap((name) => entryOf(this.#folder, name) ?? []),
    ];
  }

  /** Writes all files into a private directory on the same file system. */
  stage(): Promise<void> {
    return this.#step(async () => {
      const stage = await createStage(this.#parent, this.#stageId, this.#modesMayVary);
      this.#stage = stage;
      for (const file of this.bundle.files) {
        this.#open.push(await stageFile(this.#root.fs, stage, file, this.#modesMayVary));
      }
    });
  }

  /** Makes the staged files durable and reads them again. */
  settle(): Promise<void> {
    return this.#step(async () => {
      for (const staged of this.#open) await settleFile(staged);
      for (let staged = this.#open.pop(); staged; staged = this.#open.pop()) await staged.handle.close();
      await this.#root.fs.syncDirectory(this.#needStage().directory.path);
    });
  }

  /** Puts the files in place: a new folder in one rename, otherwise by a journaled switch, which is durable at once. */
  place(): Promise<void> {
    return this.#step(async () => {
      const source = this.#needStage();
      const isNew = this.#now.identity === null;
      await this.#survey();
      // The folder appeared, or vanished, after the files were staged.
      if (isNew !== (this.#now.identity === null)) throw new FileFault('exists', this.bundle.folder);
      if (isNew) return this.#placeFolder(source);
      const former = await withHeld(this.#folder, (folder, facts) => {
        checkHeld(facts, this.#now, this.bundle.folder);
        return switchInto(folder, {
          source,
          asideId: this.#otherId,
          files: this.bundle.files.map(({ name, content }) => ({ name, digest: sha256Hex(content) })),
          linked: this.#linked,
          found: this.#now.found,
          mode: this.#mode,
          modesMayVary: this.#modesMayVary,
          check: () => this.#survey(),
        });
      });
      await source.directory.close();
      this.#stage = null;
      this.finish(former);
    });
  }

  async #placeFolder(stage: Stage): Promise<void> {
    const { fs, path } = this.#root;
    if (this.#linked) {
      const names = { inner: this.#stageId, outer: this.#otherId, names: this.#names };
      const about = { mode: this.#mode, modesMayVary: this.#modesMayVary };
      this.#stage = await linkedStage(this.#root, stage, { ...names, ...about });
      await stage.directory.close();
    }
    const { name, directory } = this.#needStage();
    // A file that its group may read is of no use in a folder that the group may not enter.
    if (this.#mode !== 0o700) await restrictDirectory(directory, this.#mode, this.#modesMayVary);
    await fs.rename(join(path, name), this.#folder.path);
    try {
      const { identity } = await fs.facts(this.#folder.path);
      // Somebody put another directory in the place of the stage.
      if (identity !== directory.facts.identity) throw new FileFault('changed', this.bundle.folder);
    } catch (error) {
      await quietly(() => persistently(() => fs.rename(this.#folder.path, join(path, name))));
      throw error;
    }
  }

  /** Whether the bundle is in place as a new folder whose name is not yet durable. */
  get placed(): boolean {
    return this.outcome === null;
  }

  /** Lets go of a new folder, which is in place for good. */
  async release(): Promise<void> {
    await this.#stage?.directory.close();
    this.finish(null);
  }

  /** The files are in place for good. @param former as outcomes have it */
  finish(former: string | null): void {
    const { folder } = this.bundle;
    const files = this.#names.map((name) => pathInTarget({ folder }, name));
    this.outcome = { kind: 'written', files, former };
  }

  /** Removes a new folder again, because its name could not be made durable. */
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

  /** Nothing of the bundle is written, or left. */
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

  /** Where the stage is made. */
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

  /** What cannot be removed now is remembered, and removed another time. */
  async #discard(): Promise<void> {
    for (const { handle } of this.#open.splice(0)) await quietly(() => handle.close());
    const stage = this.#stage;
    if (stage !== null) await quietly(() => discardStage(this.#parent, stage));
  }
}
