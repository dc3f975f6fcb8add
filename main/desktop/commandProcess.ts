import { setTimeout as wait } from 'node:timers/promises';
import { app } from 'electron';
import { askHolder } from '#main/cli/commandClient.ts';
import { shellWord } from '#main/cli/commandContext.ts';
import type { CommandOutput } from '#main/cli/commandServer.ts';
import { exitCodes, sayUnknown } from '#main/cli/exitCodes.ts';
import type { RunRequest } from '#main/cli/protocol.ts';
import { checkWritable } from '#main/platform/checkWritable.ts';
import { errorName, stackSummary } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { DatabaseProblem } from '#main/storage/openDatabase.ts';
import { assertNever } from '#shared/assertNever.ts';
import type { Result } from '#shared/result.ts';
import { askAgain, commandClient, type StartedCommand, terminalOutput } from './commandLine.ts';
import { canAskForLock } from './commandStart.ts';

/** What runs commands in this process. */
interface Runner {
  run(request: RunRequest, output: CommandOutput, signal: AbortSignal): Promise<number>;
  settled(): Promise<void>;
  dispose(): Promise<void>;
}

export interface CommandProcessPorts {
  /** Opens the database and builds what runs commands. To be called when Electron is ready. */
  readonly open: (
    locales: readonly string[],
    giveWay: () => void,
  ) => Promise<Result<Runner, DatabaseProblem>>;
  readonly logFile: string;
  readonly logger: Logger;
}

/** Says to the app's lock that nobody asks for the window. */
const commandMark = { notAfterCommand: true };

/** Whether a start that the app hears of was for a command: the window stays as it is. */
export function isCommandStart(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'notAfterCommand' in data;
}

/** The app may be just starting, or just ending. */
const REACH_WITHIN_MS = 10_000;
/** A command gave way to the app: it has its database to open before it answers. */
const TAKES_OVER_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 200;

/**
 * The second part of a command, once nobody answered: takes the app's lock and does the work here, or asks whoever turns
 * out to hold it.
 * @returns the exit code
 */
export async function runHere(command: StartedCommand, ports: CommandProcessPorts): Promise<number> {
  const { t } = command;
  const unknown = (text: string) => sayUnknown(text, command.request.words, terminalOutput);
  if (!canAskForLock()) return unknown(t('cli.reach.onlyRunning'));
  let running: AbortController | null = null;
  // Ctrl-C reaches Chromium, which asks to quit.
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (running === null) app.exit(exitCodes.interrupted);
    else running.abort();
  });
  app.dock?.hide();
  await app.whenReady();
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
    const answer = await askAgain(command);
    if (answer !== null) return answer;
    const userData = app.getPath('userData');
    const code = checkWritable(userData);
    if (code !== null) return unknown(t('cli.reach.noLock', { folder: shellWord(userData), code }));
    if (performance.now() > deadline) return unknown(t('cli.reach.noAnswer'));
    await wait(LOOK_EVERY_MS);
  }
}

/** @returns the exit code, or that the app was started and is to be asked instead */
async function open(
  { request, t }: StartedCommand,
  { open: openRunner, logFile, logger }: CommandProcessPorts,
  running: AbortController,
): Promise<number | 'gaveWay'> {
  const { words, terminal } = request;
  const unknown = (text: string) => sayUnknown(text, words, terminalOutput);
  let gaveWay = false;
  const giveWay = () => {
    // These two end by themselves, and soon; an export is not to be begun twice.
    if (gaveWay || words[0] === 'status' || words[0] === 'export') return;
    gaveWay = true;
    terminalOutput.err(`${t('cli.reach.gaveWay')}\n`);
    running.abort();
  };
  try {
    const opened = await openRunner(terminal.locales, giveWay);
    if (!opened.ok) return unknown(problemText(opened.error, t));
    const runner = opened.value;
    try {
      const code = await runner.run(request, terminalOutput, running.signal);
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
    case 'locked':
      return t('cli.reach.databaseLocked', { folder });
    case 'cannotOpen':
      return t('cli.reach.databaseUnusable', { folder, code: problem.code });
    default:
      return assertNever(problem);
  }
}

/** As long as a command may take that cannot be ended: an export is written whole, a probe has its limits. */
const COMMAND_ENDS_WITHIN_MS = 60_000;

/**
 * For a start of the app that did not get the lock: where a command holds it, asks it to end and waits.
 * @returns whether this process has the lock now
 */
export async function lockAfterCommand(): Promise<boolean> {
  const deadline = performance.now() + COMMAND_ENDS_WITHIN_MS;
  for (;;) {
    const asked = await askHolder(commandClient(), { kind: 'giveWay' });
    const isCommand = asked.kind === 'silent' || (asked.kind === 'holder' && asked.holder === 'command');
    // Nobody: the app itself, which is just starting or ending, or a command that has just ended.
    if (!isCommand) return asked.kind === 'nobody' && app.requestSingleInstanceLock();
    if (performance.now() > deadline) return false;
    await wait(LOOK_EVERY_MS);
    if (app.requestSingleInstanceLock()) return true;
  }
}
