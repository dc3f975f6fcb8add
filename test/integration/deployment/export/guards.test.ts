import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createExportGuards, nodeGuardFs } from '#main/deployment/export/guards.ts';
import { runCommand } from '#main/deployment/export/runCommand.ts';
import { needs } from '#scripts/vitest/needs.ts';

function temporary(parent = tmpdir()): string {
  const path = realpathSync(mkdtempSync(join(parent, 'guards-')));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

function repository(): string {
  const path = temporary();
  execFileSync('git', ['init', '-q', path]);
  return path;
}

const guards = createExportGuards({
  fs: nodeGuardFs,
  run: runCommand,
  home: '/nonexistent',
  env: {},
  platform: process.platform,
});
const secrets = ['shop.example/privkey.pem', 'other.example/privkey.pem'];

describe('a real git repository', () => {
  test('that ignores nothing causes a warning, and none once it has the offered lines', async () => {
    const worktree = repository();
    const directory = join(worktree, 'deploy', ':my [certs]');
    mkdirSync(directory, { recursive: true });
    const [warning] = await guards({ directory, secrets, keepsPrevious: true });
    expect(warning).toEqual({
      kind: 'gitWorktree',
      worktree,
      ignoreLines: '/deploy/:my \\[certs]/*/privkey.pem\n/deploy/:my \\[certs]/*/.notafter-*\n',
      isAsked: true,
    });
    writeFileSync(join(worktree, '.gitignore'), warning?.kind === 'gitWorktree' ? warning.ignoreLines : '');
    expect(await guards({ directory, secrets, keepsPrevious: true })).toEqual([]);
  });

  test('that ignores the folder causes no warning, except for a key that is already tracked', async () => {
    const worktree = repository();
    const directory = join(worktree, 'certs');
    mkdirSync(join(directory, 'shop.example'), { recursive: true });
    writeFileSync(join(worktree, '.gitignore'), 'certs/\n');
    expect(await guards({ directory, secrets, keepsPrevious: true })).toEqual([]);
    writeFileSync(join(directory, 'shop.example', 'privkey.pem'), 'a former key');
    execFileSync('git', ['-C', worktree, 'add', '-f', 'certs/shop.example/privkey.pem']);
    expect(await guards({ directory, secrets, keepsPrevious: true })).toMatchObject([
      { kind: 'gitWorktree', ignoreLines: '/certs/shop.example/privkey.pem\n' },
    ]);
  });

  test('is also found from a linked worktree', async () => {
    const main = repository();
    const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com'];
    execFileSync('git', ['-C', main, ...identity, 'commit', '-q', '--allow-empty', '-m', 'start']);
    const linked = join(temporary(), 'linked');
    execFileSync('git', ['-C', main, 'worktree', 'add', '-q', linked], { stdio: 'ignore' });
    expect(await guards({ directory: linked, secrets, keepsPrevious: true })).toMatchObject([
      { worktree: linked, isAsked: true },
    ]);
  });

  test('cannot make git run its program', async () => {
    const worktree = repository();
    const trace = join(worktree, 'ran');
    const hook = join(worktree, 'hook');
    writeFileSync(hook, `#!/bin/sh\ntouch '${trace}'\n`);
    chmodSync(hook, 0o700);
    execFileSync('git', ['-C', worktree, 'config', 'core.fsmonitor', hook]);
    writeFileSync(join(worktree, 'tracked'), '');
    execFileSync('git', ['-C', worktree, '-c', 'core.fsmonitor=false', 'add', 'tracked']);
    expect(await guards({ directory: worktree, secrets, keepsPrevious: true })).toMatchObject([
      { isAsked: true },
    ]);
    expect(existsSync(trace)).toBe(false);
  });

  test.each(['remote.origin.uploadpack', 'core.sshCommand'])(
    'cannot make git run a program by a setting for remotes (%s)',
    async (setting) => {
      const worktree = repository();
      const traces = temporary();
      const git = (...args: string[]) => execFileSync('git', ['-C', worktree, ...args], { stdio: 'pipe' });
      writeFileSync(join(worktree, '.gitignore'), 'certs/\n');
      git('add', '.gitignore');
      git('update-index', '--skip-worktree', '.gitignore');
      rmSync(join(worktree, '.gitignore'));
      // Its rules are a missing object that the remote is said to have.
      rmSync(join(worktree, '.git', 'objects'), { recursive: true });
      for (const each of ['info', 'pack'])
        mkdirSync(join(worktree, '.git', 'objects', each), { recursive: true });
      const url = setting === 'core.sshCommand' ? 'ssh://origin.example/x' : worktree;
      git('config', 'core.repositoryFormatVersion', '1');
      git('config', 'extensions.partialClone', 'origin');
      git('config', 'remote.origin.url', url);
      git('config', 'remote.origin.promisor', 'true');
      for (const protocol of ['file', 'ssh']) git('config', `protocol.${protocol}.allow`, 'always');
      const leave = (name: string) => `sh -c 'touch "${join(traces, name)}"; exit 1'`;
      git('config', setting, leave('by the guard'));
      await guards({ directory: worktree, secrets, keepsPrevious: true });
      expect(readdirSync(traces)).toEqual([]);
      // Without the protection git runs it.
      git('config', setting, leave('without a guard'));
      spawnSync('git', ['-C', worktree, 'check-ignore', 'certs/privkey.pem']);
      expect(readdirSync(traces)).toEqual(['without a guard']);
    },
  );

  test('that is broken still causes a warning', async () => {
    const worktree = temporary();
    mkdirSync(join(worktree, '.git'));
    expect(await guards({ directory: worktree, secrets, keepsPrevious: true })).toMatchObject([
      { isAsked: false },
    ]);
  });
});

describe('running programs', () => {
  test('returns nothing for a program that takes too long or does not exist', async () => {
    expect(await runCommand('/bin/sleep', ['infinity'], { timeoutMs: 100 })).toBeNull();
    expect(await runCommand('notafter-has-no-such-program', [], { timeoutMs: 100 })).toBeNull();
  });

  test('passes arguments and input unchanged', async () => {
    const args = ['-c', 'cat; printf %s "$1"; exit 3', 'sh', '$(id) ; "x"'];
    const output = await runCommand('/bin/sh', args, { input: 'in ', timeoutMs: 5_000 });
    expect(output).toEqual({ exitCode: 3, stdout: 'in $(id) ; "x"' });
  });
});

describe('a file system in memory', needs(existsSync('/dev/shm'), 'there is no /dev/shm'), () => {
  test('is not taken for a network one, and causes no warning', async () => {
    expect(await guards({ directory: temporary('/dev/shm'), secrets, keepsPrevious: true })).toEqual([]);
  });
});
