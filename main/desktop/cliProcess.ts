import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { app } from 'electron';
import type { CliApp } from '#main/app/cliApp.ts';
import { createCliApp } from '#main/app/compositionRoot.ts';
import { askHolder } from '#main/cli/client.ts';
import {
  askAgain,
  beginCommand,
  clientOf,
  outputTaken,
  type StartedCommand,
  terminalOutput,
} from '#main/cli/commandLine.ts';
import { shellWord } from '#main/cli/context.ts';
import { exitCodes, sayUnknown } from '#main/cli/exitCodes.ts';
import type { TerminalFacts } from '#main/cli/protocol.ts';
import { checkWritable } from '#main/platform/checkWritable.ts';
import { errorName, stackSummary } from '#main/platform/errors.ts';
import { createFileLogger, logFileName } from '#main/platform/fileLogger.ts';
import type { Logger } from '#main/platform/logger.ts';
import { systemClock } from '#main/platform/time.ts';
import { RecentErrors } from '#main/reporting/diagnostics/recentErrors.ts';
import type { DatabaseProblem } from '#main/storage/openDatabase.ts';
import { assertNever } from '#shared/assertNever.ts';
import type { Result } from '#shared/result.ts';
import { canAskForLock, commandHost, commandMark } from './cliStart.ts';
import { forbidCoreDumps } from './coreDumps.ts';
import { createHeadlessDesktop } from './headlessDesktop.ts';
import { logFolder } from './ownFolders.ts';
import { prepareProcess, stopUnstarted } from './prepareProcess.ts';

/** Runs a command and exits with its code. Called before Electron is ready, which it becomes after the first part. */
export async function startCommand(words: readonly string[]): Promise<void> {
  const begun = await beginCommand(words, commandHost());
  if (typeof begun === 'number') {
    await outputTaken();
    process.exit(begun);
  }
  // Not awaited: Electron becomes ready only after the entry module has finished.
  finishCommand(begun);
}

/** Runs a command in this process, because the app is not running. */
function finishCommand(command: StartedCommand): void {
  const now = () => systemClock.now();
  const logs = logFolder();
  const logFile = join(logs, logFileName);
  const logger = new RecentErrors(createFileLogger(logs, now), now);
  prepareProcess(logger);
  void forbidCoreDumps(logger);
  app.disableHardwareAcceleration();
  // Only fatal messages of Chromium, as on Linux from the start: see `startHeadless`.
  app.commandLine.appendSwitch('log-level', '3');
  const open: CliProcessPorts['open'] = async (terminal, giveWay) => {
    const desktop = createHeadlessDesktop(import.meta.dirname, logFile, terminal);
    return createCliApp(desktop, { logger, recentErrors: () => logger.list() }, giveWay);
  };
  runHere(command, { open, logFile, logger })
    .then(async (code) => {
      await outputTaken();
      app.exit(code);
    })
    .catch((bug: unknown) => stopUnstarted(bug, logger, exitCodes.unknown));
}

interface CliProcessPorts {
  /** Opens the database and creates the runner. To be called when Electron is ready. */
  readonly open: (terminal: TerminalFacts, giveWay: () => void) => Promise<Result<CliApp, DatabaseProblem>>;
  readonly logFile: string;
  readonly logger: Logger;
}

/** Timeout for an app that is just starting or ending. */
const REACH_WITHIN_MS = 10_000;
/** Timeout after a command gave way to the app, which opens its database before it answers. */
const TAKES_OVER_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 200;

/**
 * Runs a command that no process answered: here with the app's lock, or in the process that has the lock.
 * @returns the exit code
 */
async function runHere(command: StartedCommand, ports: CliProcessPorts): Promise<number> {
  const { t } = command;
  const unknown = (text: string) => sayUnknown(text, command.request.words, terminalOutput);
  if (!canAskForLock()) return unknown(t('cli.reach.onlyRunning'));
  let running: AbortController | null = null;
  // Chromium handles Ctrl-C and asks to quit.
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (running === null) app.exit(exitCodes.interrupted);
    else running.abort();
  });
  app.dock?.hide();
  await app.whenReady();
  const host = commandHost();
  let deadline = performance.now() + REACH_WITHIN_MS;
  let gaveWay = false;
  for (;;) {
    if (!gaveWay && app.requestSingleInstanceLock(commandMark)) {
      running = new AbortController();
      const code = await open(command, ports, running);
      if (code !== 'gaveWay') return code;
      running = null;
      gaveWay = true;
      deadline = performance.now() + TAKES_OVER_WITHIN_MS;
      app.releaseSingleInstanceLock();
    }
    const answer = await askAgain(command, host);
    if (answer !== null) return answer;
    const userData = app.getPath('userData');
    const code = checkWritable(userData);
    if (code !== null) return unknown(t('cli.reach.noLock', { folder: shellWord(userData), code }));
    if (performance.now() > deadline) return unknown(t('cli.reach.noAnswer'));
    await wait(LOOK_EVERY_MS);
  }
}

/** @returns the exit code, or `gaveWay` when the app was started, which then runs the command */
async function open(
  { parsed, request, t }: StartedCommand,
  { open: openRunner, logFile, logger }: CliProcessPorts,
  running: AbortController,
): Promise<number | 'gaveWay'> {
  const { words, terminal } = request;
  const unknown = (text: string) => sayUnknown(text, words, terminalOutput);
  let gaveWay = false;
  const giveWay = () => {
    if (gaveWay || !parsed.command.givesWay) return;
    gaveWay = true;
    terminalOutput.err(`${t('cli.reach.gaveWay')}\n`);
    running.abort();
  };
  try {
    const opened = await openRunner(terminal, giveWay);
    if (!opened.ok) return unknown(problemText(opened.error, t));
    const runner = opened.value;
    try {
      const code = await runner.run(parsed, request, terminalOutput, running.signal);
      if (!running.signal.aborted) await runner.settled();
      return gaveWay ? 'gaveWay' : code;
    } finally {
      await runner.dispose();
    }
  } catch (bug) {
    logger.error('A command met a bug', { error: errorName(bug), place: stackSummary(bug) });
    return unknown(t('cli.reach.failed', { file: shellWord(logFile) }));
  }
}

function problemText(problem: DatabaseProblem, t: StartedCommand['t']): string {
  const folder = shellWord(app.getPath('userData'));
  switch (problem.kind) {
    case 'newer':
      return t('cli.reach.databaseNewer', { folder });
    case 'damaged':
      return t('cli.reach.databaseDamaged', { folder });
    case 'notAFile':
      return t('cli.reach.databaseNotAFile', { file: shellWord(problem.file) });
    case 'locked':
      return t('cli.reach.databaseLocked', { folder });
    case 'cannotOpen':
      return t('cli.reach.databaseUnusable', { folder, code: problem.code });
    default:
      return assertNever(problem);
  }
}

/** Longest time of a command that cannot be interrupted, such as an export. */
const COMMAND_ENDS_WITHIN_MS = 60_000;

/** If a command has the lock, asks it to end and waits.
@returns whether this process has the lock now */
export async function lockAfterCommand(): Promise<boolean> {
  const host = commandHost();
  const deadline = performance.now() + COMMAND_ENDS_WITHIN_MS;
  for (;;) {
    const asked = await askHolder(clientOf(host), { kind: 'giveWay' });
    const isCommand = asked.kind === 'silent' || (asked.kind === 'holder' && asked.holder === 'command');
    // `noApp`: the app is just starting or ending, or a command has just ended.
    if (!isCommand) return asked.kind === 'noApp' && app.requestSingleInstanceLock();
    if (performance.now() > deadline) return false;
    await wait(LOOK_EVERY_MS);
    if (app.requestSingleInstanceLock()) return true;
  }
}
