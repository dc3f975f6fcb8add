import { existsSync } from 'node:fs';
import {
  appendFile,
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';
import { run, runOrThrow } from '#scripts/lib/processes.ts';
import { filesOf, sumsOf } from '#scripts/packaging/releaseFiles.ts';
import { makeSigningKey, privateKeyText, removeKeys, type SigningKey } from '#scripts/release/openpgp.ts';
import { makePackageRepository } from '#scripts/release/packageRepository.ts';
import { needs } from '#scripts/vitest/needs.ts';

const isDebian = needs(existsSync('/usr/bin/apt-get'), 'there is no apt');

const dayMs = 86_400_000;
let work: string;
let key: SigningKey;
let otherKey: SigningKey;
/** The repository of the first release, which the tests copy. */
let first: string;
let firstRelease: string;

/** Makes a package that has nothing in it, in a folder of a release. */
async function addDeb(release: string, name: string, version: string, words = 'Nothing'): Promise<void> {
  const folder = await mkdtemp(join(work, 'deb-'));
  await mkdir(join(folder, 'DEBIAN'));
  const control = {
    Package: name,
    Version: version,
    Architecture: 'amd64',
    Maintainer: 'Test <a@b.invalid>',
  };
  const fields = Object.entries({ ...control, Description: words }).map(
    ([field, value]) => `${field}: ${value}\n`,
  );
  await writeFile(join(folder, 'DEBIAN', 'control'), fields.join(''));
  const file = join(release, `NotAfter-${version}-linux-amd64.deb`);
  await runOrThrow('dpkg-deb', ['--root-owner-group', '-Zgzip', '--build', folder, file]);
}

const writeSums = async (release: string) =>
  writeFile(join(release, 'SHA256SUMS'), sumsOf(await filesOf(release)));

/** A folder with the packages of a release, and their digests. */
async function released(version: string, words?: string): Promise<string> {
  const release = await mkdtemp(join(work, 'release-'));
  await addDeb(release, 'notafter', version, words);
  await writeFile(join(release, `NotAfter-${version}-win-x64.exe`), 'of no repository');
  await writeSums(release);
  return release;
}

const make = (
  packages: string,
  output: string,
  { isFirst = false, by = key, now = new Date() }: { isFirst?: boolean; by?: SigningKey; now?: Date } = {},
) => makePackageRepository({ packages, output, isFirst, key: by, url: `file://${output}`, now });

/** A copy of the repository of the first release. */
async function copied(): Promise<string> {
  const folder = join(await mkdtemp(join(work, 'copy-')), 'repository');
  await cp(first, folder, { recursive: true });
  return folder;
}

/** What is in a folder, as paths with their contents. */
async function contents(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(files.sort().map(async (file) => [file, await readFile(file, 'latin1')] as const)),
  );
}

/** What apt of this computer says to a repository as its only source, and the versions of the app that it would install. */
async function aptUpdate(repository: string) {
  const home = await mkdtemp(join(work, 'apt-'));
  for (const folder of ['state/lists/partial', 'cache/archives/partial'])
    await mkdir(join(home, folder), { recursive: true });
  await writeFile(join(home, 'status'), '');
  const source = await readFile(join(repository, 'notafter.sources'), 'utf8');
  await writeFile(
    join(home, 'notafter.sources'),
    source.replace(/^URIs: .*$/mu, `URIs: file://${repository}/apt`),
  );
  // The settings of this computer do not count, such as one that takes old lists.
  const settings = {
    'Dir::Etc::Parts': '/dev/null',
    'Dir::Etc::Main': '/dev/null',
    'Dir::Etc::SourceList': join(home, 'notafter.sources'),
    'Dir::Etc::SourceParts': '/dev/null',
    'Dir::State': join(home, 'state'),
    'Dir::State::status': join(home, 'status'),
    'Dir::Cache': join(home, 'cache'),
    'APT::Architecture': 'amd64',
    'APT::Architectures': 'amd64',
    'APT::Sandbox::User': 'root',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} "${value}";\n`);
  await writeFile(join(home, 'apt.conf'), lines.join(''));
  const env = { ...process.env, LC_ALL: 'C.UTF-8', APT_CONFIG: join(home, 'apt.conf'), TMPDIR: home };
  const { output } = await run('apt-get', ['update'], { env });
  const listed = await run('apt-cache', ['madison', 'notafter'], { env });
  return {
    output,
    versions: [...listed.output.matchAll(/^ *notafter \| +(\S+)/gmu)].map(([, each]) => each),
  };
}

const releaseFile = (repository: string) => join(repository, 'apt', 'dists', 'stable', 'Release');

async function dates(repository: string): Promise<readonly [from: number, until: number]> {
  const text = await readFile(releaseFile(repository), 'utf8');
  const of = (name: string) => Date.parse(new RegExp(`^${name}: (.*)$`, 'mu').exec(text)?.[1] ?? '');
  return [of('Date'), of('Valid-Until')];
}

/** Runs the script of the workflow on a folder. */
async function renew(folder: string, by = key) {
  const env = { ...process.env, KEY: await privateKeyText(by) };
  return await run(join(projectFolder, '.github', 'renew-repository.sh'), [folder], { env });
}

describe('the repository', isDebian, () => {
  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), 'notafter-repository-'));
    const makeKey = async (name: string) => makeSigningKey(await mkdtemp(join(tmpdir(), 'gpg-')), name);
    [key, otherKey] = [await makeKey('Packages'), await makeKey('Other packages')];
    first = join(work, 'repository');
    firstRelease = await released('1.0.0');
    await make(firstRelease, first, { isFirst: true });
  });

  afterAll(async () => {
    for (const { home } of [key, otherKey]) if (home !== undefined) await removeKeys(home);
    await rm(work, { recursive: true, force: true });
  });

  it('of a first release has its packages alone, and apt lists them', async () => {
    const { output, versions } = await aptUpdate(first);
    expect(output).not.toMatch(/^[EW]:/mu);
    expect(versions).toEqual(['1.0.0']);
    expect(await readdir(join(first, 'apt', 'pool'))).toEqual(['NotAfter-1.0.0-linux-amd64.deb']);
  });

  it('of a later release has also the packages that the list before names, and says which', async () => {
    const folder = await copied();
    expect(await make(await released('1.1.0'), folder)).toEqual({
      added: ['apt/pool/NotAfter-1.1.0-linux-amd64.deb'],
      kept: ['apt/pool/NotAfter-1.0.0-linux-amd64.deb'],
      gone: [],
    });
    expect((await aptUpdate(folder)).versions).toEqual(['1.1.0', '1.0.0']);
    await make(await released('1.2.0'), folder);
    expect((await aptUpdate(folder)).versions).toEqual(['1.2.0', '1.1.0', '1.0.0']);
  });

  it('has a signed list of all its files', async () => {
    const { home = '', fingerprint } = key;
    const list = ['SHA256SUMS.asc', 'SHA256SUMS'].map((name) => join(first, name));
    const { output } = await run('gpg', [
      '--homedir',
      home,
      '--batch',
      '--status-fd',
      '1',
      '--verify',
      ...list,
    ]);
    expect(output).toContain(`VALIDSIG ${fingerprint}`);
    expect((await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: first })).code).toBe(0);
    const named = (await readFile(join(first, 'SHA256SUMS'), 'utf8')).trim().split('\n');
    const files = [...(await contents(first)).keys()].map((path) => path.slice(first.length + 1));
    expect([...named.map((line) => line.slice(66)), 'SHA256SUMS', 'SHA256SUMS.asc'].sort()).toEqual(
      files.sort(),
    );
  });

  it('may be made of the same release again', async () => {
    const folder = await copied();
    expect(await make(firstRelease, folder)).toMatchObject({ kept: [] });
    expect((await aptUpdate(folder)).versions).toEqual(['1.0.0']);
  });

  it('leaves out a former package that a maintainer removed, and says so', async () => {
    const folder = await copied();
    await rm(join(folder, 'apt', 'pool', 'NotAfter-1.0.0-linux-amd64.deb'));
    expect(await make(await released('1.1.0'), folder)).toMatchObject({
      kept: [],
      gone: ['apt/pool/NotAfter-1.0.0-linux-amd64.deb'],
    });
    expect((await aptUpdate(folder)).versions).toEqual(['1.1.0']);
  });

  const pool = (folder: string, version: string) =>
    join(folder, 'apt', 'pool', `NotAfter-${version}-linux-amd64.deb`);

  describe('stops, names the file and changes nothing', () => {
    it.each<[string, RegExp, (folder: string) => Promise<unknown>]>([
      [
        'a package that somebody put there',
        /apt\/pool\/NotAfter-9\.9\.9-linux-amd64\.deb: the list does not name it/u,
        async (folder) => {
          const name = 'NotAfter-9.9.9-linux-amd64.deb';
          await copyFile(join(await released('9.9.9'), name), join(folder, 'apt', 'pool', name));
        },
      ],
      [
        'a package that was changed',
        /NotAfter-1\.0\.0-linux-amd64\.deb: it is not what the list names/u,
        (folder) => appendFile(pool(folder, '1.0.0'), 'x'),
      ],
      [
        'a former package that is now a link to another file',
        /NotAfter-1\.0\.0-linux-amd64\.deb: it is a link/u,
        async (folder) => {
          await rm(pool(folder, '1.0.0'));
          await symlink(pool(first, '1.0.0'), pool(folder, '1.0.0'));
        },
      ],
      [
        'another file',
        /index\.html: the list does not name it/u,
        (folder) => writeFile(join(folder, 'index.html'), ''),
      ],
      [
        'the key that users install, which was changed',
        /notafter\.sources: it is not what/u,
        (folder) => appendFile(join(folder, 'notafter.sources'), '\n'),
      ],
      [
        'an rpm among the lists',
        /rpm\/repodata\/evil\.rpm: the list does not name it/u,
        (folder) => writeFile(join(folder, 'rpm', 'repodata', 'evil.rpm'), ''),
      ],
      [
        'a list whose signature is missing',
        /SHA256SUMS has no good signature of the key [0-9A-F]{40}/u,
        (folder) => rm(join(folder, 'SHA256SUMS.asc')),
      ],
      [
        'a list that was changed after its signature',
        /no good signature/u,
        async (folder) => {
          await copyFile(pool(folder, '1.0.0'), pool(folder, '9.9.9'));
          const list = join(folder, 'SHA256SUMS');
          const text = await readFile(list, 'utf8');
          const line = text.split('\n').find((each) => each.endsWith('1.0.0-linux-amd64.deb')) ?? '';
          await writeFile(list, `${text}${line.replace('1.0.0', '9.9.9')}\n`);
        },
      ],
      [
        'a list that another key signed',
        /no good signature/u,
        async (folder) => {
          await rm(folder, { recursive: true });
          await make(await released('9.9.9'), folder, { isFirst: true, by: otherKey });
        },
      ],
      [
        'another file of the same key in place of the list',
        /SHA256SUMS is no list of a repository/u,
        async (folder) => {
          await copyFile(releaseFile(folder), join(folder, 'SHA256SUMS'));
          await copyFile(`${releaseFile(folder)}.gpg`, join(folder, 'SHA256SUMS.asc'));
        },
      ],
      [
        'no list',
        /has no SHA256SUMS of a former repository.*--first/u,
        (folder) => rm(join(folder, 'SHA256SUMS')),
      ],
      [
        'no folder',
        /has no SHA256SUMS of a former repository.*--first/u,
        (folder) => rm(folder, { recursive: true }),
      ],
    ])('at %s', async (_, words, change) => {
      const folder = await copied();
      await change(folder);
      const before = existsSync(folder) ? await contents(folder) : null;
      await expect(make(await released('1.1.0'), folder)).rejects.toThrow(words);
      expect(existsSync(folder) ? await contents(folder) : null).toEqual(before);
      const beside = await readdir(join(folder, '..'));
      expect(beside.filter((name) => !/^repository(?:-lists\.tar\.gz)?$/u.test(name))).toEqual([]);
    });

    it('if a first repository is asked for, and there is something already', async () => {
      await expect(make(await released('1.1.0'), await copied(), { isFirst: true })).rejects.toThrow(
        /to be a first repository, and has \w+/u,
      );
    });

    it('at a package of a former version that has other contents', async () => {
      await expect(make(await released('1.0.0', 'Something else'), await copied())).rejects.toThrow(
        /needs another version:\n {2}apt\/pool\/NotAfter-1\.0\.0-linux-amd64\.deb/u,
      );
    });

    it.each<[string, RegExp, (release: string) => Promise<unknown>]>([
      [
        'a package that the release does not name',
        /does not name these packages:\n {2}NotAfter-9\.9\.9-linux-amd64\.deb/u,
        (release) => addDeb(release, 'notafter', '9.9.9'),
      ],
      [
        'a package of the release with another digest',
        /NotAfter-1\.1\.0-linux-amd64\.deb is not what the list names/u,
        (release) => appendFile(join(release, 'NotAfter-1.1.0-linux-amd64.deb'), 'x'),
      ],
      [
        'a package of the release that is missing',
        /has not these packages:\n {2}NotAfter-1\.1\.0-linux-amd64\.deb/u,
        (release) => rm(join(release, 'NotAfter-1.1.0-linux-amd64.deb')),
      ],
      ['a release without digests', /has no SHA256SUMS/u, (release) => rm(join(release, 'SHA256SUMS'))],
    ])('at %s', async (_, words, change) => {
      const [folder, release] = [await copied(), await released('1.1.0')];
      await change(release);
      const before = await contents(folder);
      await expect(make(release, folder)).rejects.toThrow(words);
      expect(await contents(folder)).toEqual(before);
    });
  });

  describe('has a list that', () => {
    it('is valid for 90 days', async () => {
      const [from, until] = await dates(first);
      expect(until - from).toBe(90 * dayMs);
    });

    /** A repository whose list has just expired. */
    async function expired(): Promise<string> {
      const folder = join(await mkdtemp(join(work, 'expired-')), 'repository');
      await make(firstRelease, folder, { isFirst: true, now: new Date(Date.now() - 91 * dayMs) });
      return folder;
    }

    it('apt refuses after that, and takes once the script of the workflow renewed it, by its small archive alone', async () => {
      const folder = await expired();
      const late = await aptUpdate(folder);
      expect(late.output).toMatch(/is expired/u);
      expect(late.versions).toEqual([]);
      const lists = await mkdtemp(join(work, 'lists-'));
      await runOrThrow('tar', ['-xzf', `${folder}-lists.tar.gz`, '-C', lists]);
      const { code, output } = await renew(lists);
      expect(code, output).toBe(0);
      await cp(lists, folder, { recursive: true });
      expect(await aptUpdate(folder)).toMatchObject({ versions: ['1.0.0'] });
      const [from, until] = await dates(folder);
      expect(until - from).toBe(90 * dayMs);
      expect(Math.abs(from - Date.now())).toBeLessThan(120_000);
      // The next release extends what was renewed.
      expect(await make(await released('1.1.0'), folder)).toMatchObject({
        kept: [expect.stringContaining('1.0.0')],
      });
    });

    it.each<[string, (folder: string) => Promise<unknown>]>([
      ['has no signature', (folder) => rm(join(folder, 'SHA256SUMS.asc'))],
      ['was changed', (folder) => appendFile(join(folder, 'SHA256SUMS'), '\n')],
      [
        'names other packages',
        (folder) =>
          appendFile(join(folder, 'apt', 'dists', 'stable', 'main', 'binary-amd64', 'Packages'), '\n'),
      ],
      [
        'lacks a part',
        (folder) => rm(join(folder, 'apt', 'dists', 'stable', 'main', 'binary-arm64', 'Packages')),
      ],
    ])('is not renewed if it %s', async (_, change) => {
      const folder = await copied();
      await change(folder);
      const before = await contents(folder);
      expect((await renew(folder)).code).not.toBe(0);
      expect(await contents(folder)).toEqual(before);
    });

    it('is not renewed with another key', async () => {
      const folder = await copied();
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      expect((await renew(folder, otherKey)).code).not.toBe(0);
    });
  });
});
