import { basename, join } from 'node:path';
import { isSafeName } from '#shared/domain/fileName.ts';
import type { ExportFs } from './exportFs.ts';
import { quietly, unlessMissing } from './fileErrors.ts';
import { linkAt } from './foundFile.ts';
import {
  currentIn,
  generationOf,
  isCurrentName,
  isGenerationName,
  isStageName,
  newStageName,
} from './generation.ts';
import { persistently, removeStage } from './stage.ts';
import { forgetJournal } from './switchJournal.ts';
import type { SwitchPlace } from './switchSteps.ts';

/**
 * What is left to do after a switch was decided: the files that were moved aside become a kept generation, and what
 * nobody needs any more goes. May be repeated. @throws system errors; the next start goes on then
 * @returns name of the directory with the former files; `null`: there is none
 */
export async function finishSwitch(fs: ExportFs, place: SwitchPlace): Promise<string | null> {
  const former = await keepFormer(fs, place);
  await tidy(fs, place, former);
  return former;
}

/** As `finishSwitch`, for a write whose files are in place whatever comes of this: does not throw what the system refuses. */
export async function finishQuietly(fs: ExportFs, place: SwitchPlace): Promise<string | null> {
  let former: string | null = null;
  await quietly(() =>
    persistently(async () => {
      former = await keepFormer(fs, place);
    }),
  );
  await quietly(() => persistently(() => tidy(fs, place, former)));
  return former;
}

async function keepFormer(fs: ExportFs, { folder, aside, journal }: SwitchPlace): Promise<string | null> {
  if (journal.former !== 'aside') return journal.former;
  const name = basename(aside);
  if (!isStageName(name)) return name;
  const kept = generationOf(name);
  await fs.rename(aside, join(folder, kept));
  return kept;
}

async function tidy(fs: ExportFs, place: SwitchPlace, former: string | null): Promise<void> {
  const { folder, aside, journal } = place;
  const { current, source, names, formerCurrents } = journal;
  await removeSuperseded(fs, folder, names, [former, current?.to ?? null]);
  for (const name of formerCurrents) {
    if (!(await isCurrentUsed(fs, folder, name))) await unlessMissing(fs.unlink(join(folder, name)));
  }
  // A stage that became a generation is gone already.
  if (current === null) await removeStage(fs, join(folder, source));
  if (former !== null && former === keptNameOf(aside)) await forgetJournal(fs, join(folder, former));
  else await removeStage(fs, aside);
}

function keptNameOf(aside: string): string {
  const name = basename(aside);
  return isStageName(name) ? generationOf(name) : name;
}

/** Only one former generation of a bundle is kept. */
async function removeSuperseded(
  fs: ExportFs,
  folder: string,
  names: readonly string[],
  stay: readonly (string | null)[],
): Promise<void> {
  const listed = await fs.list(folder);
  const others = listed.filter((name) => isGenerationName(name) && !stay.includes(name));
  if (others.length === 0) return;
  const used = await generationsInUse(fs, folder, listed);
  for (const name of others.filter((other) => !used.has(other))) {
    const files = (await unlessMissing(fs.list(join(folder, name)))) ?? [];
    if (files.some((file) => names.includes(file))) await removeGeneration(fs, folder, name);
  }
}

/** Removes a generation that nothing leads to: in one step it is none any more, whatever comes after. */
export async function removeGeneration(fs: ExportFs, folder: string, name: string): Promise<void> {
  const doomed = join(folder, newStageName());
  if ((await unlessMissing(fs.rename(join(folder, name), doomed).then(() => true))) === null) return;
  await persistently(() => removeStage(fs, doomed));
}

/** The generations that current links lead to. @param listed the names in the folder */
export async function generationsInUse(
  fs: ExportFs,
  folder: string,
  listed: readonly string[],
): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  for (const name of listed.filter(isCurrentName)) used.add((await linkAt(fs, join(folder, name))) ?? '');
  return used;
}

/** Whether a visible link of a folder leads through a current link. */
export async function isCurrentUsed(fs: ExportFs, folder: string, current: string): Promise<boolean> {
  for (const name of await fs.list(folder)) {
    if (!isSafeName(name)) continue;
    const text = await linkAt(fs, join(folder, name));
    if (text !== null && currentIn(text, name) === current) return true;
  }
  return false;
}
