import { app } from 'electron';

/**
 * Enables the feature of Chromium that the app needs on Linux. To be called before Electron is ready.
 *
 * `NetworkServiceInProcess2` saves the memory of another process. There that process has no sandbox
 * (`--service-sandbox-type=none`), so it protects nothing; on macOS and Windows it stays apart. It does little here: the
 * page's files come from `appScheme.ts`, and polls go through undici.
 */
export function enableChromiumFeatures(): void {
  if (process.platform !== 'linux') return;
  const name = 'enable-features';
  const features = [app.commandLine.getSwitchValue(name), 'NetworkServiceInProcess2'];
  app.commandLine.appendSwitch(name, features.filter((feature) => feature !== '').join());
}
