import { join } from 'node:path';
import type { AppUpdater, ProgressInfo, UpdateInfo } from 'electron-updater';
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js';
import type { SignedFile, SignedRelease } from '#main/settings/update/signedRelease.ts';
import { restrictUpdates } from './feedReader.ts';

/** A program of an accepted release. */
export interface AcceptedProgram {
  readonly release: SignedRelease;
  readonly program: SignedFile;
  readonly url: URL;
}

/** electron-updater, which reads no feed itself. */
export interface UpdateEngine {
  readonly engine: AppUpdater;
  /** What electron-builder's `app-update.yml` contains. */
  readonly config: unknown;
  /** Where a download is, also one of an earlier session, which is used if its digest is right. */
  readonly folder: string;
  /**
   * Downloads a program and compares it with its digest. Reports whole percentages, 0 to 100. Rejects with errors of
   * electron-updater, of Chromium and of the disk.
   */
  readonly download: (accepted: AcceptedProgram, onProgress: (percent: number) => void) => Promise<void>;
}

/** Loads electron-updater. @param config the path of electron-builder's `app-update.yml` */
export async function makeEngine(config: string | null): Promise<UpdateEngine> {
  const { AppImageUpdater, NsisUpdater } = await import('electron-updater');
  const downloads = await restrictUpdates();
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
  const read = await Reflect.get(engine, 'configOnDisk').value;
  const { baseCachePath, name } = Reflect.get(engine, 'app');
  return {
    engine,
    config: read,
    folder: join(baseCachePath, read.updaterCacheDirName || name, 'pending'),
    download: async (accepted, onProgress) => {
      engine.setFeedURL({ provider: 'custom', updateProvider: await providerOf(accepted) });
      const found = await engine.checkForUpdates();
      if (found?.isUpdateAvailable !== true) throw new Error('The release is not newer');
      let shown = 0;
      const follow = ({ percent }: ProgressInfo) => {
        const whole = Math.min(100, Math.floor(percent));
        if (whole > shown) onProgress(whole);
        shown = Math.max(shown, whole);
      };
      engine.on('download-progress', follow);
      downloads.expectBytes(accepted.program.size);
      try {
        await engine.downloadUpdate();
      } catch (error) {
        throw downloads.hadWrongLength()
          ? Object.assign(new Error('The download has another length'), { code: 'ERR_CHECKSUM_MISMATCH' })
          : error;
      } finally {
        downloads.expectBytes(null);
        engine.off('download-progress', follow);
      }
    },
  };
}

/** A provider of electron-updater whose feed is the accepted release. */
async function providerOf({ release, program, url }: AcceptedProgram) {
  const { Provider } = await import('electron-updater');
  const { name, size, sha512 } = program;
  return class extends Provider<UpdateInfo> {
    constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
      super(runtime);
    }

    override async getLatestVersion(): Promise<UpdateInfo> {
      const { version, releasedAt: releaseDate } = release;
      return { version, releaseDate, files: [{ url: name, size, sha512 }], path: name, sha512 };
    }

    override resolveFiles({ files }: UpdateInfo) {
      return files.map((info) => ({ url, info }));
    }
  };
}
