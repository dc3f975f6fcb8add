import { runCommand } from './lib/interruption.ts';
import { projectFolder } from './lib/paths.ts';
import { StopError, say } from './lib/terminal.ts';
import { makeRelease, releaseKind } from './release/makeRelease.ts';
import { signingSteps } from './release/signatures.ts';

const usage = `npm run release -- major|minor|patch

  Counts the version up, dates the changes in CHANGELOG.md, commits and tags. Nothing is pushed. Stops if there are changes
  without a commit, on another branch than main, if nothing is under "Unreleased", or if a check or test fails.`;

/** Makes a release of this clone. */
await runCommand(async () => {
  const kind = releaseKind(process.argv[2]);
  if (kind === undefined) throw new StopError(usage);
  const version = await makeRelease(projectFolder, kind, new Date().toISOString().slice(0, 10));
  say(`Version ${version} is committed and tagged. Nothing is published yet. To publish it as a draft:`);
  say(`  git push --atomic origin main v${version}`);
  say('Installed apps accept it only with your signatures. Once the draft is complete (docs/releasing.md):');
  for (const line of signingSteps(version)) say(`  ${line}`);
  return 0;
});
