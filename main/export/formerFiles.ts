import { basename, join } from 'node:path';
import { isSafeName } from '#shared/domain/fileName.ts';
import { sha256Hex } from '../lib/sha256.ts';
import type { PlannedBundle, PutBackFiles } from './exportDestination.ts';
import type { ExportFs } from './exportFs.ts';
import { FileFault, unlessMissing } from './fileErrors.ts';
import type { FileFacts } from './fileFacts.ts';
import { generationsInUse, removeGeneration } from './finishSwitch.ts';
import { refuseUnlessRegular } from './foundFile.ts';
import { isGenerationName } from './generation.ts';
import { switchInto } from './journaledSwitch.ts';
import { directoryModeFor } from './stage.ts';
import {
  checkRoot,
  checkUnchanged,
  type FolderSurvey,
  folderIn,
  type Root,
  surveyFolder,
} from './targetSurvey.ts';

/**
 * Makes the files of a kept generation the visible ones, and those that are visible the kept ones.
 * @param bundle the files that are there now
 * @param former name of the generation's directory in the bundle's folder
 * @param shown what was seen of the bundle's files when it was asked whether they may go
 * @throws system errors and `FileFault`: `notFound` when the generation is gone, `exists` when something is in the way of
 * a file that only it has; everything is as it was then
 */
export async function putFormerBack(
  fs: ExportFs,
  root: Root,
  bundle: PlannedBundle,
  former: string,
  shown: FolderSurvey,
): Promise<PutBackFiles> {
  const folder = folderIn(root, bundle.folder);
  const generation = await keptGeneration(fs, folder, former);
  const files = await readGeneration(fs, join(folder, former));
  if (files.length === 0) throw new FileFault('notFound', former);
  const names = [...bundle.files, ...files].map(({ name }) => name);
  const survey = async () => {
    await checkRoot(fs, root, basename(root.path));
    const now = await surveyFolder(fs, root, bundle.folder, [...new Set(names)]);
    checkUnchanged(shown, now, bundle.folder);
    const { identity } = await keptGeneration(fs, folder, former);
    if (identity !== generation.identity) throw new FileFault('changed', former);
    return now;
  };
  const { found } = await survey();
  const replaced = await switchInto(fs, {
    folder,
    source: former,
    files: files.map(({ name, sha256 }) => ({ name, digest: sha256 })),
    linked: bundle.switching === 'link' && fs.posix,
    found,
    mode: directoryModeFor(files.map(({ mode }) => mode)),
    modesMayVary: root.warnings.some(({ kind }) => kind === 'modeNotKept'),
    check: async () => void (await survey()),
  });
  return { former: replaced, files };
}

/**
 * Removes a kept generation. One that is gone is no failure.
 * @throws system errors and `FileFault`: `outside` for a name of another shape, `changed` for one that is in use
 */
export async function removeFormerFiles(
  fs: ExportFs,
  root: Root,
  folder: string,
  former: string,
): Promise<void> {
  const path = folderIn(root, folder);
  const facts = await unlessMissing(fs.facts(path));
  if (facts?.kind === 'symlink') throw new FileFault('symlink', folder);
  try {
    await keptGeneration(fs, path, former);
  } catch (error) {
    if (error instanceof FileFault && error.reason === 'notFound') return;
    throw error;
  }
  await removeGeneration(fs, path, former);
}

/** Looks at a generation that nothing leads to. */
async function keptGeneration(fs: ExportFs, folder: string, name: string): Promise<FileFacts> {
  if (!isGenerationName(name)) throw new FileFault('outside', name);
  const facts = await unlessMissing(fs.facts(join(folder, name)));
  if (facts === null) throw new FileFault('notFound', name);
  if (facts.kind === 'symlink') throw new FileFault('symlink', name);
  if (facts.kind !== 'directory') throw new FileFault('notADirectory', name);
  const used = await generationsInUse(fs, folder, await fs.list(folder));
  if (used.has(name)) throw new FileFault('changed', name);
  return facts;
}

async function readGeneration(fs: ExportFs, directory: string): Promise<PutBackFiles['files']> {
  const files: PutBackFiles['files'][number][] = [];
  for (const name of (await fs.list(directory)).filter(isSafeName).sort()) {
    const facts = await fs.facts(join(directory, name));
    refuseUnlessRegular(facts, name);
    const content = await fs.read(join(directory, name));
    files.push({ name, sha256: sha256Hex(content), size: content.length, mode: facts.mode & 0o777 });
    content.fill(0);
  }
  return files;
}
