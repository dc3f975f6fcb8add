import { chmod, copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { readUpdateKeys } from '#main/settings/update/signedRelease.ts';
import type { ElectronRuntime } from '../electronRuntime.ts';
import { outFolder, projectFolder } from '../lib/paths.ts';
import { runOrThrow } from '../lib/processes.ts';
import { setUp } from '../lib/setUp.ts';
import { isGood, runStep, type StepResult, sayOutcome, wholeResult } from '../lib/steps.ts';
import { StopError, say } from '../lib/terminal.ts';
import { runTier, testEnvironment } from '../lib/tiers.ts';
import { buildPrograms } from '../lib/tools.ts';
import { packageApp } from '../packaging/packageApp.ts';
import type { Processor } from '../packaging/packageTargets.ts';
import { filesOf, sumsFile, sumsOf, writeReleaseFiles } from '../packaging/releaseFiles.ts';
import { packageServer } from '../packaging/serverPackage.ts';
import { withTestDesktops } from '../testDesktop.ts';
import { releaseChangelog } from './changelog.ts';
import { nextVersion } from './makeRelease.ts';
import { makeSigningKey, privateKeyText, removeKeys, type SigningKey } from './openpgp.ts';
import { makePackageRepository } from './packageRepository.ts';
import { checkSignatures, signingSteps } from './signatures.ts';

/** What the tests of a rehearsal get, as JSON in the variable `NOTAFTER_REHEARSAL`: versions, and folders by their paths. */
export const rehearsalSchema = z.object({
  former: z.string(),
  version: z.string(),
  /** The packages of the former version. */
  before: z.string(),
  /** The packages of the version, with their digests, the feed and both signatures. */
  release: z.string(),
  /** The repository, which is at `/srv` for those who install from it. */
  repository: z.string(),
  /** The release of Debian to install them in, by its code name. */
  debian: z.string(),
});

type Rehearsal = Omit<z.infer<typeof rehearsalSchema>, 'debian'>;

/** The bare systems that the packages are installed in. */
const debians = ['bookworm', 'trixie'];

/** What only other systems and processors make, and the manifests name. */
const standIns = ['win-x64.exe', 'win-arm64.exe', 'mac-universal.dmg'];

/** Where the repository is in the bare systems. */
const address = 'file:///srv';

/**
 * Does on this computer what the workflows and a maintainer do for the next version, with keys that are made for it. Stops at
 * the first step that fails, with what to do. It leaves only its output folder, `out/rehearsal`. By root only.
 * @returns the exit code
 */
export async function rehearse(): Promise<number> {
  if (process.getuid?.() !== 0)
    throw new StopError(
      'The packages are installed in bare Debian systems, which only root can make: run the rehearsal as root, such as in a container.',
    );
  const runtime = await setUp(
    [
      ...(['testDesktop', 'packaging', 'packageCheckers', 'serverPackages'] as const),
      ...(['bareSystems', 'repository', 'commandClient'] as const),
    ],
    'test',
  );
  const output = join(outFolder, 'rehearsal');
  await rm(output, { recursive: true, force: true });
  await mkdir(output, { recursive: true });
  const keys = await mkdtemp(join(tmpdir(), 'gpg-'));
  try {
    const code = await runInOrder(stepsOf(await planned(output), output, keys, runtime));
    say(`What was made is in ${relative(projectFolder, output)}.`);
    return code;
  } finally {
    await removeKeys(keys);
  }
}

/** A step of a rehearsal. It fails if it throws. */
export type RehearsalStep = {
  readonly name: string;
  /** What to do if it fails. */
  readonly help: string;
  readonly step: () => Promise<StepResult>;
};

const done = (note: string): StepResult => ({ ...wholeResult(true, ''), note });

/** Runs the steps up to the first one that fails, and says what to do about it. @returns the exit code */
export async function runInOrder(steps: readonly RehearsalStep[]): Promise<number> {
  const results: StepResult[] = [];
  for (const { name, help, step } of steps) {
    const result = await runStep(name, () => step().catch(failure));
    results.push(result);
    if (isGood(result)) continue;
    say(help);
    break;
  }
  return sayOutcome(results);
}

function failure(error: unknown): StepResult {
  return wholeResult(false, error instanceof Error ? error.message : String(error));
}

/** The version of package.json, the next one, and where their files will be. */
async function planned(output: string): Promise<Rehearsal> {
  const text = await readFile(join(projectFolder, 'package.json'), 'utf8');
  const { version: former } = z.object({ version: z.string() }).parse(JSON.parse(text));
  const version = nextVersion(former, 'minor');
  const [before, release] = [former, version].map((each) => join(output, `release-${each}`)) as [
    string,
    string,
  ];
  return { former, version, before, release, repository: join(output, 'repository') };
}

/** The steps, each of which needs those before. @param keys an empty folder for the keys */
function stepsOf(
  rehearsal: Rehearsal,
  output: string,
  keys: string,
  runtime: ElectronRuntime,
): readonly RehearsalStep[] {
  const { former, version, before, release, repository } = rehearsal;
  const source = join(output, 'source');
  const feedKey = join(keys, 'release-key.pem');
  let updateKeys = '';
  let key: SigningKey = { fingerprint: '' };
  const publish = (packages: string, isFirst: boolean) =>
    makePackageRepository({ packages, output: repository, isFirst, key, url: address, now: new Date() });
  return [
    {
      name: 'version',
      help: 'Write what users notice under "Unreleased" in CHANGELOG.md: a release is refused without it.',
      step: async () => {
        await mkdir(source);
        const today = new Date().toISOString().slice(0, 10);
        const changes = await readFile(join(projectFolder, 'CHANGELOG.md'), 'utf8');
        await writeFile(join(source, 'CHANGELOG.md'), releaseChangelog(changes, { version, date: today }));
        await writeFile(join(source, 'package.json'), JSON.stringify({ version }));
        await copyFile(join(projectFolder, 'electron-builder.yml'), join(source, 'electron-builder.yml'));
        return done(`${former}, then ${version}, in a copy`);
      },
    },
    {
      name: 'keys',
      help: 'It needs OpenSSL 3 and gpg, which makes no key where the path of TMPDIR is long.',
      step: async () => {
        key = await makeSigningKey(keys, 'Packages of a rehearsal');
        await runOrThrow('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', feedKey]);
        const text = await runOrThrow('openssl', ['pkey', '-in', feedKey, '-pubout']);
        updateKeys = text.split('\n')[1] ?? '';
        return done('one for the update feed, one for the repository');
      },
    },
    {
      name: 'build',
      help: 'Mend the code until "npm run build" succeeds.',
      step: buildPrograms,
    },
    {
      name: 'packages',
      help: 'Mend the packages until "npm run package -- deb rpm server --test-runtime" succeeds.',
      step: async () => {
        for (const [folder, each] of [
          [before, former],
          [release, version],
        ] as const) {
          const result = await makePackages(folder, each, updateKeys, runtime);
          if (!isGood(result)) return result;
        }
        return done(`deb, rpm and server for ${process.arch}, twice, not compressed`);
      },
    },
    {
      name: 'sums',
      help: 'Mend scripts/packaging/releaseFiles.ts, which "npm run manifests" runs in the workflow.',
      step: async () => {
        for (const each of standIns)
          await writeFile(join(release, `NotAfter-${version}-${each}`), 'not made in a rehearsal\n');
        await writeReleaseFiles(`v${version}`, release, join(output, 'manifests'), new Date(), source);
        await writeFile(join(before, sumsFile), sumsOf(await filesOf(before)));
        for (const cwd of [before, release])
          await runOrThrow('sha256sum', ['--check', '--strict', '--quiet', sumsFile], { cwd });
        return done(`SHA256SUMS, release.json and manifests; stand-ins for ${standIns.join(', ')}`);
      },
    },
    {
      name: 'signature',
      help: 'Mend the commands in scripts/release/signatures.ts, which a maintainer runs.',
      step: async () => {
        const commands = signingSteps(version).filter((line) => line.startsWith('openssl '));
        for (const command of commands)
          await runOrThrow('bash', ['-c', command.replace('KEY', feedKey)], { cwd: output });
        const { files } = await checkSignatures(release, readUpdateKeys(updateKeys));
        return done(`${commands.length} by a key made for it, of ${files.length} files of the app`);
      },
    },
    {
      name: 'repository',
      help: 'Mend scripts/release/packageRepository.ts, or the packages that it names.',
      step: async () => {
        const first = await publish(before, true);
        const { added, kept } = await publish(release, false);
        return done(
          `${first.added.length} packages of ${former}, then ${added.length} more, ${kept.length} kept`,
        );
      },
    },
    {
      name: 'renewal',
      help: 'Mend .github/renew-repository.sh, which .github/workflows/repository.yml runs each week.',
      step: async () => {
        const lists = join(output, 'lists');
        await mkdir(lists);
        await runOrThrow('tar', ['-xzf', `${repository}-lists.tar.gz`, '-C', lists]);
        const env = { ...process.env, KEY: await privateKeyText(key) };
        const script = join(projectFolder, '.github', 'renew-repository.sh');
        const said = await runOrThrow(script, [lists], { env });
        await cp(lists, repository, { recursive: true });
        return done(said.trim().split('\n').at(-1) ?? '');
      },
    },
    ...debians.map((debian) => ({
      name: debian,
      help: `The output of the tests is in out/rehearsal/${debian}. Mend what they say, and run the rehearsal again.`,
      step: async () => {
        // In the bare systems another user reads it.
        await chmod(repository, 0o755);
        return withTestDesktops(1, (env) =>
          runTier('rehearsal', process.execPath, {
            folder: join(output, debian),
            args: ['--maxWorkers=1'],
            env: {
              ...testEnvironment(runtime, env),
              NOTAFTER_REHEARSAL: JSON.stringify({ ...rehearsal, debian }),
            },
          }),
        );
      },
    })),
  ];
}

/** Makes the packages of a version that distributions install, which take feeds with this key. */
async function makePackages(
  folder: string,
  version: string,
  updateKeys: string,
  electron: ElectronRuntime,
): Promise<StepResult> {
  const order = { output: folder, version, compression: 'store' } as const;
  const given = process.env['NOTAFTER_UPDATE_KEYS'];
  process.env['NOTAFTER_UPDATE_KEYS'] = updateKeys;
  try {
    const app = await packageApp({ ...order, system: 'linux', targets: ['deb', 'rpm'], electron });
    if (!isGood(app)) return app;
  } finally {
    if (given === undefined) delete process.env['NOTAFTER_UPDATE_KEYS'];
    else process.env['NOTAFTER_UPDATE_KEYS'] = given;
  }
  // The unpacked app and the files of the builder are not released.
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory() || entry.name.startsWith('builder-'))
      await rm(join(folder, entry.name), { recursive: true });
  return await packageServer({ ...order, processor: process.arch as Processor });
}
