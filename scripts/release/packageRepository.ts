import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { runOrThrow } from '../lib/processes.ts';
import { StopError } from '../lib/terminal.ts';

/** What a repository for apt and dnf is made of. */
export type RepositoryOrder = {
  /** The folder with the packages of a release: its deb and rpm files are taken. */
  readonly packages: string;
  /** The folder of the repository. Packages that it has already stay. */
  readonly output: string;
  /** The OpenPGP key that signs, as gpg finds it: a fingerprint. */
  readonly key: string;
  /** Where users will find the folder. */
  readonly url: string;
  /** The time of the signatures. */
  readonly now: Date;
};

const debianProcessors = ['amd64', 'arm64'];
const suite = 'stable';
const publicKey = 'notafter.asc';

/**
 * Makes or extends the repository: `apt` by Debian's format with one suite, `rpm` by createrepo_c, the public key, and the files
 * that users install, `notafter.sources` and `notafter.repo`. Both lists of packages are signed; a package is what its list
 * says by its SHA-256.
 * @throws StopError if the folder holds no packages
 */
export async function makePackageRepository(order: RepositoryOrder): Promise<void> {
  const { output, key, url } = order;
  const names = await readdir(order.packages);
  const [debs, rpms] = ['.deb', '.rpm'].map((end) => names.filter((name) => name.endsWith(end)));
  if (debs === undefined || rpms === undefined || debs.length + rpms.length === 0)
    throw new StopError(`${order.packages} has neither deb nor rpm files.`);
  const [apt, pool, rpm] = [join(output, 'apt'), join(output, 'apt', 'pool'), join(output, 'rpm')];
  for (const [folder, files] of [
    [pool, debs],
    [rpm, rpms],
  ] as const) {
    await mkdir(folder, { recursive: true });
    for (const name of files) await copyFile(join(order.packages, name), join(folder, name));
  }
  const armored = await gpg('--armor', '--export', key);
  await writeFile(join(output, publicKey), armored);
  await writeAptLists(apt, order);
  await writeRpmLists(rpm, order);
  await writeFile(join(output, 'notafter.sources'), aptSource(url, armored));
  await writeFile(join(output, 'notafter.repo'), dnfSource(url));
}

/** https://wiki.debian.org/DebianRepository/Format */
async function writeAptLists(apt: string, { key, now }: RepositoryOrder): Promise<void> {
  const lists = join(apt, 'dists', suite);
  await rm(lists, { recursive: true, force: true });
  const files: [path: string, content: Uint8Array][] = [];
  // It finds the packages of one processor by names that ours have not. Paths are relative to the folder above the pool.
  const output = await runOrThrow('dpkg-scanpackages', ['--multiversion', 'pool'], { cwd: apt });
  const all = output.replace(/^dpkg-scanpackages: .*\n/gmu, '').split(/\n\n+/u);
  for (const processor of debianProcessors) {
    const own = all.filter((each) => each.split('\n').includes(`Architecture: ${processor}`));
    const packages = Buffer.from(own.map((each) => `${each}\n\n`).join(''));
    const path = `main/binary-${processor}/Packages`;
    files.push([path, packages], [`${path}.gz`, gzipSync(packages, { level: 9 })]);
  }
  const sums = files.map(([path, content]) => {
    const digest = createHash('sha256').update(content).digest('hex');
    return ` ${digest} ${content.byteLength} ${path}\n`;
  });
  const fields = [
    ['Origin', 'NotAfter'],
    ['Label', 'NotAfter'],
    ['Suite', suite],
    ['Codename', suite],
    ['Date', now.toUTCString().replace('GMT', 'UTC')],
    ['Architectures', debianProcessors.join(' ')],
    ['Components', 'main'],
    ['Acquire-By-Hash', 'no'],
  ];
  const head = fields.map(([name, value]) => `${name}: ${value}\n`).join('');
  for (const [path, content] of files) {
    await mkdir(join(lists, path, '..'), { recursive: true });
    await writeFile(join(lists, path), content);
  }
  const release = join(lists, 'Release');
  await writeFile(release, `${head}SHA256:\n${sums.join('')}`);
  await sign(key, '--clearsign', join(lists, 'InRelease'), release);
  await sign(key, '--detach-sign', join(lists, 'Release.gpg'), release);
}

async function writeRpmLists(rpm: string, { key }: RepositoryOrder): Promise<void> {
  await rm(join(rpm, 'repodata'), { recursive: true, force: true });
  await runOrThrow('createrepo_c', ['--quiet', '--no-database', '--checksum', 'sha256', rpm]);
  const list = join(rpm, 'repodata', 'repomd.xml');
  await sign(key, '--detach-sign', `${list}.asc`, list);
  // zypper looks for the key here.
  await copyFile(join(rpm, '..', publicKey), `${list}.key`);
}

async function gpg(...args: readonly string[]): Promise<string> {
  return await runOrThrow('gpg', ['--batch', '--yes', '--quiet', ...args]);
}

async function sign(key: string, how: string, output: string, input: string): Promise<void> {
  await gpg('--local-user', key, '--digest-algo', 'SHA512', '--armor', '--output', output, how, input);
}

/** sources.list(5) in the format of deb822, with the key inside: apt 2.3.10 or newer. */
function aptSource(url: string, armored: string): string {
  const key = armored
    .trimEnd()
    .split('\n')
    .map((line) => ` ${line === '' ? '.' : line}\n`);
  const fields = ['Types: deb', `URIs: ${url}/apt`, `Suites: ${suite}`, 'Components: main', 'Signed-By:'];
  return `${fields.join('\n')}\n${key.join('')}`;
}

/** dnf.conf(5). The signed list has the digest of each package, so the packages have no signature of their own. */
function dnfSource(url: string): string {
  return [
    ...['[notafter]', 'name=NotAfter', `baseurl=${url}/rpm`, 'enabled=1'],
    ...['repo_gpgcheck=1', 'gpgcheck=0', `gpgkey=${url}/${publicKey}`, ''],
  ].join('\n');
}
