import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';
import { run, runOrThrow } from '#scripts/lib/processes.ts';
import { type ServerPackages, sharedServerPackages } from '#test/support/e2e/builtPackages.ts';
import { temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { runCommandLine } from '#test/support/e2e/terminal.ts';
import { profileWithOrders } from '#test/support/preparedProfile.ts';

let built: ServerPackages;
/** The content of the deb. */
let content: string;

beforeAll(async () => {
  built = await sharedServerPackages();
  content = await temporaryFolder();
  await runOrThrow('dpkg-deb', ['-x', built.deb, content]);
});

/** Debian's packages of the libraries that every Debian has. */
const libraryPackages: readonly (readonly [library: RegExp, source: string])[] = [
  [/^(?:ld-linux-.*|lib(?:c|m|dl|pthread))\.so\.\d+$/u, 'libc6'],
  [/^libgcc_s\.so\.1$/u, 'libgcc-s1'],
  [/^libstdc\+\+\.so\.6$/u, 'libstdc++6'],
];

describe('the deb of the program without Electron', () => {
  const field = async (name: string) => (await runOrThrow('dpkg-deb', ['-f', built.deb, name])).trim();
  const node = () => join(content, 'usr', 'lib', 'notafter-server', 'node');

  // Lintian unpacks 110 MB, which takes minutes on a busy machine.
  test('passes lintian, with no override but the ones that it contains', { timeout: 400_000 }, async () => {
    const words = ['--allow-root', '--fail-on', 'error,warning', built.deb];
    const { code, output } = await run('lintian', words);
    expect(output).not.toMatch(/^[EW]: /mu);
    expect(code).toBe(0);
  });

  test('depends on what its programs are linked against, and on nothing else', async () => {
    const linked = await runOrThrow('readelf', ['-d', node()]);
    const needed = [...linked.matchAll(/\(NEEDED\).*\[(.+)\]/gu)].map(([, name = '']) => name);
    const sources = needed.map(
      (name) => libraryPackages.find(([library]) => library.test(name))?.[1] ?? name,
    );
    const declared = (await field('Depends')).split(', ');
    expect(new Set(declared.map((each) => each.split(' ')[0]))).toEqual(new Set(sources));
    const symbols = await runOrThrow('readelf', ['-V', node()]);
    const minors = [...symbols.matchAll(/GLIBC_2\.(\d+)/gu)].map(([, minor]) => Number(minor));
    expect(declared).toContain(`libc6 (>= 2.${Math.max(...minors)})`);
    expect(await field('Recommends')).toBe('');
  });

  test('is smaller than 130 MB, and takes the place of the app, whose command it has', async () => {
    expect(Number(await field('Installed-Size')) * 1024).toBeLessThan(130_000_000);
    expect(await field('Conflicts')).toBe('notafter');
  });

  test('has the command by two names, with what the shells and man read for each', async () => {
    const share = (...names: readonly string[]) => join(content, 'usr', 'share', ...names);
    const home = await temporaryFolder();
    for (const name of ['notafter', 'notafter-server']) {
      // Links are relative, so that they lead to the program in this folder.
      expect(
        await runOrThrow(join(content, 'usr', 'bin', name), ['--version'], { env: { HOME: home } }),
      ).toMatch(/^NotAfter [\d.]+\n$/u);
      await runOrThrow('bash', ['-n', share('bash-completion', 'completions', name)]);
      await runOrThrow('fish', ['--no-execute', share('fish', 'vendor_completions.d', `${name}.fish`)]);
      expect(await runOrThrow('man', ['-l', share('man', 'man1', `${name}.1.gz`)])).toContain('notafter run');
    }
    await runOrThrow('zsh', ['-n', share('zsh', 'vendor-completions', '_notafter')]);
  });

  test('has the unit of the service, the file of its user, and all licences', async () => {
    const assets = join(projectFolder, 'assets', 'package', 'linux', 'systemd', 'system');
    for (const [given, installed] of [
      ['notafter.service', 'systemd/system/notafter.service'],
      ['notafter.sysusers.conf', 'sysusers.d/notafter.conf'],
    ] as const)
      expect(await readFile(join(content, 'usr', 'lib', installed), 'utf8')).toBe(
        await readFile(join(assets, given), 'utf8'),
      );
    const licences = join(content, 'usr', 'lib', 'notafter-server', 'licences');
    expect((await readdir(licences)).sort()).toEqual(['node.txt', 'notafter.txt', 'program.md']);
    expect(await readFile(join(licences, 'node.txt'), 'utf8')).toContain('OpenSSL');
    expect(await readFile(join(licences, 'program.md'), 'utf8')).toContain('zod');
    const copyright = join(content, 'usr', 'share', 'doc', 'notafter-server', 'copyright');
    expect(await readFile(copyright, 'utf8')).toContain(' /usr/lib/notafter-server/licences.\n');
  });

  test('has no part of Electron, and modes that do not depend on who built it', async () => {
    const list = await runOrThrow('dpkg-deb', ['-c', built.deb]);
    const mode = /^(-rw-r--r--|-rwxr-xr-x|drwxr-xr-x|lrwxrwxrwx) root\/root /u;
    expect(list.split('\n').filter((line) => line !== '' && !mode.test(line))).toEqual([]);
    expect(list).not.toMatch(/electron|keytar|chrom|\.asar/iu);
  });
});

describe('the archive of the program without Electron', () => {
  let command: string;

  beforeAll(async () => {
    const folder = join(await temporaryFolder(), 'with space');
    await mkdir(folder);
    await runOrThrow('tar', ['-xzf', built.archive, '-C', folder]);
    const [top = ''] = await readdir(folder);
    command = join(folder, 'notafter');
    await symlink(join(top, 'bin', 'notafter'), command);
  });

  test('says the same as the app, wherever it was unpacked', async () => {
    const profile = profileWithOrders(await temporaryFolder(), 12);
    const app = await runCommandLine({ profile }, ['status', '--json']);
    const { code, output } = await run(command, [`--user-data-dir=${profile}`, 'status', '--json'], {
      env: { HOME: profile },
    });
    // The two programs answer one after the other.
    const comparable = (text: string) => text.replace(/(?<="(?:takenAt|secondsLeft)": ).+(?=,)/gu, 'N');
    expect({ code, output: comparable(output) }).toEqual({ code: app.code, output: comparable(app.out) });
    expect(JSON.parse(output).orders).toHaveLength(12);
  });

  test('runs nothing that variables of Node name', async () => {
    const home = await temporaryFolder();
    const foreign = join(home, 'foreign.cjs');
    await writeFile(foreign, `require('node:fs').writeFileSync(${JSON.stringify(join(home, 'ran'))}, '')`);
    const env = {
      HOME: home,
      NODE_OPTIONS: `--require=${foreign}`,
      NODE_COMPILE_CACHE: join(home, 'compiled'),
    };
    expect(await run(command, ['--version'], { env })).toMatchObject({ code: 0 });
    expect(await readdir(home)).not.toContain('ran');
    expect(await readdir(home)).not.toContain('compiled');
  });
});
