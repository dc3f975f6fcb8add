import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  goThroughFirstStart,
  shownOrders,
  snapshotOf,
  untilAllAsked,
  wordsOf,
} from '#scripts/demo/windowSteps.ts';
import { endProcess, runOrThrow } from '#scripts/lib/processes.ts';
import { needs } from '#scripts/vitest/needs.ts';
import {
  formerPackages,
  formerServerPackages,
  formerVersion,
  sharedPackages,
  sharedServerPackages,
} from '#test/support/e2e/builtPackages.ts';
import { pictureOfScreen } from '#test/support/e2e/nativeDialogs.ts';
import { temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { startPackaged } from '#test/support/e2e/packagedApp.ts';
import { startTestService } from '#test/support/e2e/service.ts';
import { makeSignedRepository, type SignedRepository } from '#test/support/e2e/signedRepository.ts';
import { canCopySystem, copySystem, type SystemCopy } from '#test/support/e2e/systemCopy.ts';

const isX64Copy = needs(
  process.arch === 'x64' && canCopySystem(),
  'a copy of the system needs root, an overlay and x64',
);

/** Where the programs find the repository. */
const aptSource = '/etc/apt/sources.list.d/notafter.sources';
const dnfSource = '/etc/yum.repos.d/notafter.repo';

/** What the package managers leave, and what belongs to the test. */
const notOfPackages = /^\/(?:tmp|run|root|var\/(?:lib\/(?:apt|dpkg|dnf|rpm)|cache|log))(?:\/|$)/u;

async function leftIn(system: SystemCopy): Promise<readonly string[]> {
  const changes = await system.changes();
  return changes.filter(
    (path) => /notafter/iu.test(path) && !notOfPackages.test(path) && ![aptSource, dnfSource].includes(path),
  );
}

/** Changes one byte in the middle of a file. Returns how to restore it. */
async function damage(file: string): Promise<() => Promise<void>> {
  await using handle = await open(file, 'r+');
  const at = Math.floor((await handle.stat()).size / 2);
  const byte = Buffer.alloc(1);
  await handle.read(byte, 0, 1, at);
  await handle.write(Buffer.from([(byte[0] ?? 0) ^ 0xff]), 0, 1, at);
  return () => damage(file).then(() => undefined);
}

// Up to two versions of the packages are made, which takes minutes on a busy machine.
describe('the repository of a release', { ...isX64Copy, timeout: 600_000 }, () => {
  let system: SystemCopy;
  let repository: SignedRepository;
  let version: string;
  const undo: (() => Promise<void>)[] = [];

  const present = async () => {
    const [{ file }, server] = [await sharedPackages(), await sharedServerPackages()];
    return [file('deb'), file('rpm'), server.deb];
  };

  beforeAll(async () => {
    const [{ file }, server] = [await formerPackages(), await formerServerPackages()];
    repository = await makeSignedRepository();
    await repository.publish([file('deb'), file('rpm'), server.deb], { isFirst: true });
    version = await debField((await present())[0] ?? '', 'Version');
    system = await copySystem();
  }, 600_000);

  afterEach(async () => {
    for (const restore of undo.splice(0)) await restore();
  });

  const debField = async (deb: string, name: string) =>
    (await runOrThrow('dpkg-deb', ['-f', deb, name])).trim();

  /** As the only sources: everything that the packages depend on is installed. */
  const subscribe = async () => {
    await system.fine(
      'sh',
      '-c',
      'rm -rf /etc/apt/sources.list /etc/apt/sources.list.d/* /etc/yum.repos.d/*',
    );
    await system.fine('mkdir', '-p', '/etc/yum.repos.d');
    await system.fine('cp', join(repository.folder, 'notafter.sources'), aptSource);
    await system.fine('cp', join(repository.folder, 'notafter.repo'), dnfSource);
  };

  const apt = (...words: readonly string[]) =>
    system.fine('apt-get', '-y', '--no-install-recommends', ...words);

  describe('with apt', () => {
    const installed = async (name: string) => {
      const shown = await system.run('dpkg-query', '-W', '-f', '$' + '{Status} $' + '{Version}', name);
      return shown.output;
    };

    test('installs the app, which starts, upgrades it with its data kept, and removes it without leftovers', async () => {
      await subscribe();
      await apt('update');
      await apt('install', 'notafter');
      expect(await installed('notafter')).toBe(`install ok installed ${formerVersion}-1`);

      const service = await startTestService({ tls: false });
      await service.addOrder({ rid: 'shopOrder', name: 'Shop', days: 20 });
      const { baseUrl, token, rids } = service;
      const configHome = await temporaryFolder();
      const start = () =>
        startPackaged(
          { folder: '/opt/NotAfter', executable: '/usr/bin/notafter', resources: '/opt/NotAfter/resources' },
          configHome,
          // Chromium never creates a sandbox for root.
          { launcher: system.launcher, args: ['--no-sandbox'] },
        );
      const first = await start();
      let page = await first.window();
      const t = await wordsOf(page);
      await goThroughFirstStart(page, t, { name: 'Main service', baseUrl, hasCaFile: false, token, rids });
      await untilAllAsked(page);
      process.kill(first.pid);
      await first.ended;

      await repository.publish(await present());
      await apt('update');
      await apt('upgrade');
      expect(await installed('notafter')).toBe(`install ok installed ${version}`);
      const second = await start();
      page = await second.window();
      await untilAllAsked(page);
      expect((await shownOrders(page)).map(({ name }) => name)).toEqual(['Shop']);
      // The token is still found: the service answers.
      expect((await snapshotOf(page)).connections.map(({ name }) => name)).toEqual(['Main service']);
      await pictureOfScreen('installed-from-repository');
      process.kill(second.pid);
      await second.ended;

      await apt('purge', 'notafter');
      expect(await installed('notafter')).toMatch(/no packages found|not-installed/u);
      expect(await leftIn(system)).toEqual([]);
      expect((await stat(join(configHome, 'NotAfter', 'notafter.db'))).size).toBeGreaterThan(0);
    });

    test('installs the program without Electron, which serves, upgrades it with its data kept, and removes it', async () => {
      await subscribe();
      await apt('update');
      await apt('install', `notafter-server=${formerVersion}-1`);
      const data = await temporaryFolder();
      const serve = async () => {
        const [program = '', ...first] = system.launcher;
        const words = ['notafter-server', `--user-data-dir=${data}`, 'run'];
        const child = spawn(program, [...first, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
        let said = '';
        for (const stream of [child.stdout, child.stderr])
          stream.setEncoding('utf8').on('data', (text: string) => {
            said += text;
          });
        const ended = once(child, 'exit');
        try {
          await vi.waitFor(() => expect(said).toContain(data), { timeout: 60_000 });
        } finally {
          await endProcess(child);
        }
        expect(await ended, said).toEqual([0, null]);
      };
      await serve();
      await apt('upgrade');
      expect(await installed('notafter-server')).toBe(`install ok installed ${version}`);
      await serve();
      expect(await readdir(data)).toContain('notafter.db');
      await apt('purge', 'notafter-server');
      expect(await leftIn(system)).toEqual([]);
    });

    test('installs no package that was changed', async () => {
      await subscribe();
      await apt('update');
      for (const file of await readdir(join(repository.folder, 'apt', 'pool')))
        undo.push(await damage(join(repository.folder, 'apt', 'pool', file)));
      const { code, output } = await system.run('apt-get', '-y', 'install', 'notafter-server');
      expect(code, output).toBe(100);
      expect(output).toMatch(/Hash Sum mismatch|has unexpected/iu);
      expect(await leftIn(system)).toEqual([]);
    });

    const refused = async (because: RegExp) => {
      await system.fine('sh', '-c', 'rm -rf /var/lib/apt/lists/*');
      const { output } = await system.run('apt-get', 'update');
      expect(output).toMatch(because);
      expect(await system.run('apt-cache', 'policy', 'notafter')).toMatchObject({ output: '' });
    };

    test('takes no list that was changed after it was signed', async () => {
      await subscribe();
      const list = join(repository.folder, 'apt', 'dists', 'stable', 'InRelease');
      const before = await readFile(list);
      undo.push(() => writeFile(list, before));
      await writeFile(list, before.toString().replace('Label: NotAfter', 'Label: NotAfters'));
      // The words of gpgv (Debian 12) and of sqv (Debian 13).
      await refused(/BADSIG|bad signature|manipulated/iu);
    });

    test('takes no list that another key signed', async () => {
      await subscribe();
      undo.push(await repository.signAsOther());
      await refused(/NO_PUBKEY|Missing key|no good signature|not signed/iu);
    });
  });

  describe('with dnf', () => {
    const dnf = (...words: readonly string[]) => system.fine('dnf', '-y', ...words);
    const installed = async () => (await system.run('rpm', '-q', 'notafter')).output;

    /** A package that provides what the rpm requires of its distribution, which is not this one. */
    async function makeDistribution(): Promise<string> {
      const [, rpm = ''] = await present();
      const required = (await runOrThrow('rpm', ['-qp', '-R', rpm])).split('\n');
      const provided = required
        .filter((line) => line !== '' && !line.startsWith('rpmlib('))
        .map((line) => `Provides: ${line.replace(/^\((\S+) or .+\)$/u, '$1')}`);
      const folder = await temporaryFolder();
      const head = ['Name: distribution', 'Version: 1', 'Release: 1', 'Summary: All that is required'];
      const spec = [
        ...head,
        'License: MIT',
        'BuildArch: noarch',
        ...new Set(provided),
        '%description',
        'All',
      ];
      await writeFile(join(folder, 'distribution.spec'), `${spec.join('\n')}\n%files\n`);
      const define = ['--define', `_topdir ${folder}`];
      await runOrThrow('rpmbuild', ['-bb', ...define, join(folder, 'distribution.spec')]);
      return join(folder, 'RPMS', 'noarch', 'distribution-1-1.noarch.rpm');
    }

    beforeAll(async () => {
      await dnf('install', '--disablerepo=*', await makeDistribution());
    });

    test('installs the app, upgrades it, and removes it without leftovers', async () => {
      await subscribe();
      await dnf('install', `notafter-${formerVersion}`);
      expect(await installed()).toContain(`notafter-${formerVersion}-1.`);
      expect(await system.fine('notafter', '--version')).toMatch(/^NotAfter [\d.]+\n$/u);
      await repository.publish(await present());
      await dnf('--refresh', 'upgrade');
      expect(await installed()).toContain(`notafter-${version}.`);
      expect(await system.fine('notafter', '--version')).toMatch(/^NotAfter [\d.]+\n$/u);
      await dnf('remove', 'notafter');
      expect(await installed()).toContain('not installed');
      expect(await leftIn(system)).toEqual([]);
    });

    test('installs no package that was changed', async () => {
      await subscribe();
      await dnf('makecache');
      const folder = join(repository.folder, 'rpm');
      for (const file of (await readdir(folder)).filter((name) => name.endsWith('.rpm')))
        undo.push(await damage(join(folder, file)));
      const { code, output } = await system.run('dnf', '-y', 'install', 'notafter');
      expect(code, output).toBe(1);
      expect(await installed()).toContain('not installed');
      expect(await leftIn(system)).toEqual([]);
    });

    const refused = async () => {
      const { code, output } = await system.run('dnf', '-y', '--refresh', 'install', 'notafter');
      expect(code, output).toBe(1);
      expect(output).toMatch(/GPG|signature/iu);
      expect(await installed()).toContain('not installed');
    };

    test('takes no list that was changed after it was signed', async () => {
      await subscribe();
      const list = join(repository.folder, 'rpm', 'repodata', 'repomd.xml');
      const before = await readFile(list);
      undo.push(() => writeFile(list, before));
      await writeFile(list, `${before}<!-- changed -->\n`);
      await refused();
    });

    test('takes no list that another key signed', async () => {
      await subscribe();
      // The key that the users have already stays where they took it from.
      const key = join(repository.folder, 'notafter.asc');
      const before = await readFile(key);
      undo.push(await repository.signAsOther());
      await writeFile(key, before);
      await refused();
    });
  });
});
