import type { Translate } from '#shared/i18n/types.ts';
import { type Asked, askHolder, type ClientPorts } from './client.ts';
import { shellWord } from './context.ts';
import { exitCodes } from './exitCodes.ts';
import { sayUnknown } from './noAnswer.ts';
import { parseCommand } from './parseCommand.ts';
import type { CommandOutput, RunRequest } from './protocol.ts';
import { sayLost, terminalOutput } from './terminalOutput.ts';

/** This program, as it is named when the process that holds the database gives no answer. */
export interface OwnProgram {
  readonly version: string;
  readonly userData: string;
  readonly logFile: string;
}

/** A command that another process may run. */
export interface SentCommand {
  readonly request: RunRequest;
  readonly t: Translate;
  /** Takes what the command prints. */
  readonly output: CommandOutput;
  /** Does what this process has to do when the command has ended with that code. @returns the exit code */
  readonly finish: (code: number) => Promise<number>;
}

/** How the process that holds the database is asked, with the terminal for its answer. */
export function clientOf({ userData }: Pick<OwnProgram, 'userData'>): ClientPorts {
  return { userData, platform: process.platform, output: terminalOutput };
}

/**
 * Lets the process that holds the database run a command, and says why it gave no answer.
 * @returns the exit code, or `null` if no process listens
 */
export async function runInHolder(
  { request, t, output, finish }: SentCommand,
  own: OwnProgram,
): Promise<number | null> {
  const code = sayAnswer(await askHolder({ ...clientOf(own), output }, request), request.words, t, own);
  return code === null ? null : await finish(code);
}

/** What precedes the system's code of the error of standard output. */
const LOST = 'lost:';

/** Says how the request of the native client ended, which has no texts. @param asked as `askedOf` gives it. @returns the exit code */
export async function sayAnswerOfClient(
  asked: string,
  words: readonly string[],
  t: Translate,
  own: OwnProgram,
): Promise<number> {
  if (asked.startsWith(LOST)) return await sayLost(asked.slice(LOST.length));
  const line = parseCommand(words);
  const timeoutMs = line.ok && line.value.kind === 'run' ? line.value.parsed.timeoutMs : null;
  if (asked === 'timedOut' && timeoutMs !== null) return sayTimedOut(timeoutMs, words, t);
  const kind = asked === 'silent' || asked === 'failed' ? asked : 'cut';
  return sayAnswer({ kind }, words, t, own) ?? exitCodes.unknown;
}

export function sayTimedOut(timeoutMs: number, words: readonly string[], t: Translate): number {
  return sayUnknown(t('cli.check.timedOut', { seconds: timeoutMs / 1000 }), words, terminalOutput);
}

/** The exit code of an answer, after saying why there is none; `null`: no process listens. */
function sayAnswer(asked: Asked, words: readonly string[], t: Translate, own: OwnProgram): number | null {
  const unknown = (text: string) => sayUnknown(text, words, terminalOutput);
  switch (asked.kind) {
    case 'exit':
      return asked.code;
    case 'mismatch':
      return unknown(t('cli.reach.otherVersion', { running: asked.version, own: own.version }));
    case 'stranger':
      return unknown(t('cli.reach.stranger', { path: shellWord(asked.path) }));
    case 'silent':
      return unknown(t('cli.reach.noAnswer'));
    case 'cut':
      return unknown(t('cli.reach.cut'));
    case 'failed':
      return unknown(t('cli.reach.failed', { file: shellWord(own.logFile) }));
    case 'noApp':
    case 'holder':
      return null;
  }
}
