import { join } from 'node:path';
import type { ExportFs } from './exportFs.ts';
import { quietly, unlessMissing } from './fileErrors.ts';
import { generationNameOf, stageNameOf } from './generation.ts';
import { type HiddenFolder, holdOwn, removeOwn, withHeld } from './hiddenFolder.ts';
import type { EntryStates, HiddenEntry, HiddenNames } from './hiddenNames.ts';
import { repairSwitch } from './journaledSwitch.ts';
import { removeOrphans } from './keptGenerations.ts';
import { persistently } from './stage.ts';
import { readJournal } from './switchJournal.ts';

/** Repairs and removes what killed or failed writes left, going by the record alone, never by what a folder contains. */
export class Repairs {
  readonly #fs: ExportFs;
  readonly #names: HiddenNames;
  /** By folder. */
  readonly #running = new Map<string, Promise<void>>();

  constructor(fs: ExportFs, names: HiddenNames) {
    this.#fs = fs;
    this.#names = names;
  }

  /**
   * Repairs every folder. Folders that fail or are missing are retried another time. Rejects for bugs only.
   * @returns how many are left
   */
  async repairAll(): Promise<number> {
    for (const place of this.#names.interruptedFolders()) await this.repair(place);
    return this.#names.interruptedFolders().length;
  }

  /**
   * Repairs one folder, unless a write is running there. Failures are retried another time. Rejects for bugs only.
   * @param place absolute path without links
   */
  repair(place: string): Promise<void> {
    const running = this.#running.get(place) ?? quietly(() => this.#repair(place));
    this.#running.set(place, running);
    return running.finally(() => this.#running.delete(place));
  }

  async #repair(place: string): Promise<void> {
    const [names, fs] = [this.#names, this.#fs];
    const entries = names.in(place);
    const [first] = entries;
    if (first === undefined || names.isBusy(place)) return;
    const { ownership } = first;
    const own = { fs, path: place, place, names, ownership, modesMayVary: !ownership.keepsModes };
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
 * @param folders those that the entries are in
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
  const states = await Promise.all(
    folders.map((folder) => statesOf(folder, byPlace.get(folder.place) ?? [])),
  );
  names.settle({
    kept: states.flatMap(({ kept }) => kept),
    left: states.flatMap(({ left }) => left),
    gone: states.flatMap(({ gone }) => gone),
  });
}

async function statesOf(folder: HiddenFolder, entries: readonly HiddenEntry[]): Promise<EntryStates> {
  const states = { kept: [] as HiddenEntry[], left: [] as HiddenEntry[], gone: [] as HiddenEntry[] };
  for (const { id, ...stored } of entries) {
    const entry = folder.names.find(folder.place, id) ?? { id, ...stored };
    const exists = async (name: string) =>
      (await unlessMissing(folder.fs.facts(join(folder.path, name)))) !== null;
    const generation = generationNameOf(id);
    if (await exists(stageNameOf(id))) states.left.push(entry);
    else if (!(await exists(generation))) states.gone.push(entry);
    else if (await hasJournal(folder, generation)) states.left.push(entry);
    else states.kept.push(await withInode(folder, entry, generation));
  }
  return states;
}

async function withInode(folder: HiddenFolder, entry: HiddenEntry, name: string): Promise<HiddenEntry> {
  if (entry.inode !== null) return entry;
  await using held = await holdOwn(folder, name);
  return held === null ? entry : { ...entry, inode: held.facts.inode };
}

async function hasJournal(folder: HiddenFolder, generation: string): Promise<boolean> {
  await using held = await holdOwn(folder, generation);
  return held !== null && (await readJournal(folder.fs, held.path)).kind !== 'none';
}
