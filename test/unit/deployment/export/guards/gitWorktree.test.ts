import { describe, expect, test } from 'vitest';
import { gitWarning } from '#main/deployment/export/guards.ts';
import { fakeGuardFs, fakeRunner } from './fakeGuardFs.ts';

const { fs } = fakeGuardFs(['/home/me/project/.git/HEAD', '/home/me/project/deploy/certs', '/home/me/other']);
const directory = '/home/me/project/deploy/certs';
const secrets = ['shop.example/privkey.pem'];
const noneIgnored = fakeRunner(() => ({ exitCode: 1, stdout: '' }));

function linesOf(paths: readonly string[], below = directory) {
  return gitWarning({ directory: below, secrets: paths, keepsPrevious: false }, { fs, run: noneIgnored.run }).then(
    (warning) => (warning?.kind === 'gitWorktree' ? warning.ignoreLines : null),
  );
}

describe('a target in a git worktree', () => {
  test('causes a warning with the worktree and the line that ignores the key', async () => {
    expect(await gitWarning({ directory, secrets, keepsPrevious: false }, { fs, run: noneIgnored.run })).toEqual({
      kind: 'gitWorktree',
      worktree: '/home/me/project',
      ignoreLines: '/deploy/certs/shop.example/privkey.pem\n',
      isAsked: true,
    });
  });

  test('is checked by git without a shell, with a time limit, and without running programs of the folder', async () => {
    const runner = fakeRunner(() => ({ exitCode: 1, stdout: '' }));
    await gitWarning({ directory, secrets: ['a/k', 'b/k'], keepsPrevious: false }, { fs, run: runner.run });
    expect(runner.asked).toHaveLength(1);
    const [{ program, args, options } = { program: '', args: [], options: null }] = runner.asked;
    expect(program).toBe('git');
    expect(args.join(' ')).toContain('-c core.fsmonitor=false -C /home/me/project check-ignore -z --stdin');
    const env = { GIT_ALLOW_PROTOCOL: '', GIT_NO_LAZY_FETCH: '1', GIT_TERMINAL_PROMPT: '0' };
    expect(options).toEqual({ input: './deploy/certs/a/k\0./deploy/certs/b/k', timeoutMs: 3_000, env });
  });

  test('causes no warning if git ignores every key, otherwise one with only the other keys', async () => {
    const all = fakeRunner((_program, _args, input) => ({ exitCode: 0, stdout: `${input}\0` }));
    expect(
      await gitWarning({ directory, secrets: ['a/k', 'b/k'], keepsPrevious: false }, { fs, run: all.run }),
    ).toBeNull();
    const one = fakeRunner(() => ({ exitCode: 0, stdout: './deploy/certs/a/k\0' }));
    expect(
      await gitWarning({ directory, secrets: ['a/k', 'b/k'], keepsPrevious: false }, { fs, run: one.run }),
    ).toMatchObject({
      ignoreLines: '/deploy/certs/b/k\n',
    });
  });

  test.each([
    ['is not there', null],
    ['does not trust the repository', { exitCode: 128, stdout: '' }],
  ])('causes a warning also if git %s', async (_why, answer) => {
    const warning = await gitWarning(
      { directory, secrets, keepsPrevious: false },
      { fs, run: fakeRunner(() => answer).run },
    );
    expect(warning).toMatchObject({ kind: 'gitWorktree', worktree: '/home/me/project', isAsked: false });
  });

  test('is not assumed for a folder outside', async () => {
    const unused = fakeRunner(() => expect.fail('git must not be called'));
    expect(
      await gitWarning({ directory: '/home/me/other', secrets, keepsPrevious: true }, { fs, run: unused.run }),
    ).toBeNull();
  });
});

describe('the lines for .gitignore', () => {
  test('include a line for the backups of keys, unless a rule covers them', async () => {
    const lines = async (paths: readonly string[], ignored: readonly string[] = []) => {
      const git = fakeRunner(() => ({ exitCode: 0, stdout: ignored.join('\0') }));
      const target = { directory, secrets: paths, keepsPrevious: true };
      const warning = await gitWarning(target, { fs, run: git.run });
      return warning?.kind === 'gitWorktree' ? warning.ignoreLines : null;
    };
    const hidden = './deploy/certs/a/.notafter-000000000000000000000000.generation/k';
    expect(await lines(['a/k'])).toBe('/deploy/certs/a/k\n/deploy/certs/a/.notafter-*\n');
    expect(await lines(['k', 'l'])).toBe('/deploy/certs/k\n/deploy/certs/l\n/deploy/certs/.notafter-*\n');
    expect(await lines(['a/k', 'b/k'])).toBe('/deploy/certs/*/k\n/deploy/certs/*/.notafter-*\n');
    expect(await lines(['a/k'], ['./deploy/certs/a/k'])).toBe('/deploy/certs/a/.notafter-*\n');
    expect(await lines(['a/k'], ['./deploy/certs/a/k', hidden])).toBeNull();
  });

  test('combine files with the same name in several folders, and start at the worktree', async () => {
    expect(await linesOf(['a/privkey.pem', 'b/privkey.pem'])).toBe('/deploy/certs/*/privkey.pem\n');
    expect(await linesOf(['a/privkey.pem'], '/home/me/project')).toBe('/a/privkey.pem\n');
    expect(await linesOf(['a.pem', 'b.pem'])).toBe('/deploy/certs/a.pem\n/deploy/certs/b.pem\n');
  });

  test('escape patterns of git, and are omitted for a name with a line break', async () => {
    const below = '/home/me/project/a [b]*?\\c ';
    // A backslash separates folders on Windows.
    if (process.platform !== 'win32') expect(await linesOf(['k'], below)).toBe('/a \\[b]\\*\\?\\\\c\\ /k\n');
    expect(await linesOf(['k'], '/home/me/project/a\nb')).toBe('');
  });
});
