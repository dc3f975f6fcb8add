import { type FoundFile, generationBehind } from './foundFile.ts';
import { currentNameFor, generationNameOf, idOf } from './generation.ts';
import type { HiddenFolder } from './hiddenFolder.ts';
import type { SwitchJournal } from './switchJournal.ts';

/** What is to be in a folder after a switch. */
export interface WantedFiles {
  readonly files: readonly {
    readonly name: string;
    /** SHA-256 of the content, hex. */
    readonly digest: string;
  }[];
  /** Whether the visible files are links. */
  readonly linked: boolean;
  /** What may go: files of the bundle that are there. */
  readonly found: ReadonlyMap<string, FoundFile>;
}

/**
 * Says which steps lead to the wanted files.
 * @param source name of the directory, in the folder, that the files are in
 * @throws system errors, `FileFault`: a current link is not ours
 */
export async function planSwitch(
  folder: HiddenFolder,
  source: string,
  { files, linked, found }: WantedFiles,
): Promise<SwitchJournal> {
  const present = [...found.values()];
  const currents = present.flatMap(({ link }) => link?.current ?? []);
  const plan = {
    version: 2 as const,
    names: [...new Set([...found.keys(), ...files.map(({ name }) => name)])],
    source,
    former: formerOf(present),
  };
  if (!linked) {
    const enters = files.map(({ name, digest }) => ({ name, digest }));
    const formerCurrents = [...new Set(currents)];
    return { ...plan, leaves: [...found.keys()], enters, current: null, formerCurrents };
  }
  const name = currentNameFor(files.map((file) => file.name));
  const from = await generationBehind(folder, name);
  const to = generationNameOf(idOf(source) ?? '');
  // Visible links that lead through the same current link need no change.
  const leaves = [...found].filter(([, { link }]) => link?.current !== name).map(([leaving]) => leaving);
  const enters = files
    .filter((file) => found.get(file.name)?.link?.current !== name)
    .map((file) => ({ name: file.name, digest: null }));
  const formerCurrents = [...new Set(currents.filter((current) => current !== name))];
  return { ...plan, leaves, enters, current: { name, from, to }, formerCurrents };
}

/** A set of plain files and links of several generations was put together by another hand: nothing keeps it whole. */
function formerOf(present: readonly FoundFile[]): SwitchJournal['former'] {
  const [first] = new Set(present.map(({ link }) => link?.generation ?? null));
  if (first === undefined || present.some(({ link }) => (link?.generation ?? null) !== first)) return null;
  return first ?? 'aside';
}
