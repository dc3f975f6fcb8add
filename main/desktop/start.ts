import { join } from 'node:path';
import { app, Menu, session } from 'electron';
import { createFileLogger } from '#main/platform/fileLogger.ts';
import { bothLoggers, createConsoleLogger } from '#main/platform/logger.ts';
import { settlesWithin, systemClock, systemScheduler } from '#main/platform/time.ts';
import { RecentErrors } from '#main/reporting/diagnostics/recentErrors.ts';
import { detectLocale } from '#shared/i18n/detectLocale.ts';
import { applicationId } from '#shared/identity.ts';
import { registerAppScheme, serveApp } from './appScheme.ts';
import { wasStartedAtLogin } from './autostart.ts';
import { createCallTransport } from './callTransport.ts';
import { MainWindow } from './mainWindow.ts';
import { logFolder } from './ownFolders.ts';
import { prepareProcess, stopUnstarted } from './prepareProcess.ts';
import { mustAskAboutSandbox } from './sandbox.ts';
import { SecretClipboard } from './secretClipboard.ts';
import { started } from './startArguments.ts';
import { systemClipboard } from './systemClipboard.ts';

/**
 * The first part of every start: what must happen before Electron is ready, and the window. Its page loads in a process
 * beside this one, which loads the rest of the program meanwhile. Every import of this file delays the window.
 */
if (started.words === null) startApp();
else {
  const { startCommand } = await import('./startCommand.ts');
  await startCommand(started.words);
}

function startApp(): void {
  const now = () => systemClock.now();
  const fileLogger = createFileLogger(logFolder(), now);
  const logger = new RecentErrors(
    app.isPackaged ? fileLogger : bothLoggers(fileLogger, createConsoleLogger(now)),
    now,
  );
  prepareProcess(logger);
  // Windows assigns notifications and login items to the installed app by this id.
  app.setAppUserModelId(applicationId);
  registerAppScheme();
  // Otherwise Electron builds its default menu. The app's own comes after the first paint.
  Menu.setApplicationMenu(null);
  const hasLock = app.requestSingleInstanceLock();
  openWindow(logger, hasLock).catch((bug: unknown) => stopUnstarted(bug, logger));
}

/** A page that asks for its files later than this is not waited for. */
const FILES_WITHIN_MS = 300;

async function openWindow(logger: RecentErrors, hasLock: boolean): Promise<void> {
  await app.whenReady();
  const folders = { app: join(import.meta.dirname, '..'), assets: join(app.getAppPath(), 'assets') };
  const locale = detectLocale(app.getPreferredSystemLanguages());
  const filesServed = serveApp(session.defaultSession, join(folders.app, 'renderer'), locale);
  const calls = createCallTransport();
  const clipboard = new SecretClipboard(systemClipboard, systemScheduler, logger);
  const window = new MainWindow(folders, clipboard, systemScheduler, logger);
  if (hasLock && !wasStartedAtLogin() && !mustAskAboutSandbox()) {
    window.load();
    // Loading the program blocks this process. The page gets its files first, and runs meanwhile.
    await settlesWithin(filesServed, FILES_WITHIN_MS, systemScheduler);
  }
  const { runApp } = await import('./runApp.ts');
  await runApp({ folders, logger, calls, clipboard, window }, hasLock);
}
