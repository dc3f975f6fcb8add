import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { needs } from '#scripts/vitest/needs.ts';
import { pictureOfScreen, pressKeys, untilNativeWindow } from '#test/support/e2e/nativeDialogs.ts';
import { temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { asNobody, NOBODY, ordinaryUser } from '#test/support/e2e/ordinaryUser.ts';
import { type Installation, installFromArchive, runPackaged } from '#test/support/e2e/packagedApp.ts';
import { hasOwnMounts, noMounts, ownMounts } from '#test/support/mounts.ts';

const isRoot = process.getuid?.() === 0;
const needsRoot = needs(isRoot, 'only root can run the program as two users');

let installed: Installation;
/** A folder that everybody may enter. */
let folder: string;

beforeAll(async () => {
  installed = await installFromArchive();
  chmodSync(dirname(installed.folder), 0o755);
});

beforeEach(async () => {
  folder = await temporaryFolder();
  chmodSync(folder, 0o755);
});

/** A new folder below `folder`, with its parents. @param owner of the last one */
function made(path: string, { owner = 0, mode = 0o755 } = {}): string {
  const whole = join(folder, path);
  mkdirSync(whole, { recursive: true });
  chownSync(whole, owner, owner);
  chmodSync(whole, mode);
  return whole;
}

interface Run {
  readonly env?: NodeJS.ProcessEnv;
  /** A program with arguments that starts the command. */
  readonly launcher?: readonly string[];
  /** The program itself, without the starter of the packages. */
  readonly direct?: boolean;
}

/** Runs a command to its end, with no other variables than these. */
function run(words: readonly string[], { env = {}, launcher = [], direct = false }: Run) {
  const start = direct
    ? [installed.executable, '--no-sandbox']
    : [join(installed.resources, 'bin', 'notafter')];
  const [program = '', ...args] = [...launcher, ...start, ...words];
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: '/',
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
    timeout: 30_000,
  });
  return { code: status, out: stdout, err: stderr };
}

/** The environment of a user who has this home, and what a command of monitoring answers with it. */
const checkWith = (env: NodeJS.ProcessEnv, launcher: readonly string[] = []) =>
  run(['check'], { env, launcher });

const refusal = (reason: RegExp) => ({
  code: 3,
  out: expect.stringMatching(new RegExp(`^CERT UNKNOWN - ${reason.source}`, 'u')),
  err: '',
});

describe('a command of root', needsRoot, () => {
  test.each([
    ['HOME', (place: string) => ({ HOME: place })],
    ['XDG_CONFIG_HOME', (place: string) => ({ HOME: made('home', { mode: 0o700 }), XDG_CONFIG_HOME: place })],
  ])('uses no folder of another user that %s names, and says so', (_name, environment) => {
    const foreign = made('foreign', { owner: NOBODY, mode: 0o700 });
    const link = join(folder, 'link');
    symlinkSync(foreign, link);
    for (const place of [foreign, link, join(foreign, 'below')])
      expect(checkWith(environment(place))).toEqual(
        refusal(/\S+foreign belongs to another user \(uid 65534\), /),
      );
    expect(run(['status'], { env: { ...environment(foreign), LANG: 'zh_CN.UTF-8' } })).toEqual({
      code: 3,
      out: '',
      err: expect.stringMatching(/^\S+foreign 属于其他用户（uid 65534）/u),
    });
    expect(readdirSync(foreign)).toEqual([]);
  });

  test('uses no folder that others can write to, not even the folder for temporary files', () => {
    for (const mode of [0o777, 0o1777]) {
      const open = made('open', { mode });
      expect(checkWith({ HOME: open })).toEqual(refusal(/Other users can change \S+open, /));
      expect(readdirSync(open)).toEqual([]);
    }
  });

  test('uses no data folder that another user has made in the folder for temporary files', () => {
    const env = { HOME: made('home', { mode: 0o700 }), XDG_CONFIG_HOME: made('temporary', { mode: 0o1777 }) };
    const planted = made('temporary/NotAfter', { owner: NOBODY });
    expect(checkWith(env)).toEqual(refusal(/\S+NotAfter belongs to another user \(uid 65534\), /));
    expect(readdirSync(planted)).toEqual([]);
  });

  test(
    'without HOME keeps its data in the home folder of the user database',
    needs(isRoot && hasOwnMounts, noMounts),
    () => {
      const home = made('home', { mode: 0o700 });
      const temporary = made('temporary', { mode: 0o1777 });
      const planted = made('temporary/.config/NotAfter', { owner: NOBODY, mode: 0o777 });
      const users = join(folder, 'passwd');
      writeFileSync(users, `root:x:0:0:root:${home}:/bin/sh\n`);
      const mount = 'mount --bind "$0" /etc/passwd && exec "$@"';
      const launcher = ['unshare', ...ownMounts, 'sh', '-c', mount, users];
      for (const HOME of [undefined, '', 'relative'])
        expect(checkWith({ HOME, TMPDIR: temporary }, launcher)).toEqual(refusal(/No orders yet/));
      expect(readdirSync(join(home, '.config', 'NotAfter'))).toContain('notafter.db');
      expect(readdirSync(planted)).toEqual([]);
    },
  );

  test('takes no compiled code from its data, and leaves none', () => {
    const home = made('home', { mode: 0o700 });
    expect(checkWith({ HOME: home })).toEqual(refusal(/No orders yet/));
    expect(readdirSync(join(home, '.config', 'NotAfter'))).not.toContain('Compiled Code');
  });

  test('leaves out variables that name folders of another user', () => {
    const foreign = made('foreign', { owner: NOBODY, mode: 0o700 });
    const env = {
      HOME: made('home', { mode: 0o700 }),
      XDG_RUNTIME_DIR: foreign,
      XDG_CACHE_HOME: foreign,
      XDG_DATA_HOME: foreign,
      TMPDIR: foreign,
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${foreign}/bus`,
    };
    expect(run(['status'], { env })).toMatchObject({
      code: 0,
      err: expect.stringContaining('No orders yet'),
    });
    expect(readdirSync(foreign)).toEqual([]);
  });
});

describe('a command of a user', needsRoot, () => {
  test.each([
    ['a home that root owns, such as / in a container', () => made('home')],
    ['a home that does not exist', () => join(made('empty'), 'home')],
    ['a home that this user cannot enter', () => made('closed', { mode: 0o700 })],
  ])('ends at once in a sentence with %s', (_what, home) => {
    expect(checkWith({ HOME: home() }, asNobody)).toEqual(
      refusal(/NotAfter can’t use \S+ for its data \(EACCES\)\. /),
    );
  });

  test('leaves out the session bus of another user, as after su', () => {
    const home = made('home', { owner: NOBODY, mode: 0o700 });
    const env = { HOME: home, DBUS_SESSION_BUS_ADDRESS: `unix:path=${made('root', { mode: 0o700 })}/bus` };
    expect(run(['status'], { env, launcher: asNobody })).toMatchObject({ code: 0 });
  });

  test('ends at once in a sentence if the user database has no home for it', () => {
    const launcher = ['setpriv', '--reuid=64242', '--regid=64242', '--clear-groups'];
    expect(checkWith({}, launcher)).toEqual(refusal(/The user database names no home folder for you\. /));
  });

  test('ends at once in a sentence if root owns its data, such as after sudo -E', () => {
    const home = made('home', { owner: NOBODY });
    made('home/.config/NotAfter');
    chownSync(join(home, '.config'), NOBODY, NOBODY);
    expect(checkWith({ HOME: home }, asNobody)).toEqual(
      refusal(/\S+NotAfter belongs to another user \(uid 0\), /),
    );
  });

  test('ends in a sentence if its data folder cannot be written', () => {
    const home = made('home', { owner: NOBODY });
    made('home/.config', { owner: NOBODY });
    made('home/.config/NotAfter', { owner: NOBODY, mode: 0o500 });
    expect(checkWith({ HOME: home }, asNobody)).toEqual(
      refusal(/The data folder is not writable: \S+ \(EACCES\)/),
    );
  });

  test('uses its own folders, and creates them for itself alone', () => {
    const home = made('home', { owner: NOBODY });
    expect(checkWith({ HOME: home }, asNobody)).toEqual(refusal(/No orders yet/));
    expect(run(['status'], { env: { HOME: home }, launcher: asNobody })).toMatchObject({ code: 0 });
    // Root is another user there.
    expect(checkWith({ HOME: home })).toEqual(refusal(/\S+home belongs to another user \(uid 65534\), /));
  });
});

test('the app says in a dialog that it does not use a folder of another user', needsRoot, async () => {
  const user = await ordinaryUser(installed);
  const data = join(user.configHome, 'NotAfter');
  mkdirSync(data);
  const ended = runPackaged(installed, user.configHome, { ...user, args: ['--no-sandbox'] });
  await untilNativeWindow('NotAfter');
  await pictureOfScreen('foreign-folder');
  await pressKeys('Return');
  expect(await ended).toBe(3);
  expect(readdirSync(data)).toEqual([]);
});

describe('the words of a command', () => {
  const words = () => ['check', '-w', '14d', `--user-data-dir=${folder}/data`, `--log-file=${folder}/log`];

  test('are never switches of Chromium, with the starter of the packages', () => {
    const env = { HOME: folder };
    expect(run(words(), { env })).toMatchObject({
      code: 3,
      out: expect.stringContaining('“check” has no option --user-data-dir.'),
    });
    const before = [`--user-data-dir=${folder}/data`, 'status'];
    expect(run(before, { env })).toMatchObject({
      code: 3,
      err: expect.stringContaining('Unknown command “--user-data-dir='),
    });
    expect(run(['check', '-w', '14d'], { env })).toMatchObject({
      code: 3,
      out: expect.stringContaining('No orders'),
    });
    for (const name of ['data', 'log']) expect(existsSync(join(folder, name))).toBe(false);
  });

  test('decide nothing in the program that is started without the starter', () => {
    const env = { HOME: folder };
    expect(run(words(), { env, direct: true })).toMatchObject({
      code: 3,
      out: expect.stringContaining('“check” has no option --user-data-dir.'),
    });
    expect(
      run(['check', '-w', '14d', '--js-flags=--abort-on-far-code-range'], { env, direct: true }),
    ).toMatchObject({
      code: 3,
    });
    expect(run([`--user-data-dir=${folder}/data`, 'status'], { env, direct: true })).toMatchObject({
      code: 3,
      err: expect.stringContaining('Unknown option --user-data-dir='),
    });
    expect(run([...words(), 'x'.repeat(4097)], { env, direct: true })).toMatchObject({
      code: 3,
      out: expect.stringContaining('Write “--” before the command, or Chromium reads -w'),
    });
    // Chromium creates the folder before the first line of main, and nothing is read from it.
    expect(readdirSync(join(folder, 'data'))).toEqual([]);
  });
});
