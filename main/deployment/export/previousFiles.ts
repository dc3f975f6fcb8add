import { basename, join } from 'node:path';
import { sha256Hex } from '#main/platform/sha256.ts';
import type { PlannedBundle, RestoredFiles } from './exportDestination.ts';
import type { HeldDirectory } from './exportFs.ts';
import { FileFault, unlessMissing } from './fileErrors.ts';
import { generationsInUse, generationsWith, refuseUnlessRegular, removeGeneration } from './foundFile.ts';
import { entryOf, type HiddenFolder, holdOwn, isGenerationName, withHeld } from './hiddenFolder.ts';
import { newHiddenId } from './hiddenNames.ts';
import { switchInto } from './journaledSwitch.ts';
import { recording } from './repairs.ts';
import {
  checkHeld,
  checkRoot,
  checkUnchanged,
  type FolderSurvey,
  folderIn,
  type Root,
  surveyFolder,
} from './targetSurvey.ts';

/**
 * Swaps the visible files of a bundle with those of a kept generation. The root is held.
 * @param previous name of the generation
 * @param shown the survey of the files that the user agreed to replace
 * @throws system errors, `ContentFault` and `FileFault`, after a rollback: `notFound` if the generation is gone, `exists` if
 * another file has the name of one that only the generation has
 */
export async function restorePrevious(
  root: Root,
  bundle: PlannedBundle,
  previous: string,
  shown: FolderSurvey,
): Promise<RestoredFiles> {
  const own = folderIn(root, bundle.folder);
  if ((await unlessMissing(root.fs.facts(own.path))) === null) throw new FileFault('notFound', previous);
  return withHeld(own, async (folder, facts) => {
    await using directory = await holdKept(folder, previous);
    const recorded = entryOf(folder, previous)?.names ?? [];
    const files = await readGeneration(folder, directory, recorded);
    if (files.length === 0) throw new FileFault('notFound', previous);
    const names = new Set([...bundle.files, ...files].map(({ name }) => name));
    const survey = async () => {
      await checkRoot(root, basename(root.place));
      const now = await surveyFolder(root, bundle.folder, [...names]);
      checkUnchanged(shown, now, bundle.folder);
      checkHeld(facts, now, bundle.folder);
      await checkKept(folder, previous, directory);
      return now;
    };
    const { found } = await survey();
    const asideId = newHiddenId();
    const { place, ownership } = folder;
    const aside = { folder: place, id: asideId, names: [...found.keys()], ownership, inode: null };
    const superseded = generationsWith(folder, [...names]).flatMap((name) => entryOf(folder, name) ?? []);
    const replaced = await recording(folder.names, [folder], [aside, ...superseded], () =>
      switchInto(folder, {
        source: { name: previous, directory },
        asideId,
        files: files.map(({ name, sha256 }) => ({ name, digest: sha256 })),
        found,
        check: async () => void (await survey()),
      }),
    );
    return { previous: replaced, files };
  });
}

/**
 * Removes a kept generation, if it exists. The root is held.
 * @throws system errors, `ContentFault` and `FileFault`: `outside` for any other name, `changed` if it is in use or not ours
 */
export async function removePrevious(root: Root, folder: string, previous: string): Promise<void> {
  const own = folderIn(root, folder);
  const facts = await unlessMissing(root.fs.facts(own.path));
  if (facts === null) return;
  if (facts.kind === 'symlink') throw new FileFault('symlink', folder);
  await withHeld(own, async (held) => {
    try {
      await (await holdKept(held, previous)).close();
    } catch (error) {
      if (error instanceof FileFault && error.reason === 'notFound') return;
      throw error;
    }
    const entry = entryOf(held, previous);
    await recording(held.names, [held], entry === null ? [] : [entry], () =>
      removeGeneration(held, previous),
    );
  });
}

/** Opens a generation that no link leads to. The caller closes it. */
async function holdKept(folder: HiddenFolder, name: string): Promise<HeldDirectory> {
  if (!isGenerationName(name)) throw new FileFault('outside', name);
  const facts = await unlessMissing(folder.fs.facts(join(folder.path, name)));
  if (facts === null) throw new FileFault('notFound', name);
  if (facts.kind === 'symlink') throw new FileFault('symlink', name);
  if (facts.kind !== 'directory') throw new FileFault('notADirectory', name);
  const directory = await holdOwn(folder, name);
  if (directory === null) throw new FileFault('changed', name);
  try {
    await checkKept(folder, name, directory);
    return directory;
  } catch (error) {
    await directory.close();
    throw error;
  }
}

/** @throws `FileFault` if the generation was replaced, removed, or is in use */
async function checkKept(folder: HiddenFolder, name: string, { facts }: HeldDirectory): Promise<void> {
  const now = await unlessMissing(folder.fs.facts(join(folder.path, name)));
  if (now === null) throw new FileFault('notFound', name);
  if (now.identity !== facts.identity || (await generationsInUse(folder)).has(name))
    throw new FileFault('changed', name);
}

async function readGeneration(
  { fs }: HiddenFolder,
  { path }: HeldDirectory,
  names: readonly string[],
): Promise<RestoredFiles['files']> {
  const files: RestoredFiles['files'][number][] = [];
  for (const name of names.toSorted()) {
    const facts = await unlessMissing(fs.facts(join(path, name)));
    if (facts === null) continue;
    refuseUnlessRegular(facts, name);
    const content = await fs.read(join(path, name));
    files.push({ name, sha256: sha256Hex(content), size: content.length, mode: facts.mode & 0o777 });
    content.fill(0);
  }
  return files;
}
