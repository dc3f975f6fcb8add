import { join, relative, sep } from 'node:path';
import type { ExportWarning } from '#shared/domain/export.ts';
import { unlessMissing } from '../fileErrors.ts';
import { hiddenPattern } from '../hiddenFolder.ts';
import { ancestorsOf, type GuardedTarget, type GuardFs, type RunCommand } from './guardPorts.ts';

const gitTimeoutMs = 3_000;
/** In a foreign repository, `core.fsmonitor` can name a program that git runs when it reads the index. */
const gitArguments = ['--no-optional-locks', '-c', 'core.fsmonitor=false'] as const;
/**
 * In a partial clone, git before 2.44 fetches missing objects with programs from the configuration (`remote.*.uploadpack`,
 * `core.sshCommand`). So no protocol is allowed; the environment overrides the configuration.
 */
const gitEnvironment = { GIT_ALLOW_PROTOCOL: '', GIT_NO_LAZY_FETCH: '1', GIT_TERMINAL_PROMPT: '0' } as const;

/** Warns of a git worktree that tracks the private keys or doesn't ignore them; without git, of any. */
export async function gitWarning(
  { directory, secrets, keepsPrevious }: GuardedTarget,
  fs: Pick<GuardFs, 'facts'>,
  run: RunCommand,
): Promise<ExportWarning | null> {
  const worktree = await worktreeOf(directory, fs);
  if (worktree === null) return null;
  const inWorktree = relative(worktree, directory).split(sep).filter(Boolean);
  const hidden = keepsPrevious ? [...new Set(secrets.map(previousOf))] : [];
  const all = [...secrets, ...hidden];
  // The leading dot prevents names that start with a colon from being read as pathspec magic.
  const paths = all.map((secret) => ['.', ...inWorktree, ...secret.split('/')].join('/'));
  const ignored = await ignoredPaths(worktree, paths, run);
  const committed = all.filter((_secret, index) => !(ignored?.has(paths[index] ?? '') ?? false));
  if (committed.length === 0) return null;
  const ignoreLines = linesFor(inWorktree, committed);
  return { kind: 'gitWorktree', worktree, ignoreLines, isAsked: ignored !== null };
}

const previousDirectory = `.notafter-${'0'.repeat(24)}.generation`;

/** Where the backup of a replaced private key would be kept, with a sample directory name. */
function previousOf(secret: string): string {
  const names = secret.split('/');
  return [...names.slice(0, -1), previousDirectory, names.at(-1)].join('/');
}

/** The nearest directory with a `.git`: a directory, or a file in linked worktrees and submodules. */
async function worktreeOf(directory: string, fs: Pick<GuardFs, 'facts'>): Promise<string | null> {
  for (const ancestor of ancestorsOf(directory)) {
    if ((await unlessMissing(fs.facts(join(ancestor, '.git')))) !== null) return ancestor;
  }
  return null;
}

/** `null`: git is not there, or does not answer for this repository. */
async function ignoredPaths(
  worktree: string,
  paths: readonly string[],
  run: RunCommand,
): Promise<ReadonlySet<string> | null> {
  const args = [...gitArguments, '-C', worktree, 'check-ignore', '-z', '--stdin'];
  const output = await run('git', args, {
    input: paths.join('\0'),
    timeoutMs: gitTimeoutMs,
    env: gitEnvironment,
  });
  // 1: none is ignored.
  if (output === null || output.exitCode > 1) return null;
  return new Set(output.stdout.split('\0'));
}

/** Files of the same name in several folders share one line. */
function linesFor(inWorktree: readonly string[], secrets: readonly string[]): string {
  // A pattern can't contain a line feed.
  if (inWorktree.some((name) => name.includes('\n'))) return '';
  const places = secrets.map((secret) => {
    const names = secret.split('/');
    const isPrevious = names.at(-2) === previousDirectory;
    return isPrevious
      ? { folder: names.slice(0, -2), pattern: hiddenPattern }
      : { folder: names.slice(0, -1), pattern: escaped(names.at(-1) ?? '') };
  });
  const isOne = new Set(places.map(({ folder }) => folder.join('/'))).size === 1;
  const lines = places.map(({ folder, pattern }) =>
    ['', ...inWorktree.map(escaped), ...(isOne ? folder.map(escaped) : ['*']), pattern].join('/'),
  );
  return [...new Set(lines)].map((line) => `${line}\n`).join('');
}

/** As of gitignore(5). */
function escaped(name: string): string {
  return name.replace(/[\\*?[]/gu, '\\$&').replace(/ $/u, '\\ ');
}
