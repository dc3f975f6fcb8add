import type { KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app } from 'electron';
import { createOwn } from '#main/platform/ownFolders.ts';
import { type FeedAddresses, feedAddresses, programOf } from '#main/settings/update/feedAddresses.ts';
import { type FeedAnswer, readUpdateKeys, type SignedRelease } from '#main/settings/update/signedRelease.ts';
import { type PackageManager, packageManagerOf } from '#main/settings/update/updateCommand.ts';
import { type UpdateSource, updateProblemOf } from '#main/settings/update/updateSource.ts';
import type { UpdateProblem } from '#shared/domain/update.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { appImage } from './appImage.ts';
import { readFeed } from './feedReader.ts';
import { resolveNames } from './lockdown.ts';
import { makeEngine, type UpdateEngine } from './updateEngine.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Updates by electron-updater, which is loaded when first needed. */
export class DesktopUpdater implements UpdateSource {
  readonly hasFeed: boolean;
  readonly version = app.getVersion();
  readonly canInstall: boolean;
  readonly packageManager: PackageManager | null;
  readonly #environment: Environment;
  readonly #config: string | null;
  #engine: Promise<UpdateEngine> | null = null;

  /**
   * @param environment in development names a feed's configuration (`NOTAFTER_UPDATE_CONFIG`) and the keys that sign it,
   * with blanks between (`NOTAFTER_UPDATE_KEYS`)
   */
  constructor(environment: Environment) {
    this.#environment = environment;
    this.#config = feedConfig(environment);
    this.hasFeed = this.#config !== null;
    // A dmg, deb, rpm or tar.gz is replaced by the user or the package manager.
    this.canInstall = process.platform === 'win32' || (process.platform === 'linux' && appImage() !== null);
    this.packageManager = this.canInstall || this.#config === null ? null : managerBeside(this.#config);
  }

  keys(): readonly KeyObject[] {
    return readUpdateKeys(
      app.isPackaged ? packagedKeys() : (this.#environment['NOTAFTER_UPDATE_KEYS'] ?? ''),
    );
  }

  read(): Promise<Result<FeedAnswer, UpdateProblem>> {
    return online(async () => {
      const addresses = await this.#addresses();
      return addresses === null ? err('badFeed') : await readFeed(addresses);
    });
  }

  async download(
    release: SignedRelease,
    onProgress: (percent: number) => void,
  ): Promise<Result<null, UpdateProblem>> {
    const program = programOf(release, process.platform, process.arch);
    const url = (await this.#addresses())?.of(release, program?.name ?? '');
    if (program === null || url === undefined) return err('badFeed');
    return online(async () => {
      const { download, folder } = await this.#load();
      if (createOwn(folder) !== null) return err('openFolder');
      await download({ release, program, url: new URL(url) }, onProgress);
      return ok(null);
    });
  }

  async install(): Promise<void> {
    const { engine } = await this.#load();
    // The new version starts at once, and would find this instance running.
    app.releaseSingleInstanceLock();
    engine.quitAndInstall(false, true);
  }

  #load(): Promise<UpdateEngine> {
    this.#engine ??= makeEngine(this.#config);
    return this.#engine;
  }

  async #addresses(): Promise<FeedAddresses | null> {
    return feedAddresses((await this.#load()).config);
  }
}

/** Runs a request for which Chromium looks up names. What it throws becomes a problem. */
async function online<T>(
  request: () => Promise<Result<T, UpdateProblem>>,
): Promise<Result<T, UpdateProblem>> {
  resolveNames(true);
  try {
    return await request();
  } catch (error) {
    return err(updateProblemOf(error));
  } finally {
    resolveNames(false);
  }
}

/** electron-builder writes this file into packages that have a feed. */
function feedConfig(environment: Environment): string | null {
  const file = app.isPackaged
    ? join(process.resourcesPath, 'app-update.yml')
    : environment['NOTAFTER_UPDATE_CONFIG'];
  return file !== undefined && existsSync(file) ? file : null;
}

/** The keys of a package: `extraMetadata` of electron-builder.yml, which is in the archive. */
function packagedKeys(): string {
  const { updateKeys } = JSON.parse(readFileSync(join(app.getAppPath(), 'package.json'), 'utf8'));
  return typeof updateKeys === 'string' ? updateKeys : '';
}

/** Where deb and rpm have the app. An archive that was made with them may hold the same file elsewhere. */
const packageFolder = '/opt/NotAfter/';

/** electron-builder writes this file beside the feed's into a deb or an rpm. */
function managerBeside(config: string): PackageManager | null {
  if (app.isPackaged && !config.startsWith(packageFolder)) return null;
  const type = contentOf(join(dirname(config), 'package-type')).trim();
  return packageManagerOf(type, contentOf('/etc/os-release') || contentOf('/usr/lib/os-release'));
}

/** The content of a file, empty if it cannot be read. */
function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
