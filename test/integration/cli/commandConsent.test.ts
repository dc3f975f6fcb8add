import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readAllowedCommands } from '#main/cli/allowedCommands.ts';
import { askAtTerminal } from '#main/cli/terminalConsent.ts';
import { needs, needsPosix } from '#scripts/vitest/needs.ts';
import { connect, serviceFor, startTestApp, temporaryFolder, until } from '#test/integration/app/testApp.ts';
import { FakeDesktop } from '#test/support/fakeDesktop.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { alone, answerIn, notafter, processOf } from './askApp.ts';

const isRoot = needs(process.getuid?.() === 0, 'only root can agree to commands in a file');

/** An order, and a command that leaves a file when it ran. @param lines of the file in which root agrees to commands */
async function shop(lines = (_command: string) => '') {
  const service = await serviceFor({ orders: 0 });
  await service.addOrder({ rid: 'shop', name: 'Shop', days: 60 });
  const profile = { userData: temporaryFolder(), secretProcess: new FakeSecretHost() };
  const [target, work] = [temporaryFolder(), temporaryFolder(homedir())];
  const script = join(work, 'reload');
  const ran = join(work, 'ran');
  writeFileSync(script, '#!/bin/sh\necho "$@" >> "$0/../ran"\n'.replace('$0/..', work), { mode: 0o700 });
  const allowedCommandsFile = join(work, 'commands');
  writeFileSync(allowedCommandsFile, lines(script));
  const test = await startTestApp({ ...profile, surroundings: { allowedCommandsFile } });
  await connect(test, service, ['shop']);
  const credentials = temporaryFolder();
  const token = `${service.baseUrl} ${service.token}`;
  writeFileSync(join(credentials, 'notafter-token-production'), token, { mode: 0o400 });
  const words = ['export', 'shop', '--preset', 'nginx', '--to', target, '--run', `${script} now`];
  return { service, profile, test, target, script, ran, words, credentials, allowedCommandsFile };
}

it('a process that answers another one agrees to no command, and says what to do', needsPosix, async () => {
  const { test, target, script, words } = await shop();
  const { code, out, err } = await notafter(test, words);
  expect({ code, out, written: readdirSync(target) }).toEqual({ code: 1, out: '', written: [] });
  expect(err).toContain('NotAfter is running in another process, which can’t ask at this terminal.');
  expect(err).toContain(`\n  ${script} now\n`);
  expect(test.desktop.questions).toEqual([]);
  // A program that claims to have a terminal, and an answer on standard input, change nothing.
  const terminal = { columns: 80, hasColour: true, locales: ['en'], region: '', timeZone: '' };
  expect(await notafter(test, words, { terminal, secret: 'yes' })).toMatchObject({ code: 1, out: '' });
});

it(
  'a refused command changes nothing of a folder, also where another preset would write the same files',
  needsPosix,
  async () => {
    const { test, target, words } = await shop();
    const first = `export shop --preset apache --keep-updated --to ${target}`;
    expect(await notafter(test, first)).toMatchObject({ code: 0 });
    const before = await notafter(test, 'destinations list --json');
    expect(before.out).toContain('"apache"');
    expect(await notafter(test, words)).toMatchObject({ code: 1, out: '' });
    expect(await notafter(test, 'destinations list --json')).toEqual(before);
    // Without a command there is nothing to refuse.
    expect(await notafter(test, words.slice(0, 6))).toMatchObject({ code: 0 });
    expect((await notafter(test, 'destinations list --json')).out).toContain('"nginx"');
  },
);

it('root agrees to exact words in a file, in the app and without it', isRoot, async () => {
  const { service, profile, test, ran, words, allowedCommandsFile } = await shop(
    (script) => `# reloads\n\n${script} now\n`,
  );
  expect(await notafter(test, words)).toMatchObject({ code: 0, err: '' });
  expect(existsSync(ran)).toBe(true);
  await until(() => test.seen().copies[0]?.command?.at(-1) === 'now');
  const other = words.with(-1, `${words.at(-1)} again`);
  expect(await notafter(test, other)).toMatchObject({ code: 1, out: expect.not.stringContaining('Written') });
  await test.quit();
  await service.renew('shop', { days: 300 });
  const withFile = (line: readonly string[]) =>
    alone(new FakeDesktop(profile), line, null, {}, { allowedCommandsFile });
  expect(await withFile(words)).toMatchObject({ code: 0, err: '' });
  // What was agreed to for the folder is not asked again.
  writeFileSync(allowedCommandsFile, '');
  expect(await withFile(words)).toMatchObject({ code: 0, err: '' });
});

it.each([
  ['of another user', (file: string) => chownSync(file, 65_534, 0), 'owner'],
  ['writable by its group', (file: string) => chmodSync(file, 0o664), 'writable'],
  ['writable by all', (file: string) => chmodSync(file, 0o646), 'writable'],
  [
    'a link',
    (file: string) => {
      renameSync(file, `${file}.txt`);
      symlinkSync(`${file}.txt`, file);
    },
    'link',
  ],
  ['in a folder of another user', (file: string) => chownSync(join(file, '..'), 65_534, 0), 'owner'],
  ['in a folder that others can write to', (file: string) => chmodSync(join(file, '..'), 0o777), 'writable'],
  ['too large', (file: string) => writeFileSync(file, '#'.repeat(65_537)), 'tooLarge'],
])('a file that is %s agrees to nothing', isRoot, (_what, spoil, reason) => {
  const folder = join(temporaryFolder(homedir()), 'notafter');
  mkdirSync(folder, { mode: 0o755 });
  const file = join(folder, 'commands');
  writeFileSync(file, '/bin/true\nnginx -s reload\n/bin/echo "a b"\n');
  expect(readAllowedCommands(file)).toEqual({ ok: true, value: [['/bin/true'], ['/bin/echo', 'a b']] });
  spoil(file);
  expect(readAllowedCommands(file)).toMatchObject({ ok: false, error: { reason } });
});

it(
  'a file below the folder for temporary files agrees to nothing, and a missing one is no problem',
  isRoot,
  () => {
    const file = join(temporaryFolder(), 'commands');
    writeFileSync(file, '/bin/true\n');
    expect(readAllowedCommands(file)).toMatchObject({
      ok: false,
      error: { reason: 'writable', place: '/tmp' },
    });
    expect(readAllowedCommands(join(temporaryFolder(homedir()), 'none/commands'))).toEqual({
      ok: true,
      value: [],
    });
  },
);

it('a file or a pipe is no terminal', needsPosix, async () => {
  const file = join(temporaryFolder(), 'answers');
  writeFileSync(file, 'yes\n');
  const { signal } = new AbortController();
  expect(await askAtTerminal('Agree?', signal, file)).toBeNull();
  expect(await askAtTerminal('Agree?', signal, join(file, 'none'))).toBeNull();
});

/** Runs the export in a process. @param isTyped whether it has a terminal, and standard input is typed there */
function inProcess({ profile, credentials, words }: Awaited<ReturnType<typeof shop>>, isTyped: boolean) {
  const { program, args, env } = processOf(profile.userData, credentials, words);
  const line = [program, ...args].map((word) => `'${word}'`).join(' ');
  const child = isTyped
    ? spawn('script', ['-qefc', line, '/dev/null'], { env })
    : spawn('setsid', ['--wait', program, ...args], { env });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    type: (text: string) => void child.stdin.write(text),
    printed: () => printed,
    answer: async () => {
      await ended;
      return answerIn(printed);
    },
  };
}

it('the person at the terminal is asked with folder and command, and “yes” agrees', needsPosix, async () => {
  const made = await shop();
  await made.test.quit();
  const first = inProcess(made, true);
  await until(() => first.printed().includes('Type “yes”'));
  expect(first.printed()).toContain(made.target);
  expect(first.printed()).toContain(`0: ${made.script}`);
  first.type('y\n');
  expect(await first.answer()).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('did not agree'),
  });
  expect(readdirSync(made.target)).toEqual([]);
  const second = inProcess(made, true);
  await until(() => second.printed().includes('Type “yes”'));
  second.type('yes\n');
  expect(await second.answer()).toMatchObject({ code: 0, out: expect.stringContaining('Written to') });
  expect(existsSync(made.ran)).toBe(true);
});

it('a pipe agrees to nothing without a terminal', needsPosix, async () => {
  const made = await shop();
  await made.test.quit();
  const piped = inProcess(made, false);
  piped.type('yes\nyes\n');
  expect(await piped.answer()).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('no terminal'),
  });
  expect(readdirSync(made.target)).toEqual([]);
});
