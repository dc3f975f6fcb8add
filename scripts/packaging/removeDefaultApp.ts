import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** What electron-builder passes about the folder with the extracted Electron. */
type ExtractContext = { readonly appOutDir: string; readonly electronPlatformName: string };

/**
 * Removes Electron's default app. electron-builder does this only for an Electron that it downloaded, not for a given
 * one.
 */
export default async function removeDefaultApp({
  appOutDir,
  electronPlatformName,
}: ExtractContext): Promise<void> {
  if (electronPlatformName === 'darwin') return;
  await rm(join(appOutDir, 'resources', 'default_app.asar'), { force: true });
  await rm(join(appOutDir, 'version'), { force: true });
}
