import { join } from 'node:path';
import type { ExportFs } from './exportFs.ts';
import { quietly, unlessMissing } from './fileErrors.ts';
import { removeOrphans } from './finishSwitch.ts';
import { generationNameOf, stageNameOf } from './generation.ts';
import { type HiddenFolder, holdOwn, removeOwn, withHeld } from './hiddenFolder.ts';
import type { Fates, HiddenEntry, HiddenNames } from './hiddenNames.ts';
import { repairSwitch } from './journaledSwitch.ts';
import { persistently } from './stage.ts';
import { readJournal } from './switchJournal.ts';

/**
 * Repairs and removes what writes left that were killed or failed: by what is remembered of them alone, never by what is
 * found in a folder.
 */
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
   * Repairs every folder. One that fails, or is not there, is repaired another time. Rejects for bugs alone.
   * @returns how many are left
   */
  async repairAll(): Promise<number> {
    for (const place of this.#names.interruptedFolders()) await this.repair(place);
    return this.#names.interruptedFolders().length;
  }

  /**
   * Repairs one folder, unless a write is under way there. What fails is repaired another time. Rejects for bugs alone.
   * @param place an absolute path without links
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
    await withHeld({ fs, path: place, place, names, ownership }, async (folder) => {
      for (const entry of entries) await persistently(() => repairEntry(folder, entry));
      await removeOrphans(folder);
      await settle(folder, entries);
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

/** Remembers hidden names while they are made or changed, and what became of them. @throws what `run` throws, `ContentFault` */
export async function remembering<Value>(
  folder: HiddenFolder,
  entries: readonly HiddenEntry[],
  run: () => Promise<Value>,
): Promise<Value> {
  folder.names.begin(entries);
  try {
    return await run();
  } finally {
    folder.names.end(entries);
    await quietly(() => settle(folder, entries));
  }
}

/** Looks what is there of entries. @throws system errors */
export async function fatesOf(folder: HiddenFolder, entries: readonly HiddenEntry[]): Promise<Fates> {
  const fates = { kept: [] as HiddenEntry[], left: [] as HiddenEntry[], gone: [] as HiddenEntry[] };
  for (const { id, ...stored } of entries) {
    const entry = folder.names.find(folder.place, id) ?? { id, ...stored };
    const isThere = async (name: string) =>
      (await unlessMissing(folder.fs.facts(join(folder.path, name)))) !== null;
    const generation = generationNameOf(id);
    if (await isThere(stageNameOf(id))) fates.left.push(entry);
    else if (!(await isThere(generation))) fates.gone.push(entry);
    else if (await hasJournal(folder, generation)) fates.left.push(entry);
    else fates.kept.push(await identified(folder, entry, generation));
  }
  return fates;
}

/** Notes what became of entries. @throws system errors, `ContentFault` */
async function settle(folder: HiddenFolder, entries: readonly HiddenEntry[]): Promise<void> {
  folder.names.settle(await fatesOf(folder, entries));
}

/** Notes which directory is kept, where that is not known. */
async function identified(folder: HiddenFolder, entry: HiddenEntry, name: string): Promise<HiddenEntry> {
  if (entry.inode !== null) return entry;
  const held = await holdOwn(folder, name);
  await held?.close();
  return held === null ? entry : { ...entry, inode: held.facts.inode };
}

async function hasJournal(folder: HiddenFolder, generation: string): Promise<boolean> {
  const held = await holdOwn(folder, generation);
  if (held === null) return false;
  try {
    return (await readJournal(folder.fs, held.path)).kind !== 'none';
  } finally {
    await held.close();
  }
}
