import { resolve } from 'node:path';
import { runCommand } from './lib/interruption.ts';
import { outFolder, projectFolder } from './lib/paths.ts';
import { StopError, say } from './lib/terminal.ts';
import { writeReleaseFiles } from './packaging/releaseFiles.ts';

const usage = `npm run manifests -- TAG FOLDER

  Writes SHA256SUMS into a folder with the packages of a release, and into out/manifests its notes and the files for winget,
  Homebrew and the AUR.`;

/** Writes what a release has beside its packages. */
await runCommand(async () => {
  const [tag, folder] = process.argv.slice(2);
  if (tag === undefined || folder === undefined) throw new StopError(usage);
  await writeReleaseFiles(tag, resolve(projectFolder, folder), resolve(outFolder, 'manifests'));
  say('The digests are in SHA256SUMS, the notes and the manifests in out/manifests.');
  return 0;
});
