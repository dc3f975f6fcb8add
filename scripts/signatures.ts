import { resolve } from 'node:path';
import { runCommand } from './lib/interruption.ts';
import { projectFolder } from './lib/paths.ts';
import { StopError, say } from './lib/terminal.ts';
import { checkSignatures, projectKeys } from './release/signatures.ts';

const usage = `npm run signatures -- FOLDER

  Checks a folder with a release as installed apps would: SHA256SUMS and release.json are signed with a key of
  electron-builder.yml, and their digests are those of the files. Run it before the release is published.`;

/** Checks what a maintainer signed. */
await runCommand(async () => {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new StopError(usage);
  const { version, files } = await checkSignatures(
    resolve(projectFolder, folder),
    await projectKeys(projectFolder),
  );
  say(`Both signatures are good, and cover the ${files.length} files of version ${version}.`);
  return 0;
});
