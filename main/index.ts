import { join } from 'node:path';
import { app } from 'electron';
import { createApp, createCommandApp, type NotAfterApp } from './app/compositionRoot.ts';
import { tellOfUnusableFolder } from './app/startDialogs.ts';
import { beginCommand, outputTaken, type StartedCommand } from './cli/commandLine.ts';
import { exitCodes } from './cli/exitCodes.ts';
import { registerAppScheme } from './desktop/appScheme.ts';
import { isLoginStart, wasStartedAtLogin } from './desktop/autostart.ts';
import { isCommandStart, lockAfterCommand, runHere } from './desktop/commandProcess.ts';
import { commandHost, startedCommand } from './desktop/commandStart.ts';
import { forbidCoreDumps } from './desktop/coreDumps.ts';
import { createDesktop } from './desktop/desktop.ts';
import { ask } from './desktop/dialogs.ts';
import { createHeadlessDesktop } from './desktop/headlessDesktop.ts';
import { lockDownContents } from './desktop/lockdown.ts';
import { acceptsMissingSandbox, enableSandbox } from './desktop/sandbox.ts';
import { checkWritable } from './platform/checkWritable.ts';
import { catchBugs, errorName, stackSummary } from './platform/errors.ts';
import { createFileLogger, logFileName } from './platform/fileLogger.ts';
import { Language } from './platform/language.ts';
import type { Logger } from './platform/logger.ts';
import { bothLoggers, createConsoleLogger } from './platform/logger.ts';
import { systemClock } from './platform/time.ts';
import { RecentErrors } from './reporting/diagnostics/recentErrors.ts';

/** The Electron lifecycle: single instance, start and quit, or a command. The app itself is in the composition root. */
const now = () => systemClock.now();
const words = startedCommand();
if (words === null) startOrLeave();
else {
  const begun = await beginCommand(words, commandHost());
  if (typeof begun === 'number') {
    await outputTaken();
    process.exit(begun);
  }
  // Not awaited: Electron becomes ready only after this module has finished.
  finishCommand(begun);
}

function startOrLeave(): void {
  const logger = createLogger();
  prepareProcess(logger);
  // Windows assigns notifications and login items to the installed app by this id, see electron-builder.yml.
  app.setAppUserModelId('NotAfter.NotAfter');
  registerAppScheme();
  lockDownContents();
  (app.requestSingleInstanceLock() ? start(logger) : leave(logger)).catch((bug) =>
    stopUnstarted(bug, logger),
  );
}

/** Runs a command in this process, because the app is not running. */
function finishCommand(command: StartedCommand): void {
  const logs = app.getPath('logs');
  const logger = new RecentErrors(createFileLogger(logs, now), now);
  prepareProcess(logger);
  app.disableHardwareAcceleration();
  const logFile = join(logs, logFileName);
  const open = async (locales: readonly string[], giveWay: () => void) => {
    const desktop = createHeadlessDesktop(import.meta.dirname, logFile, locales);
    return createCommandApp(desktop, { logger, recentErrors: () => logger.list() }, giveWay);
  };
  runHere(command, { open, logFile, logger })
    .then(async (code) => {
      await outputTaken();
      app.exit(code);
    })
    .catch((bug: unknown) => stopUnstarted(bug, logger, exitCodes.unknown));
}

function createLogger(): RecentErrors {
  const fileLogger = createFileLogger(app.getPath('logs'), now);
  return new RecentErrors(
    app.isPackaged ? fileLogger : bothLoggers(fileLogger, createConsoleLogger(now)),
    now,
  );
}

function prepareProcess(logger: Logger): void {
  logger.info('started', { version: app.getVersion() });
  catchBugs(process, logger);
  forbidCoreDumps(logger);
  enableSandbox();
}

/** No lock: another instance runs and shows its window, or a command has to end, or the data folder is not writable. */
async function leave(logger: RecentErrors): Promise<void> {
  const userData = app.getPath('userData');
  const code = checkWritable(userData);
  if (code === null && (await lockAfterCommand())) return await start(logger);
  if (code !== null) {
    await app.whenReady();
    const { t } = new Language(app.getPreferredSystemLanguages(), 'system');
    await tellOfUnusableFolder({ userData, ask }, t, code);
  }
  app.quit();
}

async function start(logger: RecentErrors): Promise<void> {
  await app.whenReady();
  if (!(await acceptsMissingSandbox(logger))) {
    app.exit(1);
    return;
  }
  const desktop = createDesktop(
    { app: join(import.meta.dirname, '..'), assets: join(app.getAppPath(), 'assets') },
    logger,
  );
  const notAfter = await createApp(desktop, { logger, recentErrors: () => logger.list() });
  if (notAfter === null) {
    app.quit();
    return;
  }
  app.on('second-instance', (_event, argv, _folder, data) => {
    if (!isLoginStart(argv) && !isCommandStart(data)) notAfter.show();
  });
  app.on('activate', () => notAfter.show());
  // Closing the window leaves the app in the tray: without this listener Electron would quit.
  app.on('window-all-closed', () => undefined);
  disposeBeforeQuit(notAfter);
  if (!wasStartedAtLogin()) notAfter.show();
}

/** Quitting waits until the app has ended, however often the user quits. */
function disposeBeforeQuit(notAfter: NotAfterApp): void {
  let isEnding = false;
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (isEnding) return;
    isEnding = true;
    void notAfter.dispose().finally(() => app.exit(0));
  });
}

/** A failed start has no window and no icon: the process must exit, or it would block the next start. */
function stopUnstarted(bug: unknown, logger: Logger, code = 1): void {
  logger.error('The app did not start', { error: errorName(bug), place: stackSummary(bug) });
  app.exit(code);
}
