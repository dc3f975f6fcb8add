import { basename, dirname } from 'node:path';
import { sha256Hex } from '../lib/sha256.ts';
import { type BundleOutcome, type ExportBundle, pathInTarget } from './exportDestination.ts';
import type { ExportFs } from './exportFs.ts';
import { FileFault, quietly, toFileError, unlessMissing } from './fileErrors.ts';
import { switchInto } from './journaledSwitch.ts';
import { linkedStage } from './linkedFolder.ts';
import {
  createStage,
  directoryModeFor,
  persistently,
  removeStage,
  restrictDirectory,
  type StagedFile,
  settleFile,
  stageFile,
} from './stage.ts';
import {
  checkRoot,
  checkUnchanged,
  type FolderSurvey,
  folderIn,
  type Root,
  surveyFolder,
} from './targetSurvey.ts';

/**
 * One bundle on its way to disk, in steps that a batch takes side by side: stage, settle, place; then the root is synced
 * once for all, and `finish` or `takeBack` ends it. After a step that failed nothing of the bundle is left, the former
 * files are there, and the later steps do nothing.
 */
export class BundleWrite {
  readonly bundle: ExportBundle;
  /** Set as soon as nothing more is to be done. */
  outcome: BundleOutcome | null = null;
  readonly #fs: ExportFs;
  readonly #root: Root;
  readonly #shown: FolderSurvey;
  readonly #signal: AbortSignal;
  readonly #modesMayVary: boolean;
  readonly #folder: string;
  /** Mode of a directory that is made for the files. */
  readonly #mode: number;
  /** Whether the visible files are links; Windows wants a privilege for that. */
  readonly #linked: boolean;
  #now: FolderSurvey;
  #stage: string | null = null;
  #open: StagedFile[] = [];

  /** @param shown what the person was shown of the folder's place */
  constructor(fs: ExportFs, root: Root, bundle: ExportBundle, shown: FolderSurvey, signal: AbortSignal) {
    this.#fs = fs;
    this.#root = root;
    this.bundle = bundle;
    this.#shown = shown;
    this.#now = shown;
    this.#signal = signal;
    this.#modesMayVary = root.warnings.some(({ kind }) => kind === 'modeNotKept');
    this.#folder = folderIn(root, bundle.folder);
    this.#mode = directoryModeFor(bundle.files.map(({ mode }) => mode));
    this.#linked = bundle.switching === 'link' && fs.posix;
  }

  /** Writes all files into a private directory on the same file system. */
  stage(): Promise<void> {
    return this.#step(async () => {
      await this.#survey();
      const parent = this.#now.identity === null ? this.#root.path : this.#folder;
      this.#stage = await createStage(this.#fs, parent, this.#modesMayVary);
      for (const file of this.bundle.files) {
        this.#open.push(await stageFile(this.#fs, this.#stage, file, this.#modesMayVary));
      }
    });
  }

  /** Makes the staged files durable and reads them again. */
  settle(): Promise<void> {
    return this.#step(async () => {
      for (const staged of this.#open) await settleFile(staged);
      for (let staged = this.#open.pop(); staged; staged = this.#open.pop()) await staged.handle.close();
      await this.#fs.syncDirectory(this.#needStage());
    });
  }

  /** Puts the files in place: a new folder in one rename, otherwise by a journaled switch, which is durable at once. */
  place(): Promise<void> {
    return this.#step(async () => {
      const stage = this.#needStage();
      await this.#survey();
      if (this.#now.identity === null) return this.#placeFolder(stage);
      // The folder appeared after the files were staged beside it.
      if (dirname(stage) !== this.#folder) throw new FileFault('exists', this.bundle.folder);
      const former = await switchInto(this.#fs, {
        folder: this.#folder,
        source: basename(stage),
        files: this.bundle.files.map(({ name, content }) => ({ name, digest: sha256Hex(content) })),
        linked: this.#linked,
        found: this.#now.found,
        mode: this.#mode,
        modesMayVary: this.#modesMayVary,
        check: () => this.#survey(),
      });
      this.#stage = null;
      this.finish(former);
    });
  }

  async #placeFolder(stage: string): Promise<void> {
    const fs = this.#fs;
    const about = { mode: this.#mode, modesMayVary: this.#modesMayVary };
    if (this.#linked) this.#stage = await linkedStage(fs, this.#root.path, stage, this.#names, about);
    // A file that its group may read is of no use in a folder that the group may not enter.
    if (this.#mode !== 0o700) await restrictDirectory(fs, this.#needStage(), this.#mode, this.#modesMayVary);
    await fs.rename(this.#needStage(), this.#folder);
  }

  /** Whether the bundle is in place as a new folder whose name is not yet durable. */
  get placed(): boolean {
    return this.outcome === null;
  }

  /** The files are in place for good. @param former as outcomes have it */
  finish(former: string | null = null): void {
    const { folder } = this.bundle;
    const files = this.#names.map((name) => pathInTarget({ folder }, name));
    this.outcome = { kind: 'written', files, former };
  }

  /** Removes a new folder again, because its name could not be made durable. */
  async takeBack(error: unknown): Promise<void> {
    const stage = this.#needStage();
    const undo = async () => {
      await unlessMissing(this.#fs.rename(this.#folder, stage));
      await removeStage(this.#fs, stage);
    };
    await quietly(() => persistently(undo));
    this.#fail(error);
  }

  async #survey(): Promise<void> {
    const { bundle } = this;
    await checkRoot(this.#fs, this.#root, basename(this.#root.path));
    const now = await surveyFolder(this.#fs, this.#root, bundle.folder, this.#names);
    checkUnchanged(this.#shown, now, bundle.folder);
    this.#now = now;
  }

  #needStage(): string {
    if (this.#stage === null) throw new Error('The bundle was not staged');
    return this.#stage;
  }

  get #names(): readonly string[] {
    return this.bundle.files.map(({ name }) => name);
  }

  #fail(error: unknown): void {
    const { folder } = this.bundle;
    this.outcome = {
      kind: 'failed',
      error: toFileError(error, folder === '' ? basename(this.#root.path) : folder, this.#names),
    };
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
      this.#fail(error);
      await this.#discard();
    }
  }

  /** What cannot be removed now keeps its name and is found by the next start. */
  async #discard(): Promise<void> {
    for (const { handle } of this.#open.splice(0)) await quietly(() => handle.close());
    const stage = this.#stage;
    if (stage !== null) await quietly(() => persistently(() => removeStage(this.#fs, stage)));
  }
}
