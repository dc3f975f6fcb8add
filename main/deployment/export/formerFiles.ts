import { basename, join } from 'node:path';
import { sha256Hex } from '#main/platform/sha256.ts';
import type { PlannedBundle, PutBackFiles } from './exportDestination.ts';
import { FileFault, unlessMissing } from './fileErrors.ts';
import { generationsInUse, removeGeneration, supersededBy } from './finishSwitch.ts';
import { refuseUnlessRegular } from './foundFile.ts';
import { isGenerationName } from './generation.ts';
import type { HeldDirectory } from './heldDirectory.ts';
import { entryOf, type HiddenFolder, holdOwn, withHeld } from './hiddenFolder.ts';
import { newHiddenId } from './hiddenNames.ts';
import { switchInto } from './journaledSwitch.ts';
import { remembering } from './repairs.ts';
import { directoryModeFor } from './stage.ts';
import {
  checkHeld,
  checkRoot,
  checkUnchanged,
  type FolderSurvey,
  folderIn,
  mayModesVary,
  type Root,
  surveyFolder,
} from './targetSurvey.ts';

/**
 * Makes the files of a kept generation the visible ones, and those that are visible the kept ones.
 * @param root is held
 * @param bundle the files that are there now
 * @param former name of the generation's directory in the bundle's folder
 * @param shown what was seen of the bundle's files when it was asked whether they may go
 * @throws system errors, `ContentFault` and `FileFault`: `notFound` when the generation is gone, `exists` when something is
 * in the way of a file that only it has; everything is as it was then
 */
export async function putFormerBack(
  root: Root,
  bundle: PlannedBundle,
  former: string,
  shown: FolderSurvey,
): Promise<PutBackFiles> {
  const own = folderIn(root, bundle.folder);
  if ((await unlessMissing(root.fs.facts(own.path))) === null) throw new FileFault('notFound', former);
  return withHeld(own, async (folder, facts) => {
    const directory = await holdKept(folder, former);
    try {
      const remembered = entryOf(folder, former)?.names ?? [];
      const files = await readGeneration(folder, directory, remembered);
      if (files.length === 0) throw new FileFault('notFound', former);
      const names = new Set([...bundle.files, ...files].map(({ name }) => name));
      const survey = async () => {
        await checkRoot(root, basename(root.place));
        const now = await surveyFolder(root, bundle.folder, [...names]);
        checkUnchanged(shown, now, bundle.folder);
        checkHeld(facts, now, bundle.folder);
        await checkKept(folder, former, directory);
        return now;
      };
      const { found } = await survey();
      const asideId = newHiddenId();
      const { place, ownership } = folder;
      const aside = { folder: place, id: asideId, names: [...found.keys()], ownership, inode: null };
      const superseded = supersededBy(folder, [...names]).flatMap((name) => entryOf(folder, name) ?? []);
      const replaced = await remembering(folder, [aside, ...superseded], () =>
        switchInto(folder, {
          source: { name: former, directory },
          asideId,
          files: files.map(({ name, sha256 }) => ({ name, digest: sha256 })),
          linked: bundle.switching === 'link' && folder.fs.posix,
          found,
          mode: directoryModeFor(files.map(({ mode }) => mode)),
          modesMayVary: mayModesVary(root),
          check: async () => void (await survey()),
        }),
      );
      return { former: replaced, files };
    } finally {
      await directory.close();
    }
  });
}

/**
 * Removes a kept generation. One that is gone is no failure.
 * @param root is held
 * @throws system errors, `ContentFault` and `FileFault`: `outside` for a name of another shape, `changed` for one that is in
 * use or is not ours
 */
export async function removeFormerFiles(root: Root, folder: string, former: string): Promise<void> {
  const own = folderIn(root, folder);
  const facts = await unlessMissing(root.fs.facts(own.path));
  if (facts === null) return;
  if (facts.kind === 'symlink') throw new FileFault('symlink', folder);
  await withHeld(own, async (held) => {
    try {
      await (await holdKept(held, former)).close();
    } catch (error) {
      if (error instanceof FileFault && error.reason === 'notFound') return;
      throw error;
    }
    const entry = entryOf(held, former);
    await remembering(held, entry === null ? [] : [entry], () => removeGeneration(held, former));
  });
}

/** Opens a generation that nothing leads to. Whoever calls closes it. */
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

/** @throws `FileFault` when another directory is in the place of a generation, or it is in use */
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
): Promise<PutBackFiles['files']> {
  const files: PutBackFiles['files'][number][] = [];
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
