import { type ElectronDistribution, readDistribution } from '../lib/electronDownload.ts';
import { StopError } from '../lib/terminal.ts';

/** The processors of a system's packages: on Linux that of this computer, because its Electron is packed. */
export const processors: Readonly<Record<TargetSystem, readonly string[]>> = {
  linux: [`--${process.arch}`],
  mac: ['--universal'],
  win: ['--x64', '--arm64'],
};

/** The processors that the app can be packaged for one by one, by Node's names. */
export const processorNames = ['x64', 'arm64'] as const;

/** One of them. */
export type Processor = (typeof processorNames)[number];

/** The systems that the app is packaged for, by electron-builder's names. */
export const systemNames = ['linux', 'mac', 'win'] as const;

/** One of them. */
type TargetSystem = (typeof systemNames)[number];

/** The packages for each system. `dir` is only the unpacked app. */
const targetsOf = {
  linux: ['dir', 'tar.gz', 'AppImage', 'deb', 'rpm'],
  mac: ['dmg', 'zip'],
  win: ['nsis', 'dir'],
} as const satisfies Record<TargetSystem, readonly string[]>;

/** A kind of package. */
type PackageTarget = (typeof targetsOf)[TargetSystem][number];

const defaultTargets: Readonly<Record<TargetSystem, readonly PackageTarget[]>> = {
  linux: ['dir', 'tar.gz'],
  mac: ['dmg'],
  win: ['nsis'],
};

/**
 * The Electron in a folder that the user named, or `null` if none was named.
 * @param processor the only processor to package for, if one was named
 * @throws StopError if the folder holds no Electron for the packages' system, or if they are for several systems or
 * processors
 */
export function givenElectron(
  folder: string | undefined,
  processor: Processor | undefined,
  orders: readonly SystemTargets[],
): ElectronDistribution | null {
  if (folder === undefined) return null;
  const [order, ...others] = orders;
  const isForOne = order !== undefined && others.length === 0;
  if (!isForOne || (processor === undefined && processors[order.system].length > 1)) {
    throw new StopError('An Electron is for one system and processor: name them (--system, --processor).');
  }
  const distribution = readDistribution(folder, platforms[order.system]);
  if (distribution === undefined) {
    throw new StopError(`${folder} holds no Electron distribution for ${order.system}.`);
  }
  return distribution;
}

/**
 * The names in the output folder that have to go before packages are made: all but the packages of the same version for
 * other systems, and their files for the update feed, and those for another processor if one is packaged for alone.
 * @param names of files and folders there
 * @param systems that packages are made for
 * @param only the only processor that they are made for; without it Linux is packaged for this computer's, and the other
 * systems for all
 */
export function formerPackages(
  names: readonly string[],
  version: string,
  systems: readonly TargetSystem[],
  only?: Processor,
): readonly string[] {
  const ofVersion = (system: TargetSystem) =>
    // The installer for several processors names none.
    names.filter(
      (name) => name.startsWith(`NotAfter-${version}-`) && new RegExp(`-${system}[-.]`, 'u').test(name),
    );
  const forOthers = systems.flatMap((system) => {
    const processor = only ?? (system === 'linux' ? process.arch : undefined);
    const others = processorNames.filter((name) => processor !== undefined && name !== processor);
    return ofVersion(system).filter((name) => others.some((other) => processorWords[other].test(name)));
  });
  const kept = systemNames
    .filter((system) => !systems.includes(system))
    .flatMap((system) => {
      const packages = ofVersion(system);
      return packages.length === 0
        ? []
        : [...packages, ...names.filter((name) => feedFiles[system].test(name))];
    });
  return names.filter((name) => !kept.includes(name) && !forOthers.includes(name));
}

/** What the names of packages say for a processor, by electron-builder and the formats. */
const processorWords: Readonly<Record<Processor, RegExp>> = {
  x64: /-(?:x64|x86_64|amd64)\./u,
  arm64: /-(?:arm64|aarch64)\./u,
};

/** What the update feed reads, by electron-builder's names. */
const feedFiles: Readonly<Record<TargetSystem, RegExp>> = {
  // With the processor, unless it is x64.
  linux: /^latest-linux.*\.yml$/u,
  mac: /^latest-mac\.yml$/u,
  win: /^latest\.yml$/u,
};

const platforms = { linux: 'linux', mac: 'darwin', win: 'win32' } as const satisfies Record<
  TargetSystem,
  NodeJS.Platform
>;

/** The targets for one system. */
export type SystemTargets = { readonly system: TargetSystem; readonly targets: readonly PackageTarget[] };

/** The system of a Node platform, if the app is packaged for it. */
export function systemOf(platform: NodeJS.Platform): TargetSystem | undefined {
  return systemNames.find((system) => platforms[system] === platform);
}

/**
 * The named targets, by system; without words the default ones of the preferred system.
 * @param words each one target or several separated by commas
 * @param preferred the system whose target is meant if several systems have one of that name; `undefined` if the app is not
 * packaged for this computer
 * @throws StopError if a word is no target, or without words if there is no preferred system
 */
export function chooseTargets(
  words: readonly string[],
  preferred: TargetSystem | undefined,
): readonly SystemTargets[] {
  const wanted = words.flatMap((word) => word.split(',')).filter((word) => word !== '');
  if (wanted.length === 0) {
    if (preferred === undefined) {
      throw new StopError(`There is no default package for this system. ${knownTargets()}`);
    }
    return [{ system: preferred, targets: defaultTargets[preferred] }];
  }
  const first = preferred === undefined ? [] : [preferred];
  const all = [...first, ...systemNames].flatMap((system) =>
    targetsOf[system].map((target) => ({ system, target })),
  );
  const chosen = new Set(
    wanted.map((word) => {
      const found = all.find(({ target }) => target.toLowerCase() === word.toLowerCase());
      if (found === undefined) {
        throw new StopError(`There is no package called ${word}. ${knownTargets()}`);
      }
      return found;
    }),
  );
  return systemNames
    .map((system) => ({
      system,
      targets: [...chosen].filter((each) => each.system === system).map(({ target }) => target),
    }))
    .filter(({ targets }) => targets.length > 0);
}

/** Divides the words for `chooseTargets` from `server`, which is no package of the app. */
export function takeServer(words: readonly string[]) {
  const all = words.flatMap((word) => word.split(','));
  const others = all.filter((word) => word.toLowerCase() !== 'server');
  return { hasServer: others.length < all.length, others };
}

function knownTargets(): string {
  const targets = new Set<string>(systemNames.flatMap((system) => targetsOf[system]));
  return `There are: ${[...targets, 'server'].join(', ')}.`;
}
