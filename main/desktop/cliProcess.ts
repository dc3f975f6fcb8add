import { join } from 'node:path';
import { app, net } from 'electron';
import type { Desktop } from '#main/app/desktopPort.ts';
import { type OwnProcess, ownLogger, runHere, tellInTerminal } from '#main/app/ownProcess.ts';
import { createCliApp, createServedApp } from '#main/app/windowlessApp.ts';
import { createWindowlessDesktop, type WindowlessPorts } from '#main/app/windowlessDesktop.ts';
import type { StartedCommand } from '#main/cli/commandLine.ts';
import { exitCodes } from '#main/cli/exitCodes.ts';
import { sayUnknown } from '#main/cli/noAnswer.ts';
import type { TerminalFacts } from '#main/cli/protocol.ts';
import { outputFinished, terminalOutput } from '#main/cli/terminalOutput.ts';
import { forbidCoreDumps } from '#main/platform/coreDumps.ts';
import { createFileLogger, logFileName } from '#main/platform/fileLogger.ts';
import { systemClock } from '#main/platform/time.ts';
import { RecentErrors } from '#main/reporting/diagnostics/recentErrors.ts';
import { appLock } from './appLock.ts';
import { canAskForLock, commandHost, commandMark } from './cliStart.ts';
import { logFolder } from './ownFolders.ts';
import { prepareProcess, stopUnstarted } from './prepareProcess.ts';
import { isSandboxed } from './sandbox.ts';
import { createSecretProcessHost } from './secretProcessHost.ts';
import { createProxyResolver } from './systemProxies.ts';

/** Runs a command in this process, because the app is not running. */
export function finishCommand(command: StartedCommand): void {
  const now = () => systemClock.now();
  const logs = logFolder();
  const logFile = join(logs, logFileName);
  const logger = new RecentErrors(ownLogger(command, createFileLogger(logs, now)), now);
  prepareProcess(logger);
  void forbidCoreDumps(logger);
  app.disableHardwareAcceleration();
  // Only fatal messages of Chromium, as on Linux from the start: see `startHeadless`.
  app.commandLine.appendSwitch('log-level', '3');
  const { terminal } = command.request;
  const desktop = (more: DesktopOfApp) => createHeadlessDesktop(import.meta.dirname, logFile, terminal, more);
  const surroundings = { logger, recentErrors: () => logger.list() };
  const own: OwnProcess = {
    host: commandHost(),
    lock: appLock(commandMark),
    logger,
    // Chromium handles Ctrl-C and asks to quit.
    onInterrupt: (listener) => {
      app.on('before-quit', (event) => {
        event.preventDefault();
        listener();
      });
    },
    exit: (code) => app.exit(code),
    openRunner: (giveWay) => createCliApp(desktop({}), surroundings, giveWay),
    openApp: (quit, service) => {
      const { notifications } = service;
      return createServedApp(desktop({ quit, notifications, tell: tellInTerminal }), surroundings, service);
    },
  };
  runWhenReady(command, own)
    .then(async (code) => app.exit(await outputFinished(code)))
    .catch((bug: unknown) => stopUnstarted(bug, logger, exitCodes.unknown));
}

async function runWhenReady(command: StartedCommand, own: OwnProcess): Promise<number> {
  if (!canAskForLock())
    return sayUnknown(command.t('cli.reach.onlyRunning'), command.request.words, terminalOutput);
  app.dock?.hide();
  await app.whenReady();
  return await runHere(command, own);
}

/** What the app needs of a desktop without a window, and a command does not. */
type DesktopOfApp = Pick<WindowlessPorts, 'tell' | 'notifications' | 'finishStart' | 'quit'>;

/**
 * The desktop without a window: real keychain and network, nothing visible. Needs Electron to be ready.
 * @param mainFolder contains the main process as built
 */
function createHeadlessDesktop(
  mainFolder: string,
  logFile: string,
  { locales, region }: TerminalFacts,
  more: DesktopOfApp = {},
): Desktop {
  return createWindowlessDesktop({
    userData: app.getPath('userData'),
    version: app.getVersion(),
    versions: [`NotAfter ${app.getVersion()}`, `Electron ${process.versions.electron}`],
    isSandboxed: isSandboxed(),
    logFile,
    systemLocales: locales,
    region: () => region,
    secretProcess: createSecretProcessHost(mainFolder),
    isOnline: () => net.isOnline(),
    proxyResolver: createProxyResolver(),
    ...more,
  });
}
