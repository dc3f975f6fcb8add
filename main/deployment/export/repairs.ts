import { join } from 'node:path';
import type { ExportFs } from './exportFs.ts';
import { quietly, unlessMissing } from './fileErrors.ts';
import { generationsInUse, generationsWith, removeOrphans } from './foundFile.ts';
import {
  generationNameOf,
  type HiddenFolder,
  holdOwn,
  removeOwn,
  stageNameOf,
  withHeld,
} from './hiddenFolder.ts';
import type { HiddenEntry, HiddenNames, StoredHidden } from './hiddenNames.ts';
import { repairSwitch } from './journaledSwitch.ts';
import { persistently } from './stage.ts';
import { readJournal } from './switchJournal.ts';

/** Repairs and removes what killed or failed writes left, going by the record alone, never by what a folder contains. */
export class Repairs {
  readonly #fs: ExportFs;
  readonly #names: HiddenNames;
  readonly #running = new Map<string, Promise<void>>();

  constructor(fs: ExportFs, names: HiddenNames) {
    this.#fs = fs;
    this.#names = names;
  }

  /** Folders that fail or are missing are retried another time. Rejects for bugs only. @returns how many are left */
  async repairAll(): Promise<number> {
    for (const place of this.#names.interruptedFolders()) await this.repair(place);
    return this.#names.interruptedFolders().length;
  }

  /** Repairs one folder, a path without links, unless a write is running there. Rejects for bugs only. */
  repair(place: string): Promise<void> {
    const running = this.#running.get(place) ?? quietly(() => this.#repair(place));
    this.#running.set(place, running);
    return running.finally(() => this.#running.delete(place));
  }

  /** Whether a write was cut off in a folder and is not repaired yet. */
  isInterrupted(place: string): boolean {
    return this.#names.in(place).some(({ isPending }) => isPending);
  }

  /** The directory with the previous files of a bundle in a repaired folder; `null`: there are none, or it can't be read. */
  async keptIn(place: string, names: readonly string[]): Promise<string | null> {
    const own = this.#recorded(place);
    if (own === null) return null;
    let kept: string | null = null;
    await quietly(async () => {
      const used = await generationsInUse(own);
      kept = generationsWith(own, names).find((name) => !used.has(name)) ?? null;
    });
    return kept;
  }

  /** A folder that hidden names are recorded of. */
  #recorded(place: string): HiddenFolder | null {
    const [names, fs] = [this.#names, this.#fs];
    const [first] = names.in(place);
    if (first === undefined) return null;
    const { ownership } = first;
    return { fs, path: place, place, names, ownership, modesMayVary: !ownership.keepsModes };
  }

  async #repair(place: string): Promise<void> {
    const names = this.#names;
    const own = this.#recorded(place);
    if (own === null || names.isBusy(place)) return;
    const entries = names.in(place);
    await withHeld(own, async (folder) => {
      for (const entry of entries) await persistently(() => repairEntry(folder, entry));
      await removeOrphans(folder);
      await settle(names, [folder], entries);
    });
  }
}

async function repairEntry(folder: HiddenFolder, { id }: HiddenEntry): Promise<void> {
  const stage = stageNameOf(id);
  const facts = await unlessMissing(folder.fs.facts(join(folder.path, stage)));
  if (facts?.kind === 'directory') await repairSwitch(folder, stage, false);
  else if (facts !== null) await removeOwn(folder, stage);
  await repairSwitch(folder, generationNameOf(id), true);
}

/**
 * The crash protocol of every write: records hidden names before `run` creates or changes them, and their state afterwards.
 * @throws what `run` throws; `ContentFault` `storage` if the names could not be recorded, before `run`
 */
export async function recording<Value>(
  names: HiddenNames,
  folders: readonly HiddenFolder[],
  entries: readonly HiddenEntry[],
  run: () => Promise<Value>,
): Promise<Value> {
  names.begin(entries);
  try {
    return await run();
  } finally {
    names.end(entries);
    await quietly(() => settle(names, folders, entries));
  }
}

/** Records the state of entries. @throws system errors, `ContentFault` */
async function settle(
  names: HiddenNames,
  folders: readonly HiddenFolder[],
  entries: readonly HiddenEntry[],
): Promise<void> {
  const byPlace = Map.groupBy(entries, ({ folder }) => folder);
  const stored: StoredHidden[] = [];
  const gone: HiddenEntry[] = [];
  const settleFolder = async (folder: HiddenFolder) => {
    for (const each of byPlace.get(folder.place) ?? []) {
      const entry = names.find(folder.place, each.id) ?? each;
      const found = await stateOf(folder, entry);
      if (found === null) gone.push(entry);
      else stored.push(found);
    }
  };
  await Promise.all(folders.map(settleFolder));
  names.settle(stored, gone);
}

/** The entry as a write left it; `null`: it is gone. */
async function stateOf(folder: HiddenFolder, entry: HiddenEntry): Promise<StoredHidden | null> {
  const exists = async (name: string) =>
    (await unlessMissing(folder.fs.facts(join(folder.path, name)))) !== null;
  const generation = generationNameOf(entry.id);
  if (await exists(stageNameOf(entry.id))) return { ...entry, isPending: true };
  if (!(await exists(generation))) return null;
  await using held = await holdOwn(folder, generation);
  if (held === null) return { ...entry, isPending: false };
  const isPending = (await readJournal(folder.fs, held.path)).kind !== 'none';
  return { ...entry, isPending, inode: isPending ? entry.inode : (entry.inode ?? held.facts.inode) };
}
