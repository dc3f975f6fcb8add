import { join } from 'node:path';
import { isSafeName } from '#shared/domain/fileName.ts';
import { quietly, unlessMissing } from './fileErrors.ts';
import { linkAt, ownLinkAt } from './foundFile.ts';
import {
  currentIn,
  generationNameOf,
  idOf,
  isCurrentName,
  isGenerationName,
  isStageName,
  stageNameOf,
} from './generation.ts';
import { entryOf, type HiddenFolder, holdOwn, isSame, removeOwn } from './hiddenFolder.ts';
import { persistently } from './stage.ts';
import { forgetJournal } from './switchJournal.ts';
import type { SwitchPlace } from './switchSteps.ts';

/**
 * What is left to do after a switch was decided: the files that were moved aside become a kept generation, and what
 * nobody needs any more goes. May be repeated. @throws system errors; the next start goes on then
 * @returns name of the directory with the former files; `null`: there is none
 */
export async function finishSwitch(place: SwitchPlace): Promise<string | null> {
  const former = await keepFormer(place);
  await tidy(place, former);
  return former;
}

/** As `finishSwitch`, for a write whose files are in place whatever comes of this: does not throw what the system refuses. */
export async function finishQuietly(place: SwitchPlace): Promise<string | null> {
  let former: string | null = null;
  await quietly(() =>
    persistently(async () => {
      former = await keepFormer(place);
    }),
  );
  await quietly(() => persistently(() => tidy(place, former)));
  return former;
}

async function keepFormer({ folder, aside, journal }: SwitchPlace): Promise<string | null> {
  if (journal.former !== 'aside') return journal.former;
  if (!isStageName(aside.name)) return aside.name;
  const kept = keptNameOf(aside.name);
  await folder.fs.rename(join(folder.path, aside.name), join(folder.path, kept));
  return kept;
}

async function tidy(place: SwitchPlace, former: string | null): Promise<void> {
  const { folder, aside, journal } = place;
  const { current, source, names, formerCurrents } = journal;
  await removeSuperseded(folder, names, [former, current?.to ?? null]);
  for (const name of formerCurrents) await removeCurrent(folder, name);
  // A stage that became a generation is gone already.
  if (current === null) await removeOwn(folder, source);
  if (former !== null && former === keptNameOf(aside.name))
    await forgetJournal(folder.fs, aside.directory.path);
  else await removeOwn(folder, aside.name);
}

function keptNameOf(name: string): string {
  return generationNameOf(idOf(name) ?? '');
}

/** Removes a current link of ours that no visible link leads through. */
async function removeCurrent(folder: HiddenFolder, name: string): Promise<void> {
  if ((await ownLinkAt(folder, name)) === null || (await isCurrentUsed(folder, name))) return;
  await unlessMissing(folder.fs.unlink(join(folder.path, name)));
}

/** Only one former generation of a bundle is kept. */
async function removeSuperseded(
  folder: HiddenFolder,
  names: readonly string[],
  stay: readonly (string | null)[],
): Promise<void> {
  const others = supersededBy(folder, names).filter((name) => !stay.includes(name));
  if (others.length === 0) return;
  const used = await generationsInUse(folder);
  for (const name of others) if (!used.has(name)) await removeGeneration(folder, name);
}

/** The remembered generations of a folder that hold files of these names. */
export function supersededBy({ names: hidden, place }: HiddenFolder, names: readonly string[]): string[] {
  const own = new Set(names);
  const entries = hidden.in(place).filter((entry) => entry.names.some((name) => own.has(name)));
  return entries.map(({ id }) => generationNameOf(id));
}

/**
 * Removes a generation that nothing leads to: in one step it is none any more, whatever comes after. One that is not
 * ours stays.
 */
export async function removeGeneration(folder: HiddenFolder, name: string): Promise<void> {
  const entry = entryOf(folder, name);
  const held = await holdOwn(folder, name);
  if (held === null || entry === null) return;
  await held.close();
  if (!isSame(held, entry)) return;
  const doomed = stageNameOf(idOf(name) ?? '');
  await unlessMissing(folder.fs.rename(join(folder.path, name), join(folder.path, doomed)));
  await persistently(() => removeOwn(folder, doomed));
}

/** The generations that current links of ours lead to. */
export async function generationsInUse(folder: HiddenFolder): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  for (const name of (await folder.fs.list(folder.path)).filter(isCurrentName))
    used.add((await ownLinkAt(folder, name)) ?? '');
  return used;
}

/** Whether a visible link of a folder leads through a current link. */
export async function isCurrentUsed({ fs, path }: HiddenFolder, current: string): Promise<boolean> {
  for (const name of await fs.list(path)) {
    if (!isSafeName(name)) continue;
    const text = await linkAt(fs, join(path, name));
    if (text !== null && currentIn(text, name) === current) return true;
  }
  return false;
}

/**
 * Removes current links of ours that no visible link leads through any more, with what they lead to: somebody removed the
 * links, and a private key is left. To be called while no switch is under way in the folder. @throws system errors
 */
export async function removeOrphans(folder: HiddenFolder): Promise<void> {
  for (const current of (await folder.fs.list(folder.path)).filter(isCurrentName)) {
    const generation = await ownLinkAt(folder, current);
    const isOurs =
      generation !== null && isGenerationName(generation) && entryOf(folder, generation) !== null;
    if (!isOurs || (await isCurrentUsed(folder, current))) continue;
    // The link goes last: it is by it that the generation is found.
    await removeGeneration(folder, generation);
    await unlessMissing(folder.fs.unlink(join(folder.path, current)));
  }
}
