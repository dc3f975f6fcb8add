import { resolve } from 'node:path';
import { codeOf } from '#main/platform/errors.ts';
import { Language } from '#main/platform/language.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { type StartedApp, untilAppRuns } from './appStart.ts';
import { isAnybodyThere } from './client.ts';
import type { ParsedCommand } from './command.ts';
import { errorText, shellWord } from './context.ts';
import { exitCodes } from './exitCodes.ts';
import { readFirstLine } from './firstLine.ts';
import {
  clientOf,
  type OwnProgram,
  runInHolder,
  type SentCommand,
  sayAnswerOfClient,
  sayTimedOut,
} from './holderAnswer.ts';
import { sayUnknown } from './noAnswer.ts';
import { isWithinLimits } from './protocol.ts';
import { sayLine } from './sayLine.ts';
import { terminalFacts } from './terminalFacts.ts';
import { outputFinished, terminalOutput } from './terminalOutput.ts';

export interface CommandHost extends OwnProgram {
  /** How the request of the native client ended, as `askedOf` gives it; `null`: it did not ask, or nobody answered. */
  readonly asked: string | null;
  /** Whether the process has to be replaced by one that needs no display. */
  mustStartHeadless(): boolean;
  /** Replaces the process, with the same words, if it has to be. */
  startHeadless(words: readonly string[]): void;
  /** Starts the app without its window, in a process that outlives this one; `null`: there is no app with a window here. */
  readonly startHiddenApp: (() => StartedApp) | null;
}

/** A parsed command with all that is needed to run it in any process. */
export interface StartedCommand extends SentCommand {
  readonly parsed: ParsedCommand;
}

/**
 * The first part of a command, before Electron is ready and so without a display: prints help and usage, or asks the
 * process that holds the database.
 * @returns the exit code, or the command when no process answered
 */
export async function beginCommand(
  words: readonly string[],
  host: CommandHost,
): Promise<number | StartedCommand> {
  const terminal = terminalFacts();
  const { t } = await Language.load(terminal.locales, 'system');
  if (host.asked !== null) return await sayAnswerOfClient(host.asked, words, t, host);
  const parsed = await sayLine(words, host.version, t, terminalOutput);
  if (typeof parsed === 'number') return parsed;
  const { timeoutMs } = parsed;
  if (timeoutMs !== null) limitTime(timeoutMs, () => sayTimedOut(timeoutMs, words, t));
  const unread = {
    kind: 'run' as const,
    words: [...words],
    cwd: currentFolder(),
    process: process.pid,
    credentials: process.env['CREDENTIALS_DIRECTORY'] || null,
    secret: null,
    path: null,
    terminal,
  };
  if (!isWithinLimits(unread)) return sayUnknown(t('cli.usage.tooLong'), words, terminalOutput);
  const plain = { parsed, t, output: terminalOutput, finish: async (code: number) => code };
  if (parsed.command.startsApp) return await runInApp({ ...plain, request: unread }, host);
  if (parsed.command.isApp) {
    host.startHeadless(words);
    return { ...plain, request: unread };
  }
  // Standard input can be read only once, so not before the process is replaced.
  if (!(await isAnybodyThere(clientOf(host)))) host.startHeadless(words);
  const secret = readSecret(parsed, t);
  if (typeof secret === 'number') return secret;
  const { openOwnPath } = await import('./ownPath.ts');
  const opened = await openOwnPath(parsed, unread, terminalOutput, t);
  if (!opened.ok) return sayUnknown(opened.error, words, terminalOutput);
  const { facts, isReadOnce, output, finish } = opened.value;
  const started = { ...plain, request: { ...unread, secret, path: facts }, output, finish };
  const answer = await runInHolder(started, host);
  if (answer !== null) return answer;
  // The process that listened has just ended, and a replaced process could not read standard input again.
  if (host.mustStartHeadless() && (isReadOnce || parsed.secret?.source.kind === 'stdin'))
    return sayUnknown(t('cli.reach.justEnded'), words, terminalOutput);
  host.startHeadless(words);
  return started;
}

/** Ends this process when a check takes too long. A monitoring system would kill it, and not say why. */
function limitTime(timeoutMs: number, say: () => number): void {
  setTimeout(async () => process.exit(await outputFinished(say())), timeoutMs);
}

/** Lets the app run a command, after starting it if it does not run. @returns the exit code */
async function runInApp(command: StartedCommand, host: CommandHost): Promise<number> {
  const { request, t } = command;
  const { words } = request;
  const unknown = (text: string) => sayUnknown(text, words, terminalOutput);
  if (host.startHiddenApp === null)
    return (await runInHolder(command, host)) ?? unknown(t('cli.quick.noWindow'));
  const app = await untilAppRuns(clientOf(host), host.startHiddenApp);
  if (app === 'failed') return unknown(t('cli.quick.notStarted', { file: shellWord(host.logFile) }));
  if (app === 'silent') return unknown(t('cli.reach.noAnswer'));
  return (await runInHolder(command, host)) ?? unknown(t('cli.reach.justEnded'));
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return resolve('/');
  }
}

/** @returns the passphrase or token, `null` if none is needed, or the exit code when it cannot be read */
function readSecret({ secret }: ParsedCommand, t: Translate): string | null | number {
  if (secret === null) return null;
  const { source, field, unread, limit } = secret;
  try {
    const line = readFirstLine(source.kind === 'stdin' ? null : source.path, limit);
    if (line.ok) return line.value;
    const error = { kind: 'invalidInput', field, reason: line.error } as const;
    terminalOutput.err(`${errorText(error, t, process.platform)}\n`);
  } catch (error) {
    terminalOutput.err(`${t(unread, { code: codeOf(error) })}\n`);
  }
  return exitCodes.unknown;
}
