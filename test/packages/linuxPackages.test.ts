import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { run, runOrThrow } from '#scripts/lib/processes.ts';
import { archDependencies } from '#scripts/packaging/manifests.ts';
import { unpackedFolder } from '#scripts/packaging/packageApp.ts';
import { needs } from '#scripts/vitest/needs.ts';
import { applicationId, desktopFile } from '#shared/identity.ts';
import { blockWith } from '#test/support/documentBlocks.ts';
import { type BuiltPackages, formerPackages, sharedPackages } from '#test/support/e2e/builtPackages.ts';
import { librariesOfEverySystem, librarySources } from '#test/support/e2e/libraryPackages.ts';
import { temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { startTestService } from '#test/support/e2e/service.ts';
import { hasUserManager, withUserManager, writeAtHome } from '#test/support/e2e/userManager.ts';
import { hasOwnMounts, noMounts, ownMounts } from '#test/support/mounts.ts';
import { canMakeScriptRoot, makeScriptRoot, runBeside, ubuntu } from '#test/support/scriptRoot.ts';

let built: BuiltPackages;
const managed = needs(hasUserManager(), 'a systemd needs root, mounts and control groups of its own');
/** The content of the deb. */
let content: string;

beforeAll(async () => {
  built = await sharedPackages();
  content = await temporaryFolder();
  await runOrThrow('dpkg-deb', ['-x', built.file('deb'), content]);
});

const share = (...names: readonly string[]) => join(content, 'usr', 'share', ...names);

describe('the libraries of the programs', () => {
  /** The names of the libraries that the programs and libraries of the app are linked against, without those beside them. */
  async function linkedLibraries(): Promise<readonly string[]> {
    const app = join(content, 'opt', 'NotAfter');
    const own = new Set(await readdir(app));
    const linked = new Set<string>();
    const candidates = (await readdir(app, { recursive: true })).filter((path) =>
      /(?:^|\/)(?:notafter|chrome[-_]\w+|[^/]*\.so(?:\.\d+)*|[^/]*\.node)$/u.test(path),
    );
    for (const path of candidates) {
      const { code, output } = await run('readelf', ['-d', join(app, path)]);
      // The command in a terminal is a script.
      if (code !== 0) continue;
      for (const [, name = ''] of output.matchAll(/\(NEEDED\).*\[(.+)\]/gu)) linked.add(name);
    }
    return [...linked].filter((name) => !own.has(name));
  }

  test('are in packages that the deb, the rpm and the package in the AUR depend on', async () => {
    const deb = (await runOrThrow('dpkg-deb', ['-f', built.file('deb'), 'Depends'])).trim().split(', ');
    const rpm = (await runOrThrow('rpm', ['-qp', '-R', built.file('rpm')])).trim().split('\n');
    const declared = [deb, rpm, archDependencies].map((names) => new Set(names));
    const linked = await linkedLibraries();
    expect(linked).toEqual(
      expect.arrayContaining(['libgtk-3.so.0', 'libgbm.so.1', 'libasound.so.2', 'libsecret-1.so.0']),
    );
    const toFind = linked.filter((name) => !librariesOfEverySystem.has(name));
    expect(toFind.filter((name) => librarySources[name] === undefined)).toEqual([]);
    const missing = toFind.flatMap((name) =>
      (librarySources[name] ?? [])
        .filter((source, index) => !declared[index]?.has(source))
        .map((source) => `${name}: ${source}`),
    );
    expect(missing).toEqual([]);
  });
});

describe('the deb', () => {
  const field = async (name: string) =>
    (await runOrThrow('dpkg-deb', ['-f', built.file('deb'), name])).trim();

  // Lintian unpacks 300 MB, which takes minutes on a busy machine.
  test('passes lintian, with no override but the ones that it contains', { timeout: 900_000 }, async () => {
    const { code, output } = await run('lintian', [
      '--allow-root',
      '--fail-on',
      'error,warning',
      built.file('deb'),
    ]);
    expect(output).not.toMatch(/^[EW]: /mu);
    expect(code).toBe(0);
  });

  test('needs the libraries by their names of both Debian releases, and asks for a keychain', async () => {
    const depends = (await field('Depends')).split(', ');
    expect(depends).toEqual(
      expect.arrayContaining([
        'libgtk-3-0t64 | libgtk-3-0',
        'libatspi2.0-0t64 | libatspi2.0-0',
        'libasound2t64 | libasound2',
        'libsecret-1-0',
      ]),
    );
    expect(await field('Recommends')).toBe('gnome-keyring | kwalletmanager | keepassxc');
  });

  test('has a command, a desktop file, icons and a description for software centres', async () => {
    const list = await runOrThrow('dpkg-deb', ['-c', built.file('deb')]);
    expect(list).toContain('./usr/bin/notafter -> /opt/NotAfter/resources/bin/notafter\n');
    const icons = await readdir(share('icons', 'hicolor'));
    expect(icons.sort()).toEqual([
      '128x128',
      '16x16',
      '24x24',
      '256x256',
      '32x32',
      '48x48',
      '512x512',
      '64x64',
    ]);
    const entry = share('applications', desktopFile);
    expect(await runOrThrow('desktop-file-validate', [entry])).toBe('');
    expect(await readFile(entry, 'utf8')).toMatch(/^Exec=\/opt\/NotAfter\/notafter -- %U$/mu);
    expect(await readFile(entry, 'utf8')).toContain(`StartupWMClass=${applicationId}\n`);
    const component = share('metainfo', `${applicationId}.metainfo.xml`);
    const validated = await runOrThrow('appstreamcli', ['validate', '--no-net', component]);
    // AppStream 0.16 does not know the element for developers of 1.0, which calls the former one obsolete.
    expect(validated).not.toMatch(/^[EWI]: (?!.*: unknown-tag developer$)/mu);
    // The desktop file and the icon that the description names are there.
    await runOrThrow('appstreamcli', ['validate-tree', '--no-net', content]);
    expect(await readFile(component, 'utf8')).toContain(`<launchable type="desktop-id">${desktopFile}<`);
  });

  test('has the files of the unpacked app, in modes that do not depend on who built it', async () => {
    const list = await runOrThrow('dpkg-deb', ['-c', built.file('deb')]);
    expect(
      list
        .split('\n')
        .filter(
          (line) => line !== '' && !/^(-rw-r--r--|-rwxr-xr-x|drwxr-xr-x|lrwxrwxrwx) root\/root /u.test(line),
        ),
    ).toEqual([]);
    // The updater finds there how the app was installed. The rpm was made later of the same folder.
    const kind = join('resources', 'package-type');
    expect(await readFile(join(content, 'opt', 'NotAfter', kind), 'utf8')).toBe('deb');
    expect(await readFile(join(unpackedFolder(built.folder), kind), 'utf8')).toBe('rpm');
    const { code, output } = await run('diff', [
      ...['-r', '--exclude=package-type'],
      unpackedFolder(built.folder),
      join(content, 'opt', 'NotAfter'),
    ]);
    expect(output).toBe('');
    expect(code).toBe(0);
  });
});

describe('the command of the deb', () => {
  const outside = needs(hasOwnMounts, noMounts);
  /** Types a command as root of a system that has no network, no display, no bus and no home folder with settings. */
  const asRoot = async (home: string, ...words: readonly string[]) => {
    const program = join(content, 'opt', 'NotAfter', 'resources', 'bin', 'notafter');
    const bare = 'mount -t tmpfs none /run && exec "$@"';
    return await run('unshare', [
      ...[...ownMounts, '--net', 'sh', '-c', bare, 'sh'],
      ...['env', '-i', `HOME=${home}`, 'PATH=/usr/bin:/bin', program, ...words],
    ]);
  };

  test('answers root without a display, a bus, a network or lines of Chromium', outside, async () => {
    const home = await temporaryFolder();
    const none = {
      code: 0,
      output: 'No orders yet. Add some with “notafter orders add”.\n',
    };
    expect(await asRoot(home, 'status')).toEqual(none);
    expect(await asRoot(home, '--version')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^NotAfter [\d.]+\n$/u),
    });
    expect(await asRoot(home, 'check')).toMatchObject({
      code: 3,
      output: expect.stringMatching(/^CERT UNKNOWN - /u),
    });
    const file = join(home, 'notafter.prom');
    expect(await asRoot(home, 'metrics', '--out', file)).toEqual({ code: 0, output: '' });
    expect(await readFile(file, 'utf8')).toContain('notafter_build_info{');
  });

  test('tells root in words that the window does not run', outside, async () => {
    const home = await temporaryFolder();
    for (const words of [[], ['--hidden'], ['quick']])
      expect(await asRoot(home, ...words)).toEqual({
        code: 3,
        output: expect.stringMatching(/^notafter: The window can’t run as root, .+\n$/u),
      });
  });
});

describe('the files of the command', () => {
  test('are in the deb, and the shells and man read them', async () => {
    await runOrThrow('bash', ['-n', share('bash-completion', 'completions', 'notafter')]);
    await runOrThrow('zsh', ['-n', share('zsh', 'vendor-completions', '_notafter')]);
    await runOrThrow('fish', ['--no-execute', share('fish', 'vendor_completions.d', 'notafter.fish')]);
    const page = await runOrThrow('man', ['-l', share('man', 'man1', 'notafter.1.gz')]);
    expect(page).toContain('notafter status');
  });

  test('are units that systemd accepts', async () => {
    const folder = join(content, 'usr', 'lib', 'systemd', 'user');
    const units = (await readdir(folder)).sort();
    expect(units).toEqual(
      ['check', 'metrics'].flatMap((name) => [`notafter-${name}.service`, `notafter-${name}.timer`]),
    );
    // It looks for the program that a unit starts.
    const here = await temporaryFolder();
    for (const unit of units) {
      const text = await readFile(join(folder, unit), 'utf8');
      const program = join(content, 'opt', 'NotAfter', 'resources', 'bin', 'notafter');
      await writeFile(join(here, unit), text.replaceAll('/usr/bin/notafter', program));
    }
    const { code, output } = await run(
      'systemd-analyze',
      ['verify', '--user', '--man=no', '--recursive-errors=no', ...units.map((unit) => join(here, unit))],
      { env: { ...process.env, XDG_RUNTIME_DIR: here } },
    );
    expect({ code, output }).toEqual({ code: 0, output: '' });
  });
});

describe('the units', () => {
  const program = () => join(content, 'opt', 'NotAfter', 'resources', 'bin', 'notafter');

  /** A home folder with the units of the deb, whose output goes to the file `said`. */
  async function installUnits(): Promise<string> {
    const home = await temporaryFolder();
    const folder = join(content, 'usr', 'lib', 'systemd', 'user');
    const at = '.config/systemd/user';
    for (const unit of await readdir(folder)) {
      const text = await readFile(join(folder, unit), 'utf8');
      writeAtHome(home, join(at, unit), text.replaceAll('/usr/bin/notafter', program()));
    }
    const output = '[Service]\nStandardOutput=append:%h/said\nStandardError=append:%h/said\n';
    for (const name of ['check', 'metrics'])
      writeAtHome(home, `${at}/notafter-${name}.service.d/output.conf`, output);
    const token = blockWith('docs/cli.md', 'token.conf');
    writeAtHome(home, `${at}/notafter-check.service.d/token.conf`, token);
    const metrics = '[Service]\nEnvironment=METRICS_FILE=%h/metrics/notafter.prom\n';
    writeAtHome(home, `${at}/notafter-metrics.service.d/file.conf`, metrics);
    await mkdir(join(home, 'metrics'));
    return home;
  }

  test(
    'check with the token of LoadCredential, and write metrics that others can read',
    managed,
    async () => {
      const service = await startTestService();
      await service.addOrder({ rid: 'shop', name: 'Shop', days: 60 });
      const home = await installUnits();
      writeAtHome(home, '.config/notafter-token', service.token);
      writeAtHome(home, 'credentials/notafter-token-production', service.token);
      const add = `connections add ${service.baseUrl} --name Production --token-credential`;
      const { code, output } = await withUserManager(
        home,
        `set -e
      export CREDENTIALS_DIRECTORY=${home}/credentials
      ${program()} ${add}${service.caFile === null ? '' : ` --ca-file ${service.caFile}`}
      ${program()} orders add shop
      unset CREDENTIALS_DIRECTORY
      systemctl --user start notafter-check.service notafter-metrics.service
      systemctl --user start notafter-metrics.service
      systemctl --user enable --now notafter-check.timer notafter-metrics.timer
      systemctl --user is-active notafter-check.timer notafter-metrics.timer`,
      );
      const said = await readFile(join(home, 'said'), 'utf8').catch(() => '');
      expect({ code, said }, output).toEqual({ code: 0, said: expect.stringContaining('1 checked') });
      expect(said).toContain('CERT OK - ');
      expect(output).toMatch(/^active\nactive$/mu);
      const file = join(home, 'metrics', 'notafter.prom');
      expect(await readFile(file, 'utf8')).toContain('x509_cert_not_after{');
      expect((await stat(file)).mode & 0o777).toBe(0o644);
    },
  );

  test('fail with the exit code of the check', managed, async () => {
    const home = await installUnits();
    writeAtHome(home, '.config/notafter-token', 'unused');
    const { code, output } = await withUserManager(
      home,
      `systemctl --user start notafter-check.service
      systemctl --user show -p Result,ExecMainStatus notafter-check.service`,
    );
    expect(code).toBe(0);
    expect(output).toMatch(/^Result=exit-code$/mu);
    expect(output).toMatch(/^ExecMainStatus=3$/mu);
  });
});

describe('the rpm', () => {
  const query = async (...args: readonly string[]) =>
    await runOrThrow('rpm', ['-qp', ...args, built.file('rpm')]);

  test('has the fields and the requirements of the configuration', async () => {
    const format = ['NAME', 'VERSION', 'RELEASE', 'ARCH', 'LICENSE'].map((tag) => `%{${tag}}`).join(' ');
    const [version = ''] =
      /(?<=Version: )[^-\n]+/u.exec(await runOrThrow('dpkg-deb', ['-I', built.file('deb')])) ?? [];
    const architecture = process.arch === 'x64' ? 'x86_64' : 'aarch64';
    expect(await query('--qf', format)).toBe(`notafter ${version} 1 ${architecture} MIT`);
    const requires = (await query('-R')).split('\n');
    expect(requires).toEqual(expect.arrayContaining(['gtk3', '(libsecret or libsecret-1-0)', 'xdg-utils']));
  });

  test('has the same files as the deb outside of the documents', async () => {
    const files = (await query('-l'))
      .split('\n')
      .filter((name) => name !== '' && !/^\/usr\/share\/licenses\//u.test(name));
    const inDeb = (await runOrThrow('find', [content, '-mindepth', '1', '-printf', '%y /%P\n'])).split('\n');
    const expected = inDeb
      .filter((line) => /^[fl] |^d \/opt\/NotAfter/u.test(line))
      .map((line) => line.slice(2).replace('/zsh/vendor-completions/', '/zsh/site-functions/'))
      .filter((name) => !/^\/usr\/share\/(doc|lintian)\//u.test(name));
    expect(files.sort()).toEqual(expected.sort());
  });

  // The packages of the version before are built here, which takes minutes on a busy machine.
  const inPrivateRoot = {
    timeout: 400_000,
    ...needs(canMakeScriptRoot, 'this process may not mount, or /bin is no link to /usr/bin'),
  };

  test('is installed, upgraded and removed with its scripts, and leaves nothing', inPrivateRoot, async () => {
    const before = await formerPackages();
    const root = await temporaryFolder();
    const launcher = makeScriptRoot(root, ubuntu);
    const rpm = (...args: readonly string[]) => {
      // Without plugins: one of rpm 4.20 says that it keeps no mounts to itself below another root.
      const own = ['--root', root, '--nodeps', '--noplugins'];
      const { code, output } = runBeside(launcher, 'rpm', ...own, ...args);
      // Debian's rpm recommends another program.
      const lines = output
        .split('\n')
        .filter((line) => line !== '' && !/use Alien|what you are doing/u.test(line));
      expect({ code, lines }).toEqual({ code: 0, lines: [] });
    };
    const profile = join(root, 'etc', 'apparmor.d', 'notafter');
    rpm('-U', '--ignorearch', '--ignoreos', before.file('rpm'));
    expect(await readdir(join(root, 'opt', 'NotAfter'))).toContain('notafter');
    expect(await readFile(profile, 'utf8')).toContain('/opt/NotAfter/notafter');
    rpm('-U', '--ignorearch', '--ignoreos', built.file('rpm'));
    expect(await readFile(profile, 'utf8')).toContain('/opt/NotAfter/notafter');
    expect(await readdir(root)).toContain('loaded');
    rpm('-e', 'notafter');
    expect(await readdir(join(root, 'opt'))).toEqual([]);
    expect(await readdir(join(root, 'etc', 'apparmor.d'))).toEqual([]);
    expect(await readdir(root)).not.toContain('loaded');
    const left = await runOrThrow('find', [
      join(root, 'usr'),
      '-name',
      '*otAfter*',
      '-o',
      '-name',
      'notafter*',
    ]);
    expect(left).toBe('');
  });
});
