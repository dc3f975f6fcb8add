import { setTimeout as wait } from 'node:timers/promises';
import { askHolder } from '#main/cli/client.ts';
import type { CommandHost, StartedCommand } from '#main/cli/commandLine.ts';
import { shellWord } from '#main/cli/context.ts';
import { exitCodes } from '#main/cli/exitCodes.ts';
import { clientOf, runInHolder } from '#main/cli/holderAnswer.ts';
import { sayUnknown } from '#main/cli/noAnswer.ts';
import { terminalOutput } from '#main/cli/terminalOutput.ts';
import { checkWritable } from '#main/platform/checkWritable.ts';
import { errorName, stackSummary } from '#main/platform/errors.ts';
import { bothLoggers, type Logger } from '#main/platform/logger.ts';
import { lineLogger, processLines } from '#main/platform/serviceLines.ts';
import type { DatabaseProblem } from '#main/storage/openDatabase.ts';
import { assertNever } from '#shared/assertNever.ts';
import type { Translate } from '#shared/i18n/types.ts';
import type { Result } from '#shared/result.ts';
import type { CliApp } from './cliApp.ts';
import type { NotAfterApp } from './compositionRoot.ts';
import type { Question } from './desktopPort.ts';
import type { ServicePorts } from './serviceMode.ts';
import { DATABASE_FILE } from './startDialogs.ts';

/** The lock of the profile, as each program takes it. */
export interface ProcessLock {
  /** @returns whether this process has the lock now */
  take(): boolean;
  release(): void;
}

/** Writes a question that no one can answer to the terminal: why the app cannot go on. */
export function tellInTerminal({ title, detail }: Question): void {
  terminalOutput.err(`${title}. ${detail}\n`);
}

/** The logger of a process that opens the database itself: the log file, and for `notafter run` its output too. */
export function ownLogger({ parsed }: StartedCommand, files: Logger): Logger {
  return parsed.service === null ? files : bothLoggers(files, lineLogger(processLines()));
}

/** A process that opens the database for a command. */
export interface OwnProcess {
  readonly host: CommandHost;
  readonly lock: ProcessLock;
  readonly logger: Logger;
  /** Whether the user, or the system, has asked it to end. Calls the listener each time. */
  readonly onInterrupt: (listener: () => void) => void;
  /** Ends the process at once. */
  readonly exit: (code: number) => void;
  /** Opens the database for one command. @param giveWay the app starts */
  readonly openRunner: (giveWay: () => void) => Promise<Result<CliApp, DatabaseProblem>>;
  /** Opens the database for the app without a window. @param quit the app must end: it cannot go on */
  readonly openApp: (
    quit: () => void,
    service: ServicePorts,
  ) => Promise<Result<NotAfterApp, DatabaseProblem>>;
}

/** Timeout for an app that is just starting or ending. */
const REACH_WITHIN_MS = 10_000;
/** Timeout after a command gave way to the app, which opens its database before it answers. */
const TAKES_OVER_WITHIN_MS = 30_000;
/** Longest time of a command that cannot be interrupted, such as an export. */
const COMMAND_ENDS_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 200;

/**
 * Runs a command that no process answered: here with the lock, or in the process that has the lock.
 * @returns the exit code
 */
export async function runHere(command: StartedCommand, own: OwnProcess): Promise<number> {
  let running: AbortController | null = null;
  own.onInterrupt(() => {
    if (running === null) own.exit(exitCodes.interrupted);
    else running.abort();
  });
  const begin = () => {
    running = new AbortController();
    return running;
  };
  if (command.parsed.command.isApp) return await serve(command, own, begin);
  const { host, lock } = own;
  // A command whose process was handed no secrets, or others, does not answer one that was.
  const waitsForOther = command.request.credentials !== null && command.parsed.command.needs.has('secrets');
  let deadline = performance.now() + (waitsForOther ? COMMAND_ENDS_WITHIN_MS : REACH_WITHIN_MS);
  let gaveWay = false;
  for (;;) {
    if (!gaveWay && lock.take()) {
      const code = await runWithLock(command, own, begin());
      if (code !== 'gaveWay') return code;
      running = null;
      gaveWay = true;
      deadline = performance.now() + TAKES_OVER_WITHIN_MS;
      lock.release();
    }
    const answer = await runInHolder(command, host);
    if (answer !== null) return answer;
    const problem = folderProblem(command, own);
    if (problem !== null) return problem;
    if (performance.now() > deadline)
      return unknown(command, command.t(waitsForOther ? 'cli.reach.otherCommand' : 'cli.reach.noAnswer'));
    await wait(LOOK_EVERY_MS);
  }
}

/** @returns the exit code, or `gaveWay` when the app was started, which then runs the command */
async function runWithLock(
  command: StartedCommand,
  own: OwnProcess,
  running: AbortController,
): Promise<number | 'gaveWay'> {
  const { parsed, request, t, output } = command;
  let gaveWay = false;
  const giveWay = () => {
    if (gaveWay || !parsed.command.givesWay) return;
    gaveWay = true;
    terminalOutput.err(`${t('cli.reach.gaveWay')}\n`);
    running.abort();
  };
  return await guarded(command, own, async () => {
    const opened = await own.openRunner(giveWay);
    if (!opened.ok) return unknown(command, problemText(opened.error, own.host, t));
    const runner = opened.value;
    try {
      const code = await runner.run(parsed, request, output, running.signal);
      if (!running.signal.aborted) await runner.settled();
      return gaveWay ? 'gaveWay' : await command.finish(code);
    } finally {
      await runner.dispose();
    }
  });
}

/** Runs the app without a window, until it is interrupted. @returns the exit code */
async function serve(
  command: StartedCommand,
  own: OwnProcess,
  begin: () => AbortController,
): Promise<number> {
  const { t } = command;
  const taken = await takeFromCommand(own.host, own.lock, REACH_WITHIN_MS);
  if (taken === 'held') return folderProblem(command, own) ?? unknown(command, t('cli.reach.noAnswer'));
  if (taken !== 'taken') return unknown(command, t('cli.run.alreadyRuns'));
  const running = begin();
  return await guarded(command, own, async () => {
    let code: number = exitCodes.fine;
    const { createServiceProcess } = await import('./serviceProcess.ts');
    const service = createServiceProcess(command, own.logger);
    const { say } = service;
    const { version, userData } = own.host;
    const opened = await own.openApp(() => {
      code = exitCodes.unknown;
      running.abort();
    }, service);
    if (!opened.ok) return unknown(command, problemText(opened.error, own.host, t));
    const app = opened.value;
    try {
      say('info', t('cli.run.serves', { version, folder: shellWord(userData) }));
      await aborted(running.signal);
      say('info', t('cli.run.ends'));
    } finally {
      await app.dispose();
    }
    return code;
  });
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** Reports a bug of what runs here in the log and in the terminal. */
async function guarded<T>(
  command: StartedCommand,
  { host, logger }: OwnProcess,
  work: () => Promise<T>,
): Promise<T | number> {
  try {
    return await work();
  } catch (bug) {
    logger.error('A command met a bug', { error: errorName(bug), place: stackSummary(bug) });
    return unknown(command, command.t('cli.reach.failed', { file: shellWord(host.logFile) }));
  }
}

function unknown({ request }: StartedCommand, text: string): number {
  return sayUnknown(text, request.words, terminalOutput);
}

/** Says that the folder of the data is not writable. @returns the exit code, or `null` if it is */
function folderProblem(command: StartedCommand, { host: { userData } }: OwnProcess): number | null {
  const code = checkWritable(userData);
  const values = { folder: shellWord(userData), code: code ?? '' };
  return code === null ? null : unknown(command, command.t('cli.reach.noLock', values));
}

function problemText(problem: DatabaseProblem, host: CommandHost, t: Translate): string {
  const folder = shellWord(host.userData);
  switch (problem.kind) {
    case 'newer':
      return t('cli.reach.databaseNewer', { folder });
    case 'damaged':
      // Only the window asks whether to start over.
      return host.startHiddenApp === null
        ? t('cli.reach.databaseDamagedHere', { folder, file: DATABASE_FILE })
        : t('cli.reach.databaseDamaged', { folder });
    case 'notAFile':
      return t('cli.reach.databaseNotAFile', { file: shellWord(problem.file) });
    case 'foreign':
      return t('cli.reach.databaseForeign', { file: shellWord(problem.file) });
    case 'brokenLink': {
      const { file, target } = problem;
      return t('cli.reach.databaseBrokenLink', { file: shellWord(file), target: shellWord(target) });
    }
    case 'locked':
      return t('cli.reach.databaseLocked', { folder });
    case 'cannotOpen':
      return t('cli.reach.databaseUnusable', { folder, code: problem.code });
    default:
      return assertNever(problem);
  }
}

/**
 * Takes the lock for the app. If a command has it, asks it to end and waits.
 * @param silentMs how long to wait for a process that takes no commands: an app that is just starting or ending
 * @returns `app`: the app has it, with a window; `windowless`: without one; `held`: anything else
 */
export async function takeFromCommand(
  host: Pick<CommandHost, 'userData'>,
  lock: ProcessLock,
  silentMs: number,
): Promise<'taken' | 'app' | 'windowless' | 'held'> {
  const startedAt = performance.now();
  for (;;) {
    if (lock.take()) return 'taken';
    const asked = await askHolder(clientOf(host), { kind: 'giveWay' });
    if (asked.kind === 'holder' && asked.holder !== 'command') return asked.holder;
    const limitMs = asked.kind === 'holder' || asked.kind === 'silent' ? COMMAND_ENDS_WITHIN_MS : silentMs;
    if (performance.now() - startedAt > limitMs) return lock.take() ? 'taken' : 'held';
    await wait(LOOK_EVERY_MS);
  }
}
