import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** What electron-builder tells of the folder into which it has put Electron. */
type ExtractContext = { readonly appOutDir: string; readonly electronPlatformName: string };

/**
 * Takes away the app that Electron shows when it is started without one. electron-builder does so with an Electron that
 * it downloaded, and leaves one that was given to it as it is.
 */
export default async function removeDefaultApp({
  appOutDir,
  electronPlatformName,
}: ExtractContext): Promise<void> {
  if (electronPlatformName === 'darwin') return;
  await rm(join(appOutDir, 'resources', 'default_app.asar'), { force: true });
  await rm(join(appOutDir, 'version'), { force: true });
}
