import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { STALE_FEED_DAYS } from '#shared/domain/update.ts';
import { runOrThrow } from '../lib/processes.ts';
import { StopError } from '../lib/terminal.ts';
import { sumsFile } from '../packaging/releaseFiles.ts';
import { exportKey, isSignedWith, type SigningKey, signFile } from './openpgp.ts';

/** What a repository for apt and dnf is made of. */
export type RepositoryOrder = {
  /** The folder of a release: its deb and rpm files, and `SHA256SUMS`, which names them. */
  readonly packages: string;
  /** The folder of the repository. The packages that its signed list names stay. */
  readonly output: string;
  /** Whether no repository was before. Then the folder must be missing or empty. */
  readonly isFirst: boolean;
  readonly key: SigningKey;
  /** Where users will find the folder. */
  readonly url: string;
  /** The time of the signatures. */
  readonly now: Date;
};

/** The paths of packages in the repository, sorted. */
export type RepositoryChange = {
  readonly added: readonly string[];
  readonly kept: readonly string[];
  /** What the former list names, and somebody removed. */
  readonly gone: readonly string[];
};

const debianProcessors = ['amd64', 'arm64'];
const suite = 'stable';
const publicKey = 'notafter.asc';
const sumsSignature = `${sumsFile}.asc`;

/** How long apt takes a list, in days: as long as apps take the update feed for current. A workflow renews it each week. */
const VALID_DAYS = STALE_FEED_DAYS;

/**
 * Makes or extends the repository: `apt` by Debian's format with one suite, `rpm` by createrepo_c, the public key, and the files
 * that users install, `notafter.sources` and `notafter.repo`. Both lists of packages are signed; a package is what its list
 * says by its SHA-256. `SHA256SUMS` names every file and is signed too: the next time nothing else is taken. Beside the folder
 * an archive is made of what the workflow renews.
 *
 * Signed is only what the release names by digest, and what the former list, with a good signature of the same key, names by
 * digest: the folder comes from a web server, whose owner must not decide what users install. Nothing is changed if it stops.
 * @throws StopError with what is wrong, by the names of the files
 */
export async function makePackageRepository(order: RepositoryOrder): Promise<RepositoryChange> {
  const { output } = order;
  const released = await releasedPackages(order.packages);
  const former = order.isFirst ? await noFormerFiles(output) : await formerFiles(order);
  const packages = [...former].filter(([path]) => isPackage(path));
  const other = packages.filter(([path, digest]) => (released.get(path) ?? digest) !== digest);
  if (other.length > 0)
    throw new StopError(
      `The repository has other packages of these names already, so this release needs another version:\n${indented(other.map(([path]) => path))}`,
    );
  const kept = packages.filter(([path]) => !released.has(path) && existsSync(join(output, path)));
  const gone = packages.filter(([path]) => !existsSync(join(output, path)));
  await mkdir(dirname(output), { recursive: true });
  const work = await mkdtemp(`${output}-`);
  try {
    const made = join(work, 'repository');
    for (const folder of ['apt/pool', 'rpm']) await mkdir(join(made, folder), { recursive: true });
    for (const [path, digest] of kept) await take(join(output, path), join(made, path), digest);
    for (const [path, digest] of released)
      await take(join(order.packages, nameOf(path)), join(made, path), digest);
    await writeRepository(made, order);
    await rm(output, { recursive: true, force: true });
    await rename(made, output);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  await runOrThrow('tar', [
    ...['-czf', `${output}-lists.tar.gz`, '-C', output],
    ...[sumsFile, sumsSignature, 'apt/dists'],
  ]);
  const paths = (of: Iterable<readonly [string, string]>) => [...of].map(([path]) => path).sort();
  return { added: paths(released), kept: paths(kept), gone: paths(gone) };
}

/** The packages that a release names, by their paths in the repository, with their SHA-256 in hexadecimal. */
async function releasedPackages(folder: string): Promise<ReadonlyMap<string, string>> {
  const pathOf = (name: string) => (name.endsWith('.deb') ? `apt/pool/${name}` : `rpm/${name}`);
  const isOne = (name: string) => isPackage(pathOf(name));
  const sums = readSums(await readFile(join(folder, sumsFile), 'utf8').catch(() => ''));
  const named = [...(sums ?? [])].filter(([name]) => isOne(name));
  if (named.length === 0) throw new StopError(`${folder} has no ${sumsFile} that names deb or rpm files.`);
  const names = await readdir(folder);
  const unnamed = names.filter((name) => /\.(?:deb|rpm)$/u.test(name) && sums?.has(name) !== true);
  if (unnamed.length > 0)
    throw new StopError(`${sumsFile} of ${folder} does not name these packages:\n${indented(unnamed)}`);
  const missing = named.map(([name]) => name).filter((name) => !names.includes(name));
  if (missing.length > 0) throw new StopError(`${folder} has not these packages:\n${indented(missing)}`);
  return new Map(named.map(([name, digest]) => [pathOf(name), digest]));
}

async function noFormerFiles(output: string): Promise<ReadonlyMap<string, string>> {
  const [name] = existsSync(output) ? await readdir(output) : [];
  if (name !== undefined)
    throw new StopError(
      `${output} is to be a first repository, and has ${name}. Without --first it is extended.`,
    );
  return new Map();
}

/** What the former list names, after each file of the folder was found to be what it names. */
async function formerFiles({ output, key }: RepositoryOrder): Promise<ReadonlyMap<string, string>> {
  const list = join(output, sumsFile);
  if (!existsSync(list))
    throw new StopError(
      `${output} has no ${sumsFile} of a former repository. Fetch the whole folder from where users find it. If there never was one, add --first.`,
    );
  if (!(await isSignedWith(key, list, join(output, sumsSignature))))
    throw new StopError(
      `${list} has no good signature of the key ${key.fingerprint} in ${sumsSignature}, so nobody knows what was in the repository. Take the folder from a copy of your own.`,
    );
  const sums = readSums(await readFile(list, 'utf8'));
  if (sums === null) throw new StopError(`${list} is no list of a repository.`);
  const strange: string[] = [];
  for (const file of await filesIn(output)) {
    if (file.path === sumsFile || file.path === sumsSignature) continue;
    const expected = sums.get(file.path);
    if (expected === undefined) strange.push(`${file.path}: the list does not name it`);
    else if (!file.isRegular) strange.push(`${file.path}: it is a link or a device`);
    else if ((await digestOf(join(output, file.path))) !== expected)
      strange.push(`${file.path}: it is not what the list names`);
  }
  if (strange.length > 0)
    throw new StopError(
      `${output} has files that the signed ${sumsFile} does not name by their digest, and nothing that is not known is signed:\n${indented(strange)}\nFind out who put them there, and take the folder from a copy of your own.`,
    );
  return sums;
}

async function filesIn(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => ({
      path: relative(folder, join(entry.parentPath, entry.name)),
      isRegular: entry.isFile(),
    }))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

const isPackage = (path: string) => /^(?:apt\/pool\/[^/]+\.deb|rpm\/[^/]+\.rpm)$/u.test(path);
const nameOf = (path: string) => path.replace(/^.*\//u, '');
const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`).join('\n');

/** The digests that `sha256sum -c` reads, by their paths; `null` for another text, or a path that leads elsewhere. */
function readSums(text: string): ReadonlyMap<string, string> | null {
  const lines = text.split('\n').filter((line) => line !== '');
  const sums = lines.map((line) => /^([0-9a-f]{64}) {2}(\w[\w.+~-]*(?:\/\w[\w.+~-]*)*)$/u.exec(line));
  if (sums.includes(null)) return null;
  return new Map(sums.map((match) => [match?.[2] ?? '', match?.[1] ?? '']));
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Copies a package. What is compared with its digest is the copy. */
async function take(from: string, to: string, digest: string): Promise<void> {
  await copyFile(from, to);
  if ((await digestOf(to)) !== digest)
    throw new StopError(`${from} is not what the list names: it has another digest.`);
}

/** Writes all but the packages, which are there. */
async function writeRepository(folder: string, order: RepositoryOrder): Promise<void> {
  const { key, url } = order;
  await exportKey(key, join(folder, publicKey), '--armor');
  await writeAptLists(join(folder, 'apt'), order);
  await writeRpmLists(join(folder, 'rpm'), order);
  const armored = await readFile(join(folder, publicKey), 'utf8');
  await writeFile(join(folder, 'notafter.sources'), aptSource(url, armored));
  await writeFile(join(folder, 'notafter.repo'), dnfSource(url));
  const lines: string[] = [];
  for (const { path } of await filesIn(folder))
    lines.push(`${await digestOf(join(folder, path))}  ${path}\n`);
  await writeFile(join(folder, sumsFile), lines.join(''));
  await signFile(key, '--detach-sign', join(folder, sumsFile), join(folder, sumsSignature));
}

/** https://wiki.debian.org/DebianRepository/Format */
async function writeAptLists(apt: string, { key, now }: RepositoryOrder): Promise<void> {
  const lists = join(apt, 'dists', suite);
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
  const date = (time: Date) => time.toUTCString().replace('GMT', 'UTC');
  const fields = [
    ['Origin', 'NotAfter'],
    ['Label', 'NotAfter'],
    ['Suite', suite],
    ['Codename', suite],
    ['Date', date(now)],
    ['Valid-Until', date(new Date(now.getTime() + VALID_DAYS * 86_400_000))],
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
  await signFile(key, '--clearsign', release, join(lists, 'InRelease'));
  await signFile(key, '--detach-sign', release, join(lists, 'Release.gpg'));
}

async function writeRpmLists(rpm: string, { key }: RepositoryOrder): Promise<void> {
  await runOrThrow('createrepo_c', ['--quiet', '--no-database', '--checksum', 'sha256', rpm]);
  const list = join(rpm, 'repodata', 'repomd.xml');
  await signFile(key, '--detach-sign', list, `${list}.asc`);
  // zypper looks for the key here.
  await copyFile(join(rpm, '..', publicKey), `${list}.key`);
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
