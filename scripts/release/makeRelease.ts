import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { run, runOrThrow, runVisibly } from '../lib/processes.ts';
import { StopError } from '../lib/terminal.ts';
import { releaseChangelog } from './changelog.ts';
import { projectKeys } from './signatures.ts';

const parts = ['major', 'minor', 'patch'] as const;

/** One that signs, and one in reserve for when it is lost. */
const FEWEST_KEYS = 2;

/** Which part of the version a release counts up. */
export type ReleaseKind = (typeof parts)[number];

/** The kind that a word names, or `undefined`. */
export function releaseKind(word: string | undefined): ReleaseKind | undefined {
  return parts.find((part) => part === word);
}

/** The next version by Semantic Versioning. @param version three numbers with dots between */
export function nextVersion(version: string, kind: ReleaseKind): string {
  const numbers = /^(\d+)\.(\d+)\.(\d+)$/u.exec(version);
  if (numbers === null) throw new StopError(`The version ${version} is not three numbers.`);
  const at = parts.indexOf(kind);
  return numbers
    .slice(1)
    .map((digits, index) => (index < at ? Number(digits) : index === at ? Number(digits) + 1 : 0))
    .join('.');
}

/**
 * Makes a release in a clone: counts the version up, dates the changes, checks and tests the files as they will be, commits
 * and tags. Nothing is pushed. What speaks against it is found before the checks, which take many minutes. If it stops later,
 * also because of Ctrl-C, the files are restored, except one that somebody changed during the checks.
 * @param today as `YYYY-MM-DD`
 * @returns the new version
 * @throws StopError with the reason against it
 */
export async function makeRelease(folder: string, kind: ReleaseKind, today: string): Promise<string> {
  const git = async (...args: readonly string[]) => (await runOrThrow('git', args, { cwd: folder })).trim();
  const version = nextVersion((await readPackage(folder)).version, kind);
  const tag = `v${version}`;
  if ((await git('status', '--porcelain')) !== '')
    throw new StopError('There are changes without a commit. A release contains only commits.');
  const branch = await git('branch', '--show-current');
  if (branch !== 'main')
    throw new StopError(`A release is made on main, and this is ${branch || 'no branch'}.`);
  await stopWithoutIdentity(folder);
  if ((await projectKeys(folder)).length < FEWEST_KEYS)
    throw new StopError(
      `electron-builder.yml must name at least ${FEWEST_KEYS} keys that sign the update feed: docs/releasing.md.`,
    );
  if ((await git('tag', '--list', tag)) !== '') throw new StopError(`The tag ${tag} exists already.`);

  const state = () => Promise.all([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('diff')]);
  const parent = await git('rev-parse', 'HEAD');
  const edits = await Promise.all([
    edit(join(folder, 'CHANGELOG.md'), (text) => releaseChangelog(text, { version, date: today })),
    ...['package.json', 'package-lock.json'].map((name) =>
      edit(join(folder, name), (text) => withVersion(text, version)),
    ),
  ]);
  let committed = false;
  try {
    for (const { file, after } of edits) await writeFile(file, after);
    const written = await state();
    await check(folder);
    if (!isDeepStrictEqual(await state(), written))
      throw new StopError('Something changed during the checks. Start again.');
    await git('commit', '--quiet', '--all', '--message', `build: version ${version}`);
    committed = true;
    await git('tag', '--annotate', tag, '--message', `NotAfter ${version}`);
  } catch (error) {
    if (committed) await git('reset', '--quiet', '--mixed', parent);
    for (const { file, before, after } of edits)
      if ((await readFile(file, 'utf8')) === after) await writeFile(file, before);
    const reason = error instanceof Error ? error.message : String(error);
    throw new StopError(`There is no release, and the version is as before. ${reason}`);
  }
  return version;
}

/** What a file contains, and what it will contain. */
async function edit(file: string, change: (text: string) => string) {
  const before = await readFile(file, 'utf8');
  return { file, before, after: change(before) };
}

/** Git makes no commit and no tag without a name and an address. */
async function stopWithoutIdentity(folder: string): Promise<void> {
  for (const who of ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT']) {
    const { code } = await run('git', ['var', who], { cwd: folder });
    if (code !== 0)
      throw new StopError(
        'Git does not know who you are: set git config user.name and git config user.email.',
      );
  }
}

const packageSchema = z.object({ version: z.string() });

async function readPackage(folder: string): Promise<z.infer<typeof packageSchema>> {
  return packageSchema.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
}

/** What `npm run check` and `npm test` run. */
async function check(folder: string): Promise<void> {
  for (const command of ['check', 'test']) {
    const code = await runVisibly(process.execPath, [join('scripts', 'bootstrap.mjs'), command], {
      cwd: folder,
    });
    if (code !== 0) throw new StopError(`"${command}" is not green, so there is no release.`);
  }
}

/** A file of npm with another version of the project. */
function withVersion(text: string, version: string): string {
  const content = JSON.parse(text) as {
    version: string;
    packages?: Record<string, { version?: string }>;
  };
  content.version = version;
  const own = content.packages?.[''];
  if (own !== undefined) own.version = version;
  return `${JSON.stringify(content, null, 2)}\n`;
}
