import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';
import { changesOf, releaseChangelog } from '#scripts/release/changelog.ts';
import { checkCommits, commitProblem } from '#scripts/release/commitMessage.ts';
import { makeRelease, nextVersion } from '#scripts/release/makeRelease.ts';
import { needs } from '#scripts/vitest/needs.ts';
import { repositoryUrl } from '#shared/repository.ts';
import { newFeedKey } from '#test/support/signedFeed.ts';

const changelog = `# Changelog

## [Unreleased]

### Added

- A tray icon.
`;

/** Of a project whose checks fail or change a file if a file says so, and write down that they ran, and for which version. */
const bootstrap = `
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
appendFileSync('.git/ran', process.argv[2] + ' ' + version + '\\n');
const during = '.git/during-' + process.argv[2];
if (existsSync(during)) appendFileSync(readFileSync(during, 'utf8'), 'x');
process.exit(existsSync('.git/fails-' + process.argv[2]) ? 1 : 0);
`;

const identityVariables = ['AUTHOR', 'COMMITTER']
  .flatMap((who) => [`GIT_${who}_NAME`, `GIT_${who}_EMAIL`])
  .concat('EMAIL');

const needsGit = needs(spawnSync('git', ['--version']).status === 0, 'there is no git, such as in Wine');

/** A release is made in Node, which starts in a quarter of the time of Electron. Windows has another name for it. */
const node = join(projectFolder, 'node_modules', 'node', 'bin', 'node');
const runtime = process.execPath;

const folders = mkdtempSync(join(tmpdir(), 'notafter-release-'));
afterAll(() => rmSync(folders, { recursive: true, force: true }));
const template = join(folders, 'template');

/** A small project on main, with one commit. The first one is made with git, and the others are copies of it. */
function project() {
  const folder = mkdtempSync(join(folders, 'project-'));
  // Neither the settings of this computer nor a name in the environment count.
  vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1');
  vi.stubEnv('GIT_CONFIG_GLOBAL', join(folder, '.git', 'no-settings'));
  for (const name of identityVariables) vi.stubEnv(name, undefined);
  if (existsSync(node)) process.execPath = node;
  onTestFinished(() => {
    vi.unstubAllEnvs();
    process.execPath = runtime;
  });
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const commit = (message: string) => {
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--message', message);
  };
  if (existsSync(template)) {
    cpSync(template, folder, { recursive: true, preserveTimestamps: true });
  } else {
    git('init', '--quiet', '--initial-branch', 'main', '--template=');
    put(
      '.git/config',
      `${read('.git/config')}[user]\n\tname = Test\n\temail = test@example.com\n[commit]\n\tgpgsign = false\n[tag]\n\tgpgsign = false\n`,
    );
    mkdirSync(join(folder, 'scripts'));
    put('scripts/bootstrap.mjs', bootstrap);
    put('CHANGELOG.md', changelog);
    const version = { name: 'small', version: '0.1.0' };
    put('package.json', JSON.stringify(version));
    put(
      'package-lock.json',
      JSON.stringify({ ...version, packages: { '': version, other: { version: '3.0.0' } } }),
    );
    put('electron-builder.yml', `extraMetadata:\n  updateKeys: ${newFeedKey().text} ${newFeedKey().text}\n`);
    commit('feat: all of it');
    cpSync(folder, template, { recursive: true, preserveTimestamps: true });
  }
  const release = () => makeRelease(folder, 'minor', '2026-03-01');
  /** What a release that stopped must have left as it was. */
  const state = () => ({
    head: git('rev-parse', 'HEAD'),
    tags: git('tag'),
    version: JSON.parse(read('package.json')).version,
    changelog: read('CHANGELOG.md'),
    changes: git('status', '--porcelain'),
  });
  return { folder, git, put, read, commit, release, state };
}

describe('a release', needsGit, () => {
  it('counts the version up, dates the changes, commits and tags, after both checks of the new version', async () => {
    const { git, read, release } = project();
    expect(await release()).toBe('0.2.0');
    expect(read('.git/ran')).toBe('check 0.2.0\ntest 0.2.0\n');
    expect(JSON.parse(read('package.json')).version).toBe('0.2.0');
    const lock = JSON.parse(read('package-lock.json'));
    expect(lock).toMatchObject({
      version: '0.2.0',
      packages: { '': { version: '0.2.0' }, other: { version: '3.0.0' } },
    });
    expect(read('CHANGELOG.md')).toContain('## [0.2.0] - 2026-03-01\n\n### Added\n\n- A tray icon.');
    expect(git('status', '--porcelain')).toBe('');
    expect(git('log', '-1', '--format=%s')).toBe('build: version 0.2.0');
    expect(git('cat-file', '-t', 'v0.2.0')).toBe('tag');
    expect(git('rev-parse', 'v0.2.0^{commit}')).toBe(git('rev-parse', 'HEAD'));
  });

  it('has a message that passes the check of messages', async () => {
    const { folder, release } = project();
    await release();
    expect(await checkCommits(folder, 'HEAD')).toEqual({ count: 2, wrong: [] });
  });

  it('follows another one, with a link that compares both', async () => {
    const { read, put, commit, release, folder } = project();
    await release();
    put('CHANGELOG.md', read('CHANGELOG.md').replace('[Unreleased]\n', '[Unreleased]\n\n- A fix.\n'));
    commit('fix: it');
    expect(await makeRelease(folder, 'patch', '2026-03-02')).toBe('0.2.1');
    expect(read('CHANGELOG.md').split('\n').slice(-5)).toEqual([
      '',
      `[Unreleased]: ${repositoryUrl}/compare/v0.2.1...HEAD`,
      `[0.2.1]: ${repositoryUrl}/compare/v0.2.0...v0.2.1`,
      `[0.2.0]: ${repositoryUrl}/releases/tag/v0.2.0`,
      '',
    ]);
    expect(read('CHANGELOG.md').match(/^## .*$/gmu)).toEqual([
      '## [Unreleased]',
      '## [0.2.1] - 2026-03-02',
      '## [0.2.0] - 2026-03-01',
    ]);
  });

  it('links to no version before it that has no tag', async () => {
    const { read, put, commit, release } = project();
    put('CHANGELOG.md', `${read('CHANGELOG.md').trimEnd()}\n\n## [0.1.0] - 2026-02-01\n\n- The first one.\n`);
    commit('docs: what was before');
    await release();
    expect(read('CHANGELOG.md').split('\n').slice(-4)).toEqual([
      '',
      `[Unreleased]: ${repositoryUrl}/compare/v0.2.0...HEAD`,
      `[0.2.0]: ${repositoryUrl}/releases/tag/v0.2.0`,
      '',
    ]);
  });

  const obstacles: readonly (readonly [string, RegExp, (of: ReturnType<typeof project>) => void])[] = [
    ['a changed file', /without a commit/u, ({ put }) => put('scripts/bootstrap.mjs', '')],
    ['a new file', /without a commit/u, ({ put }) => put('new.txt', '')],
    ['another branch', /on main, and this is other/u, ({ git }) => git('switch', '--quiet', '-c', 'other')],
    ['no branch', /this is no branch/u, ({ git }) => git('switch', '--quiet', '--detach')],
    ['its tag', /v0\.2\.0 exists/u, ({ git }) => git('tag', 'v0.2.0')],
    [
      'no name for the commit',
      /git config user\.email/u,
      ({ git }) => {
        git('config', 'user.useConfigOnly', 'true');
        git('config', '--unset', 'user.email');
      },
    ],
    [
      'one key for updates alone',
      /at least 2 keys/u,
      ({ put, commit }) => {
        put('electron-builder.yml', `extraMetadata:\n  updateKeys: ${newFeedKey().text}\n`);
        commit('build: a key');
      },
    ],
    [
      'nothing under "Unreleased"',
      /nothing under "Unreleased"/u,
      ({ put, commit }) => {
        put(
          'CHANGELOG.md',
          '# Changelog\n\n## [Unreleased]\n\n### Added\n\n## [0.1.0] - 2026-01-01\n\n- All.\n',
        );
        commit('docs: empty');
      },
    ],
  ];

  it.each(obstacles)(
    'stops because of %s, before the checks, and changes nothing',
    async (_, reason, obstruct) => {
      const made = project();
      obstruct(made);
      const before = made.state();
      await expect(made.release()).rejects.toThrow(reason);
      expect(made.state()).toEqual(before);
      expect(() => made.read('.git/ran')).toThrow('ENOENT');
    },
  );

  it.each(['check', 'test'])('stops if "%s" fails, and changes nothing', async (command) => {
    const made = project();
    made.put(`.git/fails-${command}`, '');
    const before = made.state();
    await expect(made.release()).rejects.toThrow(`"${command}" is not green`);
    expect(made.state()).toEqual(before);
  });

  const refusals: readonly (readonly [string, string, (of: ReturnType<typeof project>) => void])[] = [
    [
      'a hook refuses the commit',
      'git ended with code 1',
      ({ put, folder }) => {
        mkdirSync(join(folder, '.git', 'hooks'), { recursive: true });
        put('.git/hooks/pre-commit', '#!/bin/sh\nexit 1\n');
        chmodSync(join(folder, '.git', 'hooks', 'pre-commit'), 0o755);
      },
    ],
    [
      'the tag cannot be signed',
      'the version is as before',
      ({ git }) => {
        git('config', 'tag.gpgsign', 'true');
        git('config', 'gpg.program', 'false');
      },
    ],
  ];

  it.each(refusals)('changes nothing if %s', async (_, reason, obstruct) => {
    const made = project();
    obstruct(made);
    const before = made.state();
    await expect(made.release()).rejects.toThrow(reason);
    expect(made.read('.git/ran')).toBe('check 0.2.0\ntest 0.2.0\n');
    expect(made.state()).toEqual(before);
  });

  it('stops if there is a new file after the checks', async () => {
    const made = project();
    made.put('.git/during-test', 'late.txt');
    const before = made.state();
    await expect(made.release()).rejects.toThrow('changed during the checks');
    expect(made.state()).toEqual({ ...before, changes: '?? late.txt' });
  });

  it('stops if CHANGELOG.md changes during the checks, and keeps that change', async () => {
    const made = project();
    made.put('.git/during-test', 'CHANGELOG.md');
    const before = made.state();
    await expect(made.release()).rejects.toThrow('changed during the checks');
    expect(made.state()).toEqual({
      ...before,
      changelog: expect.stringMatching(/\nx$/u),
      changes: 'M CHANGELOG.md',
    });
  });
});

it.each([
  ['patch', '1.2.4'],
  ['minor', '1.3.0'],
  ['major', '2.0.0'],
] as const)('the next %s version after 1.2.3 is %s', (kind, next) => {
  expect(nextVersion('1.2.3', kind)).toBe(next);
});

it('a version that is not three numbers has no next one', () => {
  expect(() => nextVersion('1.2.3-beta', 'patch')).toThrow('three numbers');
});

it('the changes of a version are what is below its heading', () => {
  const first = releaseChangelog(changelog, { version: '0.2.0', date: '2026-03-01' });
  expect(changesOf(first, '0.2.0')).toBe('### Added\n\n- A tray icon.');
  const more = first.replace('[Unreleased]\n', '[Unreleased]\n\n- More.\n');
  const second = releaseChangelog(more, { version: '0.3.0', date: '2026-03-02' });
  expect(changesOf(second, '0.3.0')).toBe('- More.');
  expect(changesOf(second, '0.2.0')).toBe('### Added\n\n- A tray icon.');
  expect(changesOf(second, '0.4.0')).toBeNull();
});

it('the changes of this project could be released', () => {
  const text = readFileSync(join(projectFolder, 'CHANGELOG.md'), 'utf8');
  const version = '999.0.0';
  // Right after a release nothing is there yet.
  const changed = text.replace('## [Unreleased]\n', '## [Unreleased]\n\n- One more change.\n');
  const released = releaseChangelog(changed, { version, date: '2026-03-01' });
  expect(changesOf(released, version)).toContain('- One more change.');
  const { version: present } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'));
  expect(changesOf(released, present)).toContain('### Added');
});

describe('the message of a commit', () => {
  it.each([
    'feat: a tray icon',
    'fix(cli): the reason is on the first line',
    'refactor!: another name',
    'perf(bench/load): twice as fast\n\nBecause.',
  ])('is right: %j', (message) => {
    expect(commitProblem(message)).toBeNull();
  });

  it.each([
    ['', 'begin with a type'],
    ['A tray icon', 'begin with a type'],
    ['feat:no space', 'begin with a type'],
    ['Merge branch', 'begin with a type'],
    ['feature: a tray icon', 'unknown type'],
    ['feat: ', 'says nothing'],
    ['feat: a tray icon.', 'full stop'],
    [`feat: ${'x'.repeat(150)}`, 'more than 150'],
    ['feat: a tray icon\nBecause.', 'no empty line'],
  ])('is wrong: %j %s', (message, problem) => {
    expect(commitProblem(message)).toContain(problem);
  });

  it('is checked for each commit of a range, except merges', needsGit, async () => {
    const { folder, git, commit } = project();
    git('switch', '--quiet', '-c', 'topic');
    commit('fix: one thing');
    commit('Another thing');
    git('switch', '--quiet', 'main');
    git('merge', '--quiet', '--no-ff', '--message', 'Merge branch topic', 'topic');
    const { count, wrong } = await checkCommits(folder, 'HEAD~1..HEAD');
    expect(count).toBe(2);
    expect(wrong).toEqual([
      expect.stringMatching(/^[0-9a-f]+ does not begin with a type.*: Another thing$/u),
    ]);
    await expect(checkCommits(folder, 'gone..HEAD')).rejects.toThrow();
  });
});
