import { join, relative, resolve } from 'node:path';
import { runCommand } from './lib/interruption.ts';
import { outFolder, projectFolder } from './lib/paths.ts';
import { setUp } from './lib/setUp.ts';
import { StopError, say } from './lib/terminal.ts';
import { makeRelease, releaseKind } from './release/makeRelease.ts';
import { makePackageRepository } from './release/packageRepository.ts';
import { rehearse } from './release/rehearsal.ts';
import { checkSignatures, projectKeys, renewalSteps, signingSteps } from './release/signatures.ts';

const usage = `npm run release -- major|minor|patch
npm run release -- rehearse
npm run release -- repository FOLDER KEY URL [--first]

  rehearse         does on this computer what the workflows and a maintainer do for the next version, with keys made for it:
                   packages, digests, signatures, repository, installation, update and removal. Leaves only out/rehearsal.

  repository       extends out/repository, a static folder for apt and dnf, by the deb and rpm files in FOLDER, whose
                   SHA256SUMS is signed with a key of electron-builder.yml. gpg signs the lists with KEY, a fingerprint. URL
                   is where users will find the folder. Stops at each file there that the list of before does not name.
  --first          there was no repository before: makes out/repository.

  major, minor, patch
  Counts the version up, dates the changes in CHANGELOG.md, commits and tags. Nothing is pushed. Stops if there are changes
  without a commit, on another branch than main, if nothing is under "Unreleased", or if a check or test fails.`;

/** Makes a repository of the packages of a release, as `usage` says. */
async function makeRepository(words: readonly string[]): Promise<number> {
  const isFirst = words.includes('--first');
  const [folder, key, url, ...others] = words.filter((word) => word !== '--first');
  if (folder === undefined || key === undefined || url === undefined || others.length > 0)
    throw new StopError(usage);
  await setUp(['repository'], null);
  const packages = resolve(projectFolder, folder);
  const { version } = await checkSignatures(packages, await projectKeys(projectFolder));
  const output = join(outFolder, 'repository');
  const { added, kept, gone } = await makePackageRepository({
    packages,
    output,
    isFirst,
    key: { fingerprint: key },
    url: url.replace(/\/+$/u, ''),
    now: new Date(),
  });
  say(`The repository has ${added.length} packages of version ${version}, and ${kept.length} of before.`);
  for (const path of gone) say(`No longer there, so left out: ${path}`);
  say(`Copy the folder ${relative(projectFolder, output)} to ${url}. So that its list is renewed each week:`);
  for (const line of renewalSteps(version)) say(`  ${line}`);
  return 0;
}

/** Makes a release of this clone. */
await runCommand(async () => {
  const [command, ...words] = process.argv.slice(2);
  if (command === 'repository') return await makeRepository(words);
  if (command === 'rehearse' && words.length === 0) return await rehearse();
  const kind = releaseKind(command);
  if (kind === undefined) throw new StopError(usage);
  const version = await makeRelease(projectFolder, kind, new Date().toISOString().slice(0, 10));
  say(`Version ${version} is committed and tagged. Nothing is published yet. To publish it as a draft:`);
  say(`  git push --atomic origin main v${version}`);
  say('Installed apps accept it only with your signatures. Once the draft is complete (docs/releasing.md):');
  for (const line of signingSteps(version)) say(`  ${line}`);
  return 0;
});
