import { app } from 'electron';
import { catchBugs, errorName, stackSummary } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import { lockDown } from './lockdown.ts';
import { enableSandbox } from './sandbox.ts';

/** Sets up what the app and the commands have in common. To be called before Electron is ready. */
export function prepareProcess(logger: Logger): void {
  logger.info('started', { version: app.getVersion() });
  catchBugs(process, logger);
  // For tests, which have their revocation lists on this computer. It allows what a package never does.
  if (app.isPackaged) delete process.env['NOTAFTER_LOOPBACK_LISTS'];
  enableSandbox();
  enableChromiumFeatures();
  lockDown();
}

/** A failed start has no window and no icon: the process must exit, or it would block the next start. */
export function stopUnstarted(bug: unknown, logger: Logger, code = 1): void {
  logger.error('The app did not start', { error: errorName(bug), place: stackSummary(bug) });
  app.exit(code);
}

/**
 * Enables the feature of Chromium that the app needs on Linux. To be called before Electron is ready.
 *
 * `NetworkServiceInProcess2` saves the memory of another process. There that process has no sandbox
 * (`--service-sandbox-type=none`), so it protects nothing; on macOS and Windows it stays apart. It does little here: the
 * page's files come from `appScheme.ts`, and polls go through undici.
 */
function enableChromiumFeatures(): void {
  if (process.platform !== 'linux') return;
  const name = 'enable-features';
  const features = [app.commandLine.getSwitchValue(name), 'NetworkServiceInProcess2'];
  app.commandLine.appendSwitch(name, features.filter((feature) => feature !== '').join());
}
