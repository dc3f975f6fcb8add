import { runOrThrow } from '../lib/processes.ts';

const types = [
  'bench',
  'build',
  'chore',
  'ci',
  'docs',
  'feat',
  'fix',
  'perf',
  'refactor',
  'revert',
  'style',
  'test',
] as const;

/** The longest first line of a commit message, in characters. */
const SUBJECT_MAX = 150;

/**
 * What is wrong with a commit message by Conventional Commits 1.0.0, or `null`.
 * @param message the whole message
 */
export function commitProblem(message: string): string | null {
  const [subject = '', second = ''] = message.split('\n');
  const [, type, text] = /^(\w+)(?:\([\w./-]+\))?!?: (.*)$/u.exec(subject) ?? [];
  if (type === undefined || text === undefined) return 'does not begin with a type, such as "fix: "';
  if (!types.some((known) => known === type)) return `has an unknown type; there are: ${types.join(', ')}`;
  if (text.trim() === '') return 'says nothing after its type';
  if (text.endsWith('.')) return 'ends with a full stop';
  if (subject.length > SUBJECT_MAX) return `has a first line of more than ${SUBJECT_MAX} characters`;
  return second === '' ? null : 'has no empty line after the first';
}

/**
 * Checks the messages of commits, except of merges.
 * @param folder of a clone
 * @param range of git, such as `origin/main..HEAD`
 * @returns the number of commits, and for each wrong one its hash, the problem and the first line
 * @throws Error if the clone has no such range
 */
export async function checkCommits(
  folder: string,
  range: string,
): Promise<{ readonly count: number; readonly wrong: readonly string[] }> {
  const args = ['log', '--no-merges', '--format=%h%n%B%x00', range, '--'];
  const log = await runOrThrow('git', args, { cwd: folder });
  const commits = log
    .split('\0')
    .map((record) => record.trim())
    .filter((record) => record !== '');
  const wrong = commits.flatMap((commit) => {
    const [hash, subject, ...rest] = commit.split('\n');
    const problem = commitProblem([subject, ...rest].join('\n'));
    return problem === null ? [] : `${hash} ${problem}: ${subject}`;
  });
  return { count: commits.length, wrong };
}
