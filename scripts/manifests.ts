import { resolve } from 'node:path';
import { releaseFile } from '#main/settings/update/signedRelease.ts';
import { runCommand } from './lib/interruption.ts';
import { outFolder, projectFolder } from './lib/paths.ts';
import { StopError, say } from './lib/terminal.ts';
import { writeReleaseFiles } from './packaging/releaseFiles.ts';

const usage = `npm run manifests -- TAG FOLDER

  Writes SHA256SUMS and the update feed, release.json, into a folder with the packages of a release, and into out/manifests its
  notes and the files for winget, Homebrew and the AUR. A maintainer signs SHA256SUMS and release.json: docs/releasing.md.`;

/** Writes what a release has beside its packages. */
await runCommand(async () => {
  const [tag, folder] = process.argv.slice(2);
  if (tag === undefined || folder === undefined) throw new StopError(usage);
  await writeReleaseFiles(tag, resolve(projectFolder, folder), resolve(outFolder, 'manifests'), new Date());
  say(
    `The digests are in SHA256SUMS, the update feed in ${releaseFile}, the notes and the manifests in out/manifests.`,
  );
  return 0;
});
