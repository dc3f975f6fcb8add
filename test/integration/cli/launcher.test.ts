import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { commandWords } from '#main/cli/commandWords.ts';
import { projectFolder } from '#scripts/lib/paths.ts';
import { temporaryFolder } from '#test/integration/app/testApp.ts';

/** The command as packages for Linux have it, reached by a link. Its app prints what it was given. */
let command: string;

beforeEach(() => {
  const folder = temporaryFolder();
  const app = join(folder, 'notafter');
  writeFileSync(app, '#!/bin/sh\nprintf "%s\\n" "$@"\n');
  chmodSync(app, 0o755);
  const script = join(folder, 'resources', 'bin', 'notafter');
  mkdirSync(join(folder, 'resources', 'bin'), { recursive: true });
  copyFileSync(join(projectFolder, 'assets', 'package', 'linux', 'notafter.sh'), script);
  command = join(folder, 'link');
  symlinkSync(script, command);
});

const type = (...words: readonly string[]) => {
  const { status, stdout } = spawnSync(command, words, {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  });
  return { code: status, given: stdout.split('\n').slice(0, -1) };
};

const withoutSandbox = ['--no-sandbox', '--no-zygote', '--log-level=3'];

test.each([
  [['status']],
  [['orders', 'add', 'a b', 'https://x/']],
  [['no-such-command']],
  [['--help']],
  [['-h']],
  [['--version']],
  [['--user-data-dir=/x', 'check', '-w', '14d']],
])('a command runs without the sandbox: %j', (words) => {
  expect(commandWords(words)).not.toBeNull();
  expect(type(...words)).toEqual({ code: 0, given: [...withoutSandbox, ...words] });
});

// Only what main takes for a command may lose the sandbox; a page would run without it.
test.each([
  [[]],
  [['']],
  [['--hidden']],
  [['-psn_0_1']],
  [['--user-data-dir=/x']],
  [['/home/me/a.pem']],
  [['a.pem']],
  [['https://x/']],
  [['--', 'status.txt']],
  [['quick']],
  [['--hidden', 'quick', '--json']],
])('an app that may open a window keeps it, and root is told: %j', (words) => {
  expect(commandWords(words)?.[0] ?? 'quick').toBe('quick');
  const isRoot = process.getuid?.() === 0;
  expect(type(...words)).toEqual(isRoot ? { code: 3, given: [] } : { code: 0, given: words });
});
