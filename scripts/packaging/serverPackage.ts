import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { repositoryUrl } from '#shared/repository.ts';
import { outFolder, projectFolder } from '../lib/paths.ts';
import { run, runOrThrow } from '../lib/processes.ts';
import { registryNode } from '../lib/registryNode.ts';
import { type StepResult, wholeResult } from '../lib/steps.ts';
import { makeArchive } from './archive.ts';
import { packageMaker } from './fpmOrder.ts';
import { commandFiles, debianChangelog, type LinuxFacts, maintainer } from './linuxFiles.ts';
import { linuxFacts, sourceDate } from './packageApp.ts';
import { type Processor, processorNames } from './packageTargets.ts';
import { stageFiles } from './stagedFiles.ts';

/** What to package: the program without Electron, of which `out/server` must be built. */
export type ServerOrder = {
  readonly processor: Processor;
  /** The folder for the packages. */
  readonly output: string;
  /** `store` is fast and large; the default is compressed. */
  readonly compression?: 'store';
  /** Replaces the version of package.json. */
  readonly version?: string;
};

/** The names of a processor: Debian's, and the one in the names of GNU's tools. */
const names = {
  x64: { debian: 'amd64', gnu: 'x86_64-linux-gnu' },
  arm64: { debian: 'arm64', gnu: 'aarch64-linux-gnu' },
} as const satisfies Readonly<Record<Processor, unknown>>;

const assets = join(projectFolder, 'assets', 'package', 'linux');
const own = join(assets, 'server');

/** Its package, and its first command; the second one is that of the app. */
const name = 'notafter-server';
const home = `/usr/lib/${name}`;

/** The packages of the libraries that Node is linked against, with the oldest versions that have what it uses. */
const libraries = ['libc6 (>= 2.28)', 'libgcc-s1', 'libstdc++6 (>= 7)'];

const description = [
  'Keeps TLS certificates of a hosted service up to date on servers',
  'The service and the commands of NotAfter, without a window: it watches certificate orders at a hosted certificate automation service, keeps exported files up to date and runs the agreed commands.',
].join('\n');

/** Makes the tar.gz and the deb of the program without Electron: see `serverPackageNames`. */
export async function packageServer(order: ServerOrder): Promise<StepResult> {
  const work = await mkdtemp(join(tmpdir(), 'notafter-server-'));
  try {
    const epoch = (await sourceDate()) ?? Math.floor(Date.now() / 1000);
    const facts: LinuxFacts = { ...(await linuxFacts(order.version, epoch)), compression: order.compression };
    const program = join(work, 'program');
    await writeProgram(order.processor, program);
    await mkdir(order.output, { recursive: true });
    await writeArchive(order, facts, program, { work, epoch });
    const { code, output } = await run(
      process.execPath,
      [packageMaker, ...(await debArguments(order, facts, program, work))],
      { env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch) } },
    );
    return wholeResult(code === 0, output);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** The names of the packages of one version for one processor. */
export function serverPackageNames(version: string, processor: Processor) {
  return {
    archive: `${name}-${version}-linux-${processor}.tar.gz`,
    deb: `${name}_${version}_${names[processor].debian}.deb`,
  } as const;
}

/** Whether a file of the output folder is one of these packages, of any version. */
export function isServerPackage(file: string): boolean {
  return /^notafter-server[-_]/u.test(file);
}

/**
 * The names in the output folder that have to go before these packages are made: those of other versions, and those that
 * are made again.
 * @param files names of files and folders there
 * @param processors that packages are made for
 */
export function formerServerPackages(
  files: readonly string[],
  version: string,
  processors: readonly Processor[],
): readonly string[] {
  const kept = processorNames
    .filter((processor) => !processors.includes(processor))
    .flatMap((processor) => Object.values<string>(serverPackageNames(version, processor)));
  return files.filter((file) => isServerPackage(file) && !kept.includes(file));
}

/** Writes what both packages have: Node without its symbols, the bundle, the command and the licences. */
async function writeProgram(processor: Processor, folder: string): Promise<void> {
  const node = await registryNode(processor);
  const licences = join(folder, 'licences');
  await mkdir(licences, { recursive: true });
  await runOrThrow(`${names[processor].gnu}-strip`, ['-o', join(folder, 'node'), node.program]);
  await cp(join(outFolder, 'server'), join(folder, 'program'), { recursive: true });
  await rename(join(folder, 'program', 'licences.md'), join(licences, 'program.md'));
  await cp(node.license, join(licences, 'node.txt'));
  await cp(join(projectFolder, 'LICENSE'), join(licences, 'notafter.txt'));
  await cp(join(own, 'notafter.sh'), join(folder, 'bin', 'notafter'));
}

async function writeArchive(
  { processor, output }: ServerOrder,
  facts: LinuxFacts,
  program: string,
  { work, epoch }: { readonly work: string; readonly epoch: number },
): Promise<void> {
  const { archive } = serverPackageNames(facts.version, processor);
  const files = join(work, 'more');
  await writeAll(files, await systemFiles(facts));
  const folder = join(work, 'archive');
  await stageFiles(folder, [
    { from: program, to: '/' },
    { from: join(files, 'usr', 'share'), to: '/share' },
    { from: join(files, 'usr', 'lib'), to: '/lib' },
  ]);
  await makeArchive(folder, join(output, archive), {
    top: archive.replace('.tar.gz', ''),
    epoch,
    level: facts.compression === 'store' ? 1 : 6,
  });
}

type Contents = readonly (readonly [path: string, content: string | Uint8Array])[];

/** What the shells, man and systemd read. */
async function systemFiles(facts: LinuxFacts): Promise<Contents> {
  const units = join(assets, 'systemd', 'system');
  return [
    ...(await commandFiles('deb', facts)),
    ['usr/lib/systemd/system/notafter.service', await readFile(join(units, 'notafter.service'))],
    ['usr/lib/sysusers.d/notafter.conf', await readFile(join(units, 'notafter.sysusers.conf'))],
  ];
}

async function writeAll(folder: string, files: Contents): Promise<void> {
  for (const [path, content] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

/** What the second name of the command needs beside the first one's, as pairs of a link and its target. */
const links = [
  ['usr/bin/notafter', `../lib/${name}/bin/notafter`],
  [`usr/bin/${name}`, 'notafter'],
  [`usr/share/man/man1/${name}.1.gz`, 'notafter.1.gz'],
  // bash and fish look for a file of the command's name.
  [`usr/share/bash-completion/completions/${name}`, 'notafter'],
  [`usr/share/fish/vendor_completions.d/${name}.fish`, 'notafter.fish'],
] as const;

/** Writes what the deb has beside the program. Returns fpm's arguments for it. */
async function debArguments(
  { processor, output }: ServerOrder,
  facts: LinuxFacts,
  program: string,
  work: string,
): Promise<readonly string[]> {
  const files = join(work, 'files');
  const changelog = join(work, 'changelog');
  await writeFile(changelog, debianChangelog(name, facts));
  await writeAll(files, [
    ...(await systemFiles(facts)),
    [`usr/share/doc/${name}/copyright`, await copyright()],
    [`usr/share/lintian/overrides/${name}`, await readFile(join(own, 'lintian-overrides'))],
  ]);
  await mkdir(join(files, 'usr', 'bin'));
  for (const [link, target] of links) await symlink(target, join(files, link));
  const options = {
    'input-type': 'dir',
    'output-type': 'deb',
    package: join(output, serverPackageNames(facts.version, processor).deb),
    name,
    version: facts.version.replaceAll('-', '~'),
    iteration: '1',
    architecture: names[processor].debian,
    maintainer,
    vendor: 'The NotAfter authors',
    url: repositoryUrl,
    license: 'MIT',
    category: 'net',
    description,
    // Both have the command `notafter`; the app's has everything that this one has.
    conflicts: 'notafter',
    'after-install': join(own, 'afterInstall.sh'),
    'before-remove': join(own, 'beforeRemove.sh'),
    'after-remove': join(own, 'afterRemove.sh'),
    'deb-changelog': changelog,
    'deb-upstream-changelog': join(projectFolder, 'CHANGELOG.md'),
    ...(facts.compression === 'store'
      ? { 'deb-compression': 'gz', 'deb-compression-level': '1' }
      : { 'deb-compression': 'xz' }),
  };
  return [
    ...Object.entries(options).flatMap(([option, value]) => [`--${option}`, value]),
    ...libraries.flatMap((library) => ['--depends', library]),
    `${program}/=${home}`,
    `${files}/=/`,
  ];
}

/** The app's, with the places of the other licences. */
async function copyright(): Promise<string> {
  const text = await readFile(join(assets, 'copyright'), 'utf8');
  const comment = `Comment: The licences of everything that the program includes, of Node and of\n the packages in the bundle, are in ${home}/licences.`;
  return text.replace(/^Comment:.*\n(?: .*\n)*/mu, `${comment}\n`);
}
