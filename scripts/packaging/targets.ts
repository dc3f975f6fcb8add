import { StopError } from '../lib/terminal.ts';

/** The systems that the app is packaged for, as electron-builder calls them. */
export type TargetSystem = 'linux' | 'mac' | 'win';

/** What can be made for each system. `dir` is the unpacked app alone. */
const targetsOf = {
  linux: ['dir', 'tar.gz', 'AppImage', 'deb', 'rpm'],
  mac: ['dmg'],
  win: ['nsis'],
} as const satisfies Record<TargetSystem, readonly string[]>;

/** A kind of package. */
export type PackageTarget = (typeof targetsOf)[TargetSystem][number];

const hostSystems: Readonly<Partial<Record<NodeJS.Platform, TargetSystem>>> = {
  linux: 'linux',
  darwin: 'mac',
  win32: 'win',
};

const defaultTargets: Readonly<Record<TargetSystem, readonly PackageTarget[]>> = {
  linux: ['dir', 'tar.gz'],
  mac: ['dmg'],
  win: ['nsis'],
};

/** The targets for one system. */
export type SystemTargets = { readonly system: TargetSystem; readonly targets: readonly PackageTarget[] };

/** The system that a Node platform is, if the app is packaged for it. */
export function systemOf(platform: NodeJS.Platform): TargetSystem | undefined {
  return hostSystems[platform];
}

/**
 * The targets that words name, by system; without words those of the machine itself.
 * @param words each one target or several with commas between
 * @throws StopError where a word is no target, or there is none for the machine
 */
export function chooseTargets(words: readonly string[], host: NodeJS.Platform): readonly SystemTargets[] {
  const wanted = words.flatMap((word) => word.split(',')).filter((word) => word !== '');
  if (wanted.length === 0) {
    const system = systemOf(host);
    if (system === undefined) {
      throw new StopError(`There is no package for ${host}. ${knownTargets()}`);
    }
    return [{ system, targets: defaultTargets[system] }];
  }
  const all = systems().flatMap((system) => targetsOf[system].map((target) => ({ system, target })));
  const chosen = new Set(
    wanted.map((word) => {
      const found = all.find(({ target }) => target.toLowerCase() === word.toLowerCase());
      if (found === undefined) {
        throw new StopError(`There is no package called ${word}. ${knownTargets()}`);
      }
      return found;
    }),
  );
  return systems()
    .map((system) => ({
      system,
      targets: [...chosen].filter((each) => each.system === system).map(({ target }) => target),
    }))
    .filter(({ targets }) => targets.length > 0);
}

function systems(): readonly TargetSystem[] {
  return ['linux', 'mac', 'win'];
}

function knownTargets(): string {
  return `There are: ${systems()
    .flatMap((system) => targetsOf[system])
    .join(', ')}.`;
}
