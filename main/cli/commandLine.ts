import { resolve } from 'node:path';
import { codeOf } from '#main/platform/errors.ts';
import { Language } from '#main/platform/language.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { type StartedApp, untilAppRuns } from './appStart.ts';
import { type Asked, askHolder, type ClientPorts, isAnybodyThere } from './client.ts';
import type { ParsedCommand } from './command.ts';
import { commandList } from './commandList.ts';
import { errorText, shellWord } from './context.ts';
import { exitCodes, sayUnknown } from './exitCodes.ts';
import { readFirstLine } from './firstLine.ts';
import { parseCommand } from './parseCommand.ts';
import { isWithinLimits, type RunRequest } from './protocol.ts';
import { terminalFacts } from './terminalFacts.ts';
import { outputFinished, terminalOutput } from './terminalOutput.ts';

export interface CommandHost {
  readonly version: string;
  readonly userData: string;
  readonly logFile: string;
  /** Whether the process has to be replaced by one that needs no display. */
  mustStartHeadless(): boolean;
  /** Replaces the process, with the same words, if it has to be. */
  startHeadless(words: readonly string[]): void;
  /** Starts the app without its window, in a process that outlives this one; `null`: there is no app with a window here. */
  readonly startHiddenApp: (() => StartedApp) | null;
}

/** A parsed command with all that is needed to run it in any process. */
export interface StartedCommand {
  readonly parsed: ParsedCommand;
  readonly request: RunRequest;
  readonly t: Translate;
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
  const line = parseCommand(words);
  if (!line.ok) {
    const { usageText } = await import('./usage.ts');
    const code = sayUnknown(usageText(line.error, words, t), words, terminalOutput);
    terminalOutput.err(`${t('cli.usage.more')}\n`);
    return code;
  }
  if (line.value.kind !== 'run') {
    const { kind, of } = line.value;
    terminalOutput.out(
      kind === 'help' ? (await import('./usage.ts')).helpText(of, t) : `NotAfter ${host.version}\n`,
    );
    // The guidelines of monitoring plugins have a code of their own for it.
    return words[0] === 'check' ? exitCodes.unknown : exitCodes.fine;
  }
  const { parsed } = line.value;
  const print = await parsed.print?.();
  if (print !== undefined) {
    terminalOutput.out(print(t, commandList));
    return exitCodes.fine;
  }
  if (parsed.timeoutMs !== null) limitTime(parsed.timeoutMs, words, t);
  const unread = {
    kind: 'run' as const,
    words: [...words],
    cwd: currentFolder(),
    process: process.pid,
    secret: null,
    terminal,
  };
  if (!isWithinLimits(unread)) return sayUnknown(t('cli.usage.tooLong'), words, terminalOutput);
  if (parsed.command.startsApp) return await askApp({ parsed, request: unread, t }, host);
  if (parsed.command.isApp) {
    host.startHeadless(words);
    return { parsed, request: unread, t };
  }
  // Standard input can be read only once, so not before the process is replaced.
  if (!(await isAnybodyThere(clientOf(host)))) host.startHeadless(words);
  const secret = readSecret(parsed, t);
  if (typeof secret === 'number') return secret;
  const request = { ...unread, secret };
  const started = { parsed, request, t };
  const answer = await askAgain(started, host);
  if (answer !== null) return answer;
  // The process that listened has just ended, and a replaced process could not read standard input again.
  if (host.mustStartHeadless() && parsed.secret?.source.kind === 'stdin')
    return sayUnknown(t('cli.reach.justEnded'), words, terminalOutput);
  host.startHeadless(words);
  return started;
}

/** Ends this process when a check takes too long. A monitoring system would kill it, and not say why. */
function limitTime(timeoutMs: number, words: readonly string[], t: Translate): void {
  const end = async () => {
    const code = sayUnknown(t('cli.check.timedOut', { seconds: timeoutMs / 1000 }), words, terminalOutput);
    process.exit(await outputFinished(code));
  };
  setTimeout(() => void end(), timeoutMs);
}

/** Asks the app, which is started if it does not run. @returns the exit code */
async function askApp(command: StartedCommand, host: CommandHost): Promise<number> {
  const { request, t } = command;
  const { words } = request;
  const unknown = (text: string) => sayUnknown(text, words, terminalOutput);
  if (host.startHiddenApp === null)
    return (await askAgain(command, host)) ?? unknown(t('cli.quick.noWindow'));
  const app = await untilAppRuns(clientOf(host), host.startHiddenApp);
  if (app === 'failed') return unknown(t('cli.quick.notStarted', { file: shellWord(host.logFile) }));
  if (app === 'silent') return unknown(t('cli.reach.noAnswer'));
  return (await askAgain(command, host)) ?? unknown(t('cli.reach.justEnded'));
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return resolve('/');
  }
}

export function clientOf({ userData }: Pick<CommandHost, 'userData'>): ClientPorts {
  return { userData, platform: process.platform, output: terminalOutput };
}

/** Asks the process that holds the database. @returns the exit code, or `null` if no process listens */
export async function askAgain(
  { request, t }: Pick<StartedCommand, 'request' | 't'>,
  host: CommandHost,
): Promise<number | null> {
  const asked: Asked = await askHolder(clientOf(host), request);
  const unknown = (text: string) => sayUnknown(text, request.words, terminalOutput);
  switch (asked.kind) {
    case 'exit':
      return asked.code;
    case 'mismatch':
      return unknown(t('cli.reach.otherVersion', { running: asked.version, own: host.version }));
    case 'stranger':
      return unknown(t('cli.reach.stranger', { path: shellWord(asked.path) }));
    case 'silent':
      return unknown(t('cli.reach.noAnswer'));
    case 'cut':
      return unknown(t('cli.reach.cut'));
    case 'failed':
      return unknown(t('cli.reach.failed', { file: shellWord(host.logFile) }));
    case 'noApp':
    case 'holder':
      return null;
  }
}

/** @returns the passphrase or token, `null` if none is needed, or the exit code when it cannot be read */
function readSecret({ secret }: ParsedCommand, t: Translate): string | null | number {
  if (secret === null || secret.source.kind === 'none') return null;
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
