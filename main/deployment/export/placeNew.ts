import type { ExportFs } from './exportFs.ts';
import { FileFault } from './fileErrors.ts';
import { surveyFile } from './targetSurvey.ts';

/**
 * Moves a file to where none is; unlike a rename, a link never replaces one that appears this very moment.
 * @param name the name to report
 * @throws system errors, and `FileFault` when there is something. The file may then be at both places.
 */
export async function placeNew(fs: ExportFs, from: string, to: string, name: string): Promise<void> {
  const linked = await fs.link(from, to).then(
    () => true,
    () => false,
  );
  if (linked) return fs.unlink(from);
  // Either the file system has no hard links, or there is a file.
  if ((await surveyFile(fs, to, name)) !== null) throw new FileFault('exists', name);
  await fs.rename(from, to);
}
