import { join } from 'node:path';
import { app } from 'electron';
import { createApp, type NotAfterApp } from './compositionRoot.ts';
import { registerAppScheme } from './desktop/appScheme.ts';
import { isLoginStart, wasStartedAtLogin } from './desktop/autostart.ts';
import { forbidCoreDumps } from './desktop/coreDumps.ts';
import { createDesktop } from './desktop/desktop.ts';
import { ask } from './desktop/dialogs.ts';
import { lockDownContents } from './desktop/lockdown.ts';
import { TroubleCounter } from './diagnostics/troubles.ts';
import { bothLoggers } from './lib/bothLoggers.ts';
import { catchBugs } from './lib/catchBugs.ts';
import { systemClock } from './lib/clock.ts';
import { createConsoleLogger } from './lib/consoleLogger.ts';
import { errorName } from './lib/errorName.ts';
import { errorPlace } from './lib/errorPlace.ts';
import { folderFault } from './lib/folderFault.ts';
import { Language } from './lib/language.ts';
import { createFileLogger } from './log/fileLogger.ts';
import { tellOfUnusableFolder } from './startDialog.ts';

/** The Electron lifecycle: one instance, start, quit. What the app does is in the composition root. */
const now = () => systemClock.now();
const fileLogger = createFileLogger(app.getPath('logs'), now);
const logger = new TroubleCounter(
  app.isPackaged ? fileLogger : bothLoggers(fileLogger, createConsoleLogger(now)),
  now,
);
logger.info('started', { version: app.getVersion() });
catchBugs(process, logger);
forbidCoreDumps(logger);
// `--no-sandbox` is for tests that run as root, where Chromium has no sandbox to enable.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
// Windows takes a toast, and what it starts at login, to belong to the installed app by this name: electron-builder.yml.
app.setAppUserModelId('NotAfter.NotAfter');
registerAppScheme();
lockDownContents();

(app.requestSingleInstanceLock() ? start() : leave()).catch(stopUnstarted);

/** Another instance runs, and shows its window now; or the folder of the app's data takes not even a lock. */
async function leave(): Promise<void> {
  const userData = app.getPath('userData');
  const code = folderFault(userData);
  if (code !== null) {
    await app.whenReady();
    const { t } = new Language(app.getPreferredSystemLanguages(), 'system');
    await tellOfUnusableFolder({ userData, ask }, t, code);
  }
  app.quit();
}

async function start(): Promise<void> {
  await app.whenReady();
  const desktop = createDesktop(
    { app: join(import.meta.dirname, '..'), assets: join(app.getAppPath(), 'assets') },
    logger,
  );
  const notAfter = await createApp(desktop, { logger, troubles: () => logger.troubles() });
  if (notAfter === null) {
    app.quit();
    return;
  }
  app.on('second-instance', (_event, argv) => {
    if (!isLoginStart(argv)) notAfter.show();
  });
  app.on('activate', () => notAfter.show());
  // Closing the window leaves the app in the tray: without this listener Electron would quit.
  app.on('window-all-closed', () => undefined);
  disposeBeforeQuit(notAfter);
  if (!wasStartedAtLogin()) notAfter.show();
}

/** Quitting waits for the end of what is under way, however often it is asked for. */
function disposeBeforeQuit(notAfter: NotAfterApp): void {
  let isEnding = false;
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (isEnding) return;
    isEnding = true;
    void notAfter.dispose().finally(() => app.exit(0));
  });
}

/** A start that failed leaves no window and no icon: the process must not stay and keep others from starting. */
function stopUnstarted(bug: unknown): void {
  logger.error('The app did not start', { error: errorName(bug), place: errorPlace(bug) });
  app.exit(1);
}
