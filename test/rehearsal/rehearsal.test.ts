import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wordsOf } from '#scripts/demo/windowSteps.ts';
import { runOrThrow } from '#scripts/lib/processes.ts';
import { rehearsalSchema } from '#scripts/release/rehearsal.ts';
import { type BareRoot, makeBareRoot } from '#test/support/e2e/bareRoot.ts';
import { packagesIn } from '#test/support/e2e/builtPackages.ts';
import { temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { startPackaged } from '#test/support/e2e/packagedApp.ts';
import { trustingHome } from '#test/support/e2e/trustingHome.ts';
import { startUpdateFeed } from '#test/support/e2e/updateFeed.ts';
import { selfSigned } from '#test/support/testCertificates.ts';

const { former, version, before, release, repository, debian } = rehearsalSchema.parse(
  JSON.parse(process.env['NOTAFTER_REHEARSAL'] ?? 'null'),
);

const source = '/etc/apt/sources.list.d/notafter.sources';

describe(`in a bare Debian ${debian}`, () => {
  let root: BareRoot;
  /** What the making of the system left. */
  let others: readonly string[];
  const apt = (...words: readonly string[]) => root.run('apt-get', '-y', '--no-install-recommends', ...words);
  const installed = async (name: string) =>
    (await root.run('dpkg-query', '-W', '-f', '$' + '{Version}', name)).trim();
  const named = async () => (await root.paths()).filter((path) => /notafter/iu.test(path));
  const left = async () => (await named()).filter((path) => !others.includes(path));

  beforeAll(async () => {
    // With the dependencies of the package, and without itself: the repository is the only source from here on.
    root = await makeBareRoot(debian, (await packagesIn(before)).file('deb'), [], { [repository]: 'srv' });
    await root.run('dpkg', '--purge', 'notafter');
    await root.run('sh', '-c', 'rm -rf /etc/apt/sources.list /etc/apt/sources.list.d/*');
    await root.run('cp', '/srv/notafter.sources', source);
    others = await named();
    await apt('update');
  });

  afterAll(() => rm(root.folder, { recursive: true, force: true }));

  test.each([
    ['notafter', `NotAfter ${version}\n`],
    // It says the version of the clone that it was built of.
    ['notafter-server', `NotAfter ${former}\n`],
  ])('apt installs %s, upgrades and removes it', async (name, words) => {
    await apt('install', `${name}=${former}-1`);
    expect(await installed(name)).toBe(`${former}-1`);
    expect(await root.run(name, '--version')).toBe(`NotAfter ${former}\n`);
    await apt('upgrade');
    expect(await installed(name)).toBe(`${version}-1`);
    expect(await root.run(name, '--version')).toBe(words);
    await apt('purge', name);
    expect(await left()).toEqual([]);
  });

  test('the version before finds the new one through the signed feed, and its command installs it', async () => {
    await apt('install', `notafter=${former}-1`);
    const folder = join(root.folder, 'opt', 'NotAfter');
    const resources = join(folder, 'resources');
    const certificate = await selfSigned('localhost', true, ['localhost']);
    const feed = await startUpdateFeed(certificate);
    const config = (await readFile(feed.config, 'utf8')).replace('127.0.0.1', 'localhost');
    await writeFile(join(resources, 'app-update.yml'), config);
    const deb = `NotAfter-${version}-linux-${process.arch === 'x64' ? 'amd64' : process.arch}.deb`;
    for (const name of ['release.json', 'release.json.sig', deb])
      feed.serve(name, await readFile(join(release, name)));

    const home = await trustingHome(certificate.pem);
    const app = await startPackaged(
      { folder, executable: '/usr/bin/notafter', resources },
      await temporaryFolder(),
      // Chromium never creates a sandbox for root.
      { launcher: root.launcher, args: ['--no-sandbox'], env: { ...feed.env, HOME: home } },
    );
    const page = await app.window();
    const t = await wordsOf(page);
    await page.getByRole('button', { name: t('help.open') }).click();
    await page.getByRole('button', { name: t('help.update.check') }).click();
    const shown = await page.getByText(/^sudo apt install /u).textContent();
    expect(shown).toBe(`sudo apt install ./${deb}`);
    process.kill(app.pid);
    await app.ended;

    // As the user does who follows the command.
    const [, origin = ''] = /^url: (.*)$/mu.exec(config) ?? [];
    const file = join(home, deb);
    await runOrThrow('curl', [
      ...['--silent', '--show-error', '--fail', '--cacert', join(home, 'trusted.pem')],
      ...['--output', file, `${origin}${deb}`],
    ]);
    await apt('install', file);
    expect(await installed('notafter')).toBe(`${version}-1`);
    expect(await root.run('notafter', '--version')).toBe(`NotAfter ${version}\n`);
    await apt('purge', 'notafter');
    expect(await left()).toEqual([]);
  });
});
