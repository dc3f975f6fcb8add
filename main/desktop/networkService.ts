import { app } from 'electron';

/**
 * Runs Chromium's network service in this process (Linux), which saves the memory of another one. There that process has
 * no sandbox (`--service-sandbox-type=none`), so it protects nothing; on macOS and Windows it stays apart. It does
 * little here: the page's files come from `appScheme.ts`, and polls go through undici. To be called before Electron is
 * ready.
 */
export function joinNetworkService(): void {
  if (process.platform !== 'linux') return;
  const name = 'enable-features';
  const enabled = app.commandLine.getSwitchValue(name);
  const own = 'NetworkServiceInProcess2';
  app.commandLine.appendSwitch(name, enabled === '' ? own : `${enabled},${own}`);
}
