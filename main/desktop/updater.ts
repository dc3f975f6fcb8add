import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app, type Session, session } from 'electron';
import type { AppUpdater } from 'electron-updater';
import { type PackageManager, packageManagerOf } from '#main/settings/update/updateCommand.ts';
import type { UpdateSource } from '#main/settings/update/updateSource.ts';
import { offerOf, updateProblemOf } from '#main/settings/update/updateSource.ts';
import { isLoopbackHost } from '#shared/domain/loopback.ts';
import type { UpdateOffer, UpdateProblem } from '#shared/domain/update.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { appImage } from './appImage.ts';

/** The session of electron-updater; the page's rules do not apply to it. */
const SESSION_NAME = 'electron-updater';

/** With this header electron-updater would identify the installation. */
const STAGING_HEADER = 'x-user-staging-id';

/** Updates by electron-updater, which is loaded when first needed. */
export class DesktopUpdater implements UpdateSource {
  readonly hasFeed: boolean;
  readonly canInstall: boolean;
  readonly packageManager: PackageManager | null;
  readonly #config: string | null;
  #engine: Promise<AppUpdater> | null = null;

  /** @param environment in development names a feed's configuration: `NOTAFTER_UPDATE_CONFIG` */
  constructor(environment: Readonly<Record<string, string | undefined>>) {
    this.#config = feedConfig(environment);
    this.hasFeed = this.#config !== null;
    // A dmg, deb, rpm or tar.gz is replaced by the user or the package manager.
    this.canInstall = process.platform === 'win32' || (process.platform === 'linux' && appImage() !== null);
    this.packageManager = this.canInstall || this.#config === null ? null : managerBeside(this.#config);
  }

  async check(): Promise<Result<UpdateOffer | null, UpdateProblem>> {
    try {
      const found = await (await this.#load()).checkForUpdates();
      return ok(found?.isUpdateAvailable === true ? offerOf(found.updateInfo) : null);
    } catch (error) {
      return err(updateProblemOf(error));
    }
  }

  async download(onProgress: (percent: number) => void): Promise<Result<null, UpdateProblem>> {
    const engine = await this.#load();
    let shown = 0;
    const follow = ({ percent }: { readonly percent: number }) => {
      const whole = Math.min(100, Math.floor(percent));
      if (whole > shown) onProgress(whole);
      shown = Math.max(shown, whole);
    };
    engine.on('download-progress', follow);
    try {
      await engine.downloadUpdate();
      return ok(null);
    } catch (error) {
      return err(updateProblemOf(error));
    } finally {
      engine.off('download-progress', follow);
    }
  }

  async install(): Promise<void> {
    const engine = await this.#load();
    // The new version starts at once, and would find this instance running.
    app.releaseSingleInstanceLock();
    engine.quitAndInstall(false, true);
  }

  #load(): Promise<AppUpdater> {
    this.#engine ??= makeEngine(this.#config);
    return this.#engine;
  }
}

/** electron-builder writes this file into packages that have a feed. */
function feedConfig(environment: Readonly<Record<string, string | undefined>>): string | null {
  const file = app.isPackaged
    ? join(process.resourcesPath, 'app-update.yml')
    : environment['NOTAFTER_UPDATE_CONFIG'];
  return file !== undefined && existsSync(file) ? file : null;
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

async function makeEngine(config: string | null): Promise<AppUpdater> {
  const { AppImageUpdater, NsisUpdater } = await import('electron-updater');
  restrict(session.fromPartition(SESSION_NAME, { cache: false }));
  // Where the app cannot replace itself, the AppImage's one is as good as any for asking.
  const engine = process.platform === 'win32' ? new NsisUpdater() : new AppImageUpdater();
  engine.updateConfigPath = config;
  // Says no more than that it may ask although this is no AppImage, or not packaged.
  engine.forceDevUpdateConfig = true;
  engine.autoDownload = false;
  engine.autoInstallOnAppQuit = false;
  engine.disableWebInstaller = true;
  engine.disableDifferentialDownload = true;
  // It would log addresses and paths.
  engine.logger = null;
  // Staged rollouts need an id per installation. There is none, and no file with it.
  engine.isUserWithinRollout = () => true;
  Object.assign(engine, { stagingUserIdPromise: { value: Promise.resolve('') } });
  // Calls report their errors themselves; an `error` event without a listener would be thrown.
  engine.on('error', () => undefined);
  return engine;
}

/** Allows https only, also after a redirect; in development also a feed on this computer. */
function restrict({ webRequest }: Session): void {
  webRequest.onBeforeRequest(({ url }, answer) => {
    const { protocol, hostname } = new URL(url);
    const isAllowed =
      protocol === 'https:' || (!app.isPackaged && protocol === 'http:' && isLoopbackHost(hostname));
    answer({ cancel: !isAllowed });
  });
  webRequest.onBeforeSendHeaders(({ requestHeaders }, answer) => {
    const { [STAGING_HEADER]: _, ...others } = requestHeaders;
    answer({ requestHeaders: others });
  });
}
