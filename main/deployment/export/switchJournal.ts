import { join } from 'node:path';
import { z } from 'zod';
import { isSafeName } from '#shared/domain/fileName.ts';
import type { ExportFs } from './exportFs.ts';
import { quietly, unlessMissing } from './fileErrors.ts';
import { isCurrentName, isGenerationName, isStageName } from './generation.ts';

// Names that no file of a bundle can have: those are not hidden.
const underWay = '.journal.json';
const decided = '.decided.json';
/** A link on its way to the folder. */
export const draftLink = '.current';
/** All that a switch itself may leave in its directory. */
export const journalNames = [underWay, decided, draftLink] as const;
/** A journal has some hundred bytes for each file of a bundle. */
const longestJournal = 64 * 1024;

const fileName = z.string().refine(isSafeName);
const generation = z.string().refine(isGenerationName);
const current = z.string().refine(isCurrentName);

const journalSchema = z.object({
  version: z.literal(2),
  /** All files that the bundle had or has. */
  names: z.array(fileName),
  /** Those that are moved aside: into the directory that the journal lies in. */
  leaves: z.array(fileName),
  /** Those that come into their place. */
  enters: z.array(
    z.object({
      name: fileName,
      /** SHA-256 of the content: recognises it, gives nothing of it away. `null`: a link. */
      digest: z.string().nullable(),
    }),
  ),
  /** The directory that new files are in: a stage, or a kept generation that is put back. */
  source: z.string().refine((name) => isStageName(name) || isGenerationName(name)),
  /** The current link, with what it led to before (`null`: it was not there) and leads to afterwards. */
  current: z.object({ name: current, from: generation.nullable(), to: generation }).nullable(),
  /** Current links that the files which leave led through. */
  formerCurrents: z.array(current),
  /** Which generation has the former files afterwards: the one made of those moved `aside`, or one that is there. */
  former: z.union([z.literal('aside'), generation]).nullable(),
});

/** What a switch does in the folder that its journal's directory lies in. */
export type SwitchJournal = z.infer<typeof journalSchema>;

/** `unreadable`: it was never synced whole, so nothing was touched. `foreign`: of another version of the app, or no journal. */
export type JournalState =
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'underWay' | 'decided'; readonly journal: SwitchJournal };

/** Writes the journal of a switch that is about to begin. Durable when it returns. */
export async function writeJournal(fs: ExportFs, directory: string, journal: SwitchJournal): Promise<void> {
  const handle = await fs.createFile(join(directory, underWay));
  try {
    await handle.write(Buffer.from(JSON.stringify(journalSchema.parse(journal))));
    await handle.sync();
  } finally {
    await quietly(() => handle.close());
  }
  await fs.syncDirectory(directory);
}

/** From now on the new files stay. */
export async function decide(fs: ExportFs, directory: string): Promise<void> {
  await fs.rename(join(directory, underWay), join(directory, decided));
}

/** Nothing is left to do after a switch that was decided. */
export async function forgetJournal(fs: ExportFs, directory: string): Promise<void> {
  await unlessMissing(fs.unlink(join(directory, decided)));
}

/**
 * Reads what a switch left in a directory of ours. @throws system errors
 * @param directory where only we can write
 */
export async function readJournal(fs: ExportFs, directory: string): Promise<JournalState> {
  for (const [name, kind] of [
    [decided, 'decided'],
    [underWay, 'underWay'],
  ] as const) {
    const path = join(directory, name);
    const facts = await unlessMissing(fs.facts(path));
    if (facts === null) continue;
    if (facts.kind !== 'file' || facts.size > longestJournal) return { kind: 'foreign' };
    const parsed = parseJson(await fs.read(path));
    if (parsed === undefined) return { kind: 'unreadable' };
    const journal = journalSchema.safeParse(parsed);
    return journal.success ? { kind, journal: journal.data } : { kind: 'foreign' };
  }
  return { kind: 'none' };
}

function parseJson(content: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(content).toString());
  } catch {
    return undefined;
  }
}
