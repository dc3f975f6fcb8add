import { resolve } from 'node:path';
import { codeOf } from '#main/platform/errors.ts';
import { Language } from '#main/platform/language.ts';
import { regionOf, regionOfEnvironment } from '#shared/i18n/regionOf.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { type StartedApp, untilAppRuns } from './appStart.ts';
import { type Asked, askHolder, type ClientPorts, isAnybodyThere } from './client.ts';
import type { ParsedCommand } from './command.ts';
import { commandList } from './commandList.ts';
import { errorText, shellWord } from './context.ts';
import { exitCodes, sayUnknown } from './exitCodes.ts';
import { readFirstLine } from './firstLine.ts';
import { parseCommand } from './parseCommand.ts';
import type { CommandOutput } from './protocol.ts';
import { isWithinLimits, type RunRequest, type TerminalFacts } from './protocol.ts';

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

/** Writes to the terminal. Output that a closed reader such as `head` no longer takes is dropped. */
export const terminalOutput: CommandOutput = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
};

/** Resolves when all output has been flushed, so that the process may exit. */
export async function outputTaken(): Promise<void> {
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>((resolve) => void stream.write('', () => resolve()));
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
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
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
    await outputTaken();
    process.exit(code);
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

export function terminalFacts(): TerminalFacts {
  const { env, stdout, platform } = process;
  const isTty = stdout.isTTY === true;
  const ofWindows = platform === 'win32' ? Intl.DateTimeFormat().resolvedOptions().locale : null;
  const isPlain = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  return {
    columns: isTty ? Math.min(10_000, Math.max(1, stdout.columns || 80)) : null,
    hasColour: isTty && !isPlain,
    locales: ofWindows === null ? terminalLocales(env) : [ofWindows],
    region: ofWindows === null ? regionOfEnvironment(env) : regionOf(ofWindows),
  };
}

/** POSIX locales such as `zh_CN.UTF-8`, of which the first one set counts; GNU's list `LANGUAGE` comes before them. */
function terminalLocales(env: NodeJS.ProcessEnv): string[] {
  const named = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return [...(env['LANGUAGE'] ?? '').split(':'), named]
    .map((locale) =>
      locale
        .replace(/[.@].*$/u, '')
        .replaceAll('_', '-')
        .slice(0, 100),
    )
    .filter((locale) => locale !== '' && locale !== 'C' && locale !== 'POSIX')
    .slice(0, 20);
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
