import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { parseCommand } from '#main/cli/parseCommand.ts';
import { divideArguments } from '#main/cli/words.ts';
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

const isRoot = process.getuid?.() === 0;
const withoutSandbox = ['--no-sandbox', '--no-zygote', '--ozone-platform=headless', '--log-level=3', '--'];
const wordsOf = (args: readonly string[]) => divideArguments(args).words;

test.each([
  [['status']],
  [['orders', 'add', 'a b', 'https://x/']],
  [['no-such-command']],
  [['--help']],
  [['-h']],
  [['--version']],
  [['check', '-w', '14d', '--user-data-dir=/x', '-log-file=/y']],
  [['orders', 'add', '--', '--js-flags=--expose-gc']],
])('a command runs without the sandbox, and Chromium reads none of its words: %j', (words) => {
  expect(wordsOf(words)).toEqual(words);
  const { code, given } = type(...words);
  expect({ code, given }).toEqual({ code: 0, given: [...withoutSandbox, ...words] });
  expect(divideArguments(given)).toEqual({
    switches: withoutSandbox.slice(0, -1),
    words,
    isSealed: true,
  });
});

test('options of Chromium before a command are words, and so unknown; only that of root is left out', () => {
  const words = ['--user-data-dir=/x', 'check', '-w', '14d'];
  expect(type(...words)).toEqual({ code: 0, given: [...withoutSandbox, ...words] });
  expect(parseCommand(wordsOf([...withoutSandbox, ...words]) ?? [])).toEqual({
    ok: false,
    error: { kind: 'unknownCommand', word: '--user-data-dir=/x' },
  });
  expect(type('--no-sandbox', 'check')).toEqual({ code: 0, given: [...withoutSandbox, 'check'] });
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
])('an app that may open a window keeps it, and root is told: %j', (words) => {
  expect(wordsOf(words)).toBeNull();
  expect(type(...words)).toEqual(isRoot ? { code: 3, given: [] } : { code: 0, given: words });
});

test('“quick” may start the app: it keeps the sandbox, root is told, and Chromium reads none of its words', () => {
  const words = ['quick', '--json', '--user-data-dir=/x'];
  expect(type(...words)).toEqual(isRoot ? { code: 3, given: [] } : { code: 0, given: ['--', ...words] });
  expect(type('--no-sandbox', ...words)).toEqual({ code: 0, given: ['--no-sandbox', '--', ...words] });
});

test('takes no folder of compiled code from its caller, whom “su” may have left in charge of it', () => {
  writeFileSync(join(dirname(command), 'notafter'), '#!/bin/sh\nenv\n');
  const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: '/home/me/.cache/node', LANG: 'C' };
  const { stdout } = spawnSync(command, ['status'], { encoding: 'utf8', env });
  expect(stdout).toContain('LANG=C\n');
  expect(stdout).not.toContain('NODE_COMPILE_CACHE');
});

test('the commands for macOS and Windows put “--” before all words', () => {
  const starter = (name: string) => readFileSync(join(projectFolder, 'assets', 'package', name), 'utf8');
  expect(starter('notafter.sh')).toMatch(/^exec [^\n]+"\$app" -- "\$@"\n$/mu);
  expect(starter('notafter.cmd')).toMatch(/^"[^\n"]+NotAfter\.exe" -- %\*\r?$/mu);
});
