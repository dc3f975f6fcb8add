import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { isSafeName } from '#shared/domain/fileName.ts';
import type { BundleFile } from './exportDestination.ts';
import type { ExportFs } from './exportFs.ts';
import { quietly, removeIfThere, unlessMissing } from './fileErrors.ts';
import { placeNew } from './placeNew.ts';
import { persistently, removeStage } from './stage.ts';

/*
 * Several files in a folder that is already there cannot change in one step: Node has no exchanging rename, and renaming
 * the folder would lose what else it is to its owner (other files, permissions, watchers). So the files are renamed one
 * by one, while a durable journal in the stage says what is going on:
 *
 *   1. the stage holds all new files, synced; the journal is written and synced beside them;
 *   2. hard links in the stage keep the former files;
 *   3. each new file is renamed over its former one;
 *   4. the folder is synced; then the journal is removed, and that is the moment from which the new files stay.
 *
 * A failure before 4 puts the former files back. So does the next start after a kill: between the first and the last
 * rename (a fraction of a millisecond) a kill can leave new and former files side by side until then. Where every new
 * file is in place already, the next start keeps them.
 */

// Names that no file of a bundle can have: those are not hidden.
const journalName = '.journal.json';

const journalSchema = z.object({
  version: z.literal(1),
  files: z.array(
    z.object({
      name: z.string().refine(isSafeName),
      /** SHA-256 of the new content: recognises it, gives nothing of it away. */
      digest: z.string(),
      /** A file of this name was there and is to be replaced. */
      replaces: z.boolean(),
    }),
  ),
});

type Journal = z.infer<typeof journalSchema>;
type JournalEntry = Journal['files'][number];

function digestOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Where a former file is kept. */
function asideOf(stage: string, name: string): string {
  return join(stage, `.former-${name}`);
}

/** What a switch is about: `files` lie in `stage`, a directory inside `folder`. */
export interface Switch {
  readonly folder: string;
  readonly stage: string;
  readonly files: readonly BundleFile[];
  /** The files that may be replaced, with their versions. */
  readonly conflicts: ReadonlyMap<string, string>;
  /** Throws when the folder is no longer what was surveyed; called right before the first rename. */
  readonly check: () => Promise<void>;
}

async function writeJournal(fs: ExportFs, stage: string, journal: Journal): Promise<void> {
  const handle = await fs.createFile(join(stage, journalName));
  try {
    await handle.write(Buffer.from(JSON.stringify(journal)));
    await handle.sync();
  } finally {
    await quietly(() => handle.close());
  }
}

/**
 * Replaces or adds the files of one bundle in a folder that is there. Durable when it returns. Takes care of the stage.
 * @throws what went wrong, after the former files were put back
 */
export async function switchInto(fs: ExportFs, plan: Switch): Promise<void> {
  const { folder, stage } = plan;
  const files = plan.files.map(
    ({ name, content }): JournalEntry => ({
      name: journalSchema.shape.files.element.shape.name.parse(name),
      digest: digestOf(content),
      replaces: plan.conflicts.has(name),
    }),
  );
  const journal: Journal = { version: 1, files };
  try {
    await writeJournal(fs, stage, journal);
    const kept = new Set<string>();
    for (const { name } of files.filter(({ replaces }) => replaces)) {
      // Without hard links the former file moves aside when its turn comes.
      await fs.link(join(folder, name), asideOf(stage, name)).then(
        () => kept.add(name),
        () => {},
      );
    }
    await fs.syncDirectory(stage);
    await plan.check();
    for (const { name, replaces } of files) {
      const [from, to] = [join(stage, name), join(folder, name)];
      if (replaces && !kept.has(name)) await fs.rename(to, asideOf(stage, name));
      if (replaces) await fs.rename(from, to);
      else await placeNew(fs, from, to, name);
    }
    await fs.syncDirectory(folder);
    await persistently(() => removeIfThere(fs, join(stage, journalName)));
  } catch (error) {
    // If even that fails, the journal stays for the next start.
    await quietly(() => persistently(() => putBack(fs, folder, stage, journal)));
    throw error;
  }
  await quietly(() => persistently(() => removeStage(fs, stage)));
}

async function holds(fs: ExportFs, path: string, digest: string): Promise<boolean> {
  const facts = await unlessMissing(fs.facts(path));
  if (facts?.kind !== 'file') return false;
  const content = await fs.read(path);
  const found = digestOf(content);
  content.fill(0);
  return found === digest;
}

/** Puts one former file back, or removes one that is new. What somebody else wrote since then stays. */
async function putBackFile(fs: ExportFs, folder: string, stage: string, entry: JournalEntry): Promise<void> {
  const [path, aside] = [join(folder, entry.name), asideOf(stage, entry.name)];
  const isNew = await holds(fs, path, entry.digest);
  if (!entry.replaces) {
    if (isNew) await fs.unlink(path);
    return;
  }
  const former = await unlessMissing(fs.facts(aside));
  if (former === null) return;
  const isMissing = (await unlessMissing(fs.facts(path))) === null;
  // Renaming one hard link over another of the same file does nothing, which is right here too.
  if (isNew || isMissing) await fs.rename(aside, path);
}

async function putBack(fs: ExportFs, folder: string, stage: string, journal: Journal): Promise<void> {
  for (const entry of journal.files) await putBackFile(fs, folder, stage, entry);
  await fs.syncDirectory(folder);
  await removeStage(fs, stage);
}

/** A journal that cannot be read whole was never synced, so no file was touched. */
function parseJournal(content: Uint8Array): Journal | null {
  try {
    return journalSchema.safeParse(JSON.parse(Buffer.from(content).toString())).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Repairs what a killed switch left in a folder: all new files, or all former ones. May be repeated.
 * @param stage the left-over stage inside `folder`
 */
export async function repairSwitch(fs: ExportFs, folder: string, stage: string): Promise<void> {
  const content = await unlessMissing(fs.read(join(stage, journalName)));
  const journal = content && parseJournal(content);
  if (journal) {
    let complete = true;
    for (const { name, digest } of journal.files) complete &&= await holds(fs, join(folder, name), digest);
    if (!complete) return putBack(fs, folder, stage, journal);
    await fs.unlink(join(stage, journalName));
  }
  await removeStage(fs, stage);
}
