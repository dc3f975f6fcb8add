import { join } from 'node:path';
import { isSafeName } from '#shared/domain/fileName.ts';
import { z } from '#shared/zod.ts';
import type { ExportFs } from './exportFs.ts';
import { quietly, unlessMissing } from './fileErrors.ts';
import type { FoundFile } from './foundFile.ts';
import { isCurrentName, isGenerationName, isStageName, switchFileNames } from './hiddenFolder.ts';

const { underWay, decided } = switchFileNames;
/** Far above the size of a real journal, which has a few hundred bytes per file. */
const maxJournalBytes = 64 * 1024;

const fileName = z.string().refine(isSafeName);
const generation = z.string().refine(isGenerationName);
const current = z.string().refine(isCurrentName);

const journalSchema = z.object({
  version: z.literal(2),
  /** All files that the bundle has before or after the switch. */
  names: z.array(fileName),
  /** Files that are moved aside, into the journal's directory. */
  leaves: z.array(fileName),
  enters: z.array(
    z.object({
      name: fileName,
      /** SHA-256 of the content, to recognise it; `null`: a link, if `current` is none. */
      digest: z.string().nullable(),
    }),
  ),
  /** The directory of the new files: a stage, or a kept generation that is restored. */
  source: z.string().refine((name) => isStageName(name) || isGenerationName(name)),
  /**
   * In a journal of a version up to 0.3 that wrote links: their current link, and where it leads after the switch. `null`: the
   * new files are plain ones.
   */
  current: z.object({ name: current, to: generation }).nullable(),
  /** Current links that the previous files were behind. */
  formerCurrents: z.array(current),
  /** The generation with the previous files after the switch: the one made of `aside`, or an existing one. */
  former: z.union([z.literal('aside'), generation]).nullable(),
});

/** What a switch does, in the parent folder of the journal's directory. The property names are those of the JSON file. */
export type SwitchJournal = z.infer<typeof journalSchema>;

/** `unreadable`: not fully written, so the switch had not begun. `foreign`: no journal, or of another app version. */
export type JournalState =
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'underWay' | 'decided'; readonly journal: SwitchJournal };

/** The files that a folder should have after a switch. */
export interface WantedFiles {
  readonly files: readonly {
    readonly name: string;
    /** SHA-256 of the content, hex. */
    readonly digest: string;
  }[];
  /** Existing files, which are replaced. */
  readonly found: ReadonlyMap<string, FoundFile>;
}

/**
 * Plans the switch to the wanted files.
 * @param source name of the directory with the new files, inside the folder
 */
export function planSwitch(source: string, { files, found }: WantedFiles): SwitchJournal {
  const existing = [...found.values()];
  return {
    version: 2,
    names: [...new Set([...found.keys(), ...files.map(({ name }) => name)])],
    leaves: [...found.keys()],
    enters: files.map(({ name, digest }) => ({ name, digest })),
    source,
    current: null,
    formerCurrents: [...new Set(existing.flatMap(({ link }) => link?.current ?? []))],
    former: generationOfAll(existing),
  };
}

/** `null` for a mixture of plain files and links to several generations, which another program made: it is not kept. */
function generationOfAll(existing: readonly FoundFile[]): SwitchJournal['former'] {
  const [first] = new Set(existing.map(({ link }) => link?.generation ?? null));
  if (first === undefined || existing.some(({ link }) => (link?.generation ?? null) !== first)) return null;
  return first ?? 'aside';
}

/** Writes the journal of a switch that is about to begin. Durable on return. */
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

/** Commits the switch: from now on the new files stay. */
export async function decide(fs: ExportFs, directory: string): Promise<void> {
  await fs.rename(join(directory, underWay), join(directory, decided));
}

export async function forgetJournal(fs: ExportFs, directory: string): Promise<void> {
  await unlessMissing(fs.unlink(join(directory, decided)));
}

/** Reads the journal in one of our private directories. @throws system errors */
export async function readJournal(fs: ExportFs, directory: string): Promise<JournalState> {
  for (const [name, kind] of [
    [decided, 'decided'],
    [underWay, 'underWay'],
  ] as const) {
    const path = join(directory, name);
    const facts = await unlessMissing(fs.facts(path));
    if (facts === null) continue;
    if (facts.kind !== 'file' || facts.size > maxJournalBytes) return { kind: 'foreign' };
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
