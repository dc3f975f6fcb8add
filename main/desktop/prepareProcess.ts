import { app } from 'electron';
import { catchBugs, errorName, stackSummary } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import { enableChromiumFeatures } from './chromiumFeatures.ts';
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
