import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { app } from 'electron';
import type { Command, PassphraseSource } from '#main/cli/arguments.ts';
import { parseCommand } from '#main/cli/arguments.ts';
import { type Asked, askHolder, type CommandClientPorts, isAnybodyThere } from '#main/cli/commandClient.ts';
import { shellWord } from '#main/cli/commandContext.ts';
import type { CommandOutput } from '#main/cli/commandServer.ts';
import { exitCodes, sayUnknown } from '#main/cli/exitCodes.ts';
import { isWithinLimits, type RunRequest, type TerminalFacts } from '#main/cli/protocol.ts';
import { helpText, usageText } from '#main/cli/usage.ts';
import { codeOf } from '#main/platform/errors.ts';
import { logFileName } from '#main/platform/fileLogger.ts';
import { Language } from '#main/platform/language.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { mustStartHeadless, startHeadless } from './commandStart.ts';

/** A command on its way: understood, and with what it needs to run anywhere. */
export interface StartedCommand {
  readonly request: RunRequest;
  readonly t: Translate;
}

/** Writes to the terminal. What a reader such as `head` no longer takes is dropped. */
export const terminalOutput: CommandOutput = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
};

/** Resolves when all that was written has left the process, which may end then. */
export async function outputTaken(): Promise<void> {
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>((resolve) => void stream.write('', () => resolve()));
}

/**
 * The first part of a command, before Electron is ready, so that it needs no display: help, usage, and the question to
 * the process that holds the database.
 * @returns an exit code, or the command that nobody answered
 */
export async function beginCommand(words: readonly string[]): Promise<number | StartedCommand> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const terminal = terminalFacts();
  const { t } = new Language(terminal.locales, 'system');
  const parsed = parseCommand(words);
  if (!parsed.ok) {
    const code = sayUnknown(usageText(parsed.error, words, t), words, terminalOutput);
    terminalOutput.err(`${t('cli.usage.more')}\n`);
    return code;
  }
  if (parsed.value.name === 'help') terminalOutput.out(helpText(t));
  if (parsed.value.name === 'version') terminalOutput.out(`NotAfter ${app.getVersion()}\n`);
  if (parsed.value.name === 'help' || parsed.value.name === 'version') return exitCodes.fine;
  const unread = {
    kind: 'run' as const,
    words: [...words],
    cwd: currentFolder(),
    passphrase: null,
    terminal,
  };
  if (!isWithinLimits(unread)) return sayUnknown(t('cli.usage.tooLong'), words, terminalOutput);
  // Standard input is read once: not by a process that is about to start itself anew.
  if (!(await isAnybodyThere(commandClient()))) startHeadless(words);
  const passphrase = readPassphrase(parsed.value, t);
  if (typeof passphrase === 'number') return passphrase;
  const request = { ...unread, passphrase };
  const answer = await askAgain({ request, t });
  if (answer !== null) return answer;
  // Whoever was there has just ended, and what came on standard input is no longer there for another start.
  if (mustStartHeadless() && passphraseSource(parsed.value).kind === 'stdin')
    return sayUnknown(t('cli.reach.justEnded'), words, terminalOutput);
  startHeadless(words);
  return { request, t };
}

/** The folder that paths are relative to; the root where it was removed meanwhile. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return resolve('/');
  }
}

/** How this process asks the one that holds the database. */
export function commandClient(): CommandClientPorts {
  return { userData: app.getPath('userData'), platform: process.platform, output: terminalOutput };
}

/** Asks the process that holds the database. @returns the exit code, or `null`: nobody listens */
export async function askAgain({ request, t }: StartedCommand): Promise<number | null> {
  const asked: Asked = await askHolder(commandClient(), request);
  const unknown = (text: string) => sayUnknown(text, request.words, terminalOutput);
  switch (asked.kind) {
    case 'exit':
      return asked.code;
    case 'mismatch':
      return unknown(t('cli.reach.otherVersion', { running: asked.version, own: app.getVersion() }));
    case 'stranger':
      return unknown(t('cli.reach.stranger', { path: shellWord(asked.path) }));
    case 'silent':
      return unknown(t('cli.reach.noAnswer'));
    case 'cut':
      return unknown(t('cli.reach.cut'));
    case 'failed':
      return unknown(t('cli.reach.failed', { file: shellWord(join(app.getPath('logs'), logFileName)) }));
    case 'nobody':
    case 'holder':
      return null;
  }
}

function terminalFacts(): TerminalFacts {
  const { env, stdout, platform } = process;
  const isTty = stdout.isTTY === true;
  const isPlain = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  return {
    columns: isTty ? Math.min(10_000, Math.max(1, stdout.columns || 80)) : null,
    hasColour: isTty && !isPlain,
    locales: platform === 'win32' ? [Intl.DateTimeFormat().resolvedOptions().locale] : terminalLocales(env),
  };
}

/** POSIX has them as `zh_CN.UTF-8`, the first that is set being the one; `LANGUAGE` is GNU's list before them. */
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

function passphraseSource(command: Command): PassphraseSource {
  return command.name === 'export' ? command.passphrase : { kind: 'none' };
}

/** @returns the passphrase, `null` where none is wanted, or the exit code of a file that cannot be read */
function readPassphrase(command: Command, t: Translate): string | null | number {
  const source = passphraseSource(command);
  if (source.kind === 'none') return null;
  try {
    const text = readFileSync(source.kind === 'stdin' ? 0 : source.path, 'utf8');
    const [line = ''] = text.split(/\r?\n/u);
    if (line.length <= 1024) return line;
    terminalOutput.err(`${t('cli.export.passphraseTooLong')}\n`);
  } catch (error) {
    terminalOutput.err(`${t('cli.export.passphraseUnread', { code: codeOf(error) })}\n`);
  }
  return exitCodes.unknown;
}
