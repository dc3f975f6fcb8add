import { dirname } from 'node:path';
import type { Desktop } from '#main/app/desktopPort.ts';
import { type OwnProcess, ownLogger, runHere, tellInTerminal } from '#main/app/ownProcess.ts';
import { createCliApp, createServedApp } from '#main/app/windowlessApp.ts';
import { createWindowlessDesktop, type WindowlessPorts } from '#main/app/windowlessDesktop.ts';
import type { CommandHost, StartedCommand } from '#main/cli/commandLine.ts';
import { hasWayOut } from '#main/platform/connectivity.ts';
import { forbidCoreDumps } from '#main/platform/coreDumps.ts';
import { catchBugs } from '#main/platform/errors.ts';
import { createFileLogger } from '#main/platform/fileLogger.ts';
import { ProfileLock } from '#main/platform/profileLock.ts';
import { systemClock } from '#main/platform/time.ts';
import { RecentErrors } from '#main/reporting/diagnostics/recentErrors.ts';
import { createEnvironmentProxies } from './environmentProxies.ts';

/** Runs a command in this process, because no process holds the database. @returns the exit code */
export async function runInServer(command: StartedCommand, host: CommandHost): Promise<number> {
  const now = () => systemClock.now();
  const logger = new RecentErrors(ownLogger(command, createFileLogger(dirname(host.logFile), now)), now);
  logger.info('started', { version: host.version });
  catchBugs(process, logger);
  const { parsed, request } = command;
  const { isApp, needs } = parsed.command;
  // It takes two programs, which a command without secrets need not wait for.
  if (isApp || needs.has('secrets') || request.secret !== null) await forbidCoreDumps(logger);
  const surroundings = { logger, recentErrors: () => logger.list() };
  const desktop = (more: Alone = {}) => createServerDesktop(command, host, more);
  const own: OwnProcess = {
    host,
    lock: new ProfileLock(host.userData),
    logger,
    onInterrupt: (listener) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, listener);
    },
    exit: (code) => process.exit(code),
    openRunner: (giveWay) => createCliApp(desktop(), surroundings, giveWay),
    openApp: (quit, service) =>
      createServedApp(desktop({ quit, notifications: service.notifications }), surroundings, service),
  };
  return await runHere(command, own);
}

/** What the app needs of its desktop, and a command does not. */
type Alone = Pick<WindowlessPorts, 'quit' | 'notifications'>;

function createServerDesktop(
  { request: { terminal } }: StartedCommand,
  { userData, version, logFile }: CommandHost,
  more: Alone,
): Desktop {
  return createWindowlessDesktop({
    userData,
    version,
    versions: [`NotAfter ${version}`, `Node ${process.versions.node}`],
    // There is no page.
    isSandboxed: true,
    logFile,
    systemLocales: terminal.locales,
    region: () => terminal.region,
    secretProcess: null,
    isOnline: hasWayOut,
    proxyResolver: createEnvironmentProxies(process.env),
    tell: tellInTerminal,
    ...more,
  });
}
