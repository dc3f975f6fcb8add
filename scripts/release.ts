import { join, relative, resolve } from 'node:path';
import { runCommand } from './lib/interruption.ts';
import { outFolder, projectFolder } from './lib/paths.ts';
import { setUp } from './lib/setUp.ts';
import { StopError, say } from './lib/terminal.ts';
import { makeRelease, releaseKind } from './release/makeRelease.ts';
import { makePackageRepository } from './release/packageRepository.ts';
import { signingSteps } from './release/signatures.ts';

const usage = `npm run release -- major|minor|patch
npm run release -- repository FOLDER KEY URL

  repository       makes or extends out/repository, a static folder for apt and dnf, of the deb and rpm files in FOLDER. gpg
                   signs it with KEY, a fingerprint. URL is where users will find it.

  major, minor, patch
  Counts the version up, dates the changes in CHANGELOG.md, commits and tags. Nothing is pushed. Stops if there are changes
  without a commit, on another branch than main, if nothing is under "Unreleased", or if a check or test fails.`;

/** Makes a repository of the packages of a release, as `usage` says. */
async function makeRepository(words: readonly string[]): Promise<number> {
  const [folder, key, url, ...others] = words;
  if (folder === undefined || key === undefined || url === undefined || others.length > 0)
    throw new StopError(usage);
  await setUp(['repository'], null);
  const output = join(outFolder, 'repository');
  await makePackageRepository({
    packages: resolve(projectFolder, folder),
    output,
    key,
    url: url.replace(/\/+$/u, ''),
    now: new Date(),
  });
  say(`The repository is in ${relative(projectFolder, output)}. Copy the folder to ${url}.`);
  return 0;
}

/** Makes a release of this clone. */
await runCommand(async () => {
  const [command, ...words] = process.argv.slice(2);
  if (command === 'repository') return await makeRepository(words);
  const kind = releaseKind(command);
  if (kind === undefined) throw new StopError(usage);
  const version = await makeRelease(projectFolder, kind, new Date().toISOString().slice(0, 10));
  say(`Version ${version} is committed and tagged. Nothing is published yet. To publish it as a draft:`);
  say(`  git push --atomic origin main v${version}`);
  say('Installed apps accept it only with your signatures. Once the draft is complete (docs/releasing.md):');
  for (const line of signingSteps(version)) say(`  ${line}`);
  return 0;
});
