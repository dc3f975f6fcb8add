import { plainJson } from '#main/platform/plainJson.ts';
import type { z } from '#shared/zod.ts';
import { answerSchema, jsonText, type Zod } from './answer.ts';
import type { checkResult } from './commands/check.ts';
import { type ExitCode, exitCodes, keywords } from './exitCodes.ts';
import { pluginLine } from './plugin.ts';
import type { CommandOutput } from './protocol.ts';
import { isForMonitoring, isJsonAsked } from './words.ts';

/** Reports in one line why there is no answer: on standard output for monitoring systems, else on standard error. */
export function sayUnknown(text: string, words: readonly string[], output: CommandOutput): ExitCode {
  if (words[0] === 'check')
    output.out(isJsonAsked(words) ? unknownCheckJson(text) : `${pluginLine(keywords.unknown, text)}\n`);
  else if (isForMonitoring(words)) output.out(`${keywords.unknown}: ${text}\n`);
  else output.err(`${text}\n`);
  return exitCodes.unknown;
}

/** The answer of `check --json` without an answer. */
function unknownCheckJson(message: string): string {
  const state = { state: keywords.unknown, exitCode: exitCodes.unknown };
  const value: z.input<ReturnType<typeof checkResult>> = {
    schema: 2,
    changed: false,
    ...state,
    message,
    counts: null,
    connections: [],
    orders: [],
  };
  return plainJson(jsonText(value));
}

/** One line instead of the JSON of any command, when nothing was done. */
export const errorResult = (z: Zod) =>
  answerSchema(z, {
    changed: z.literal(false).describe('Nothing was changed.'),
    error: z.strictObject({
      kind: z.string().describe('Why not: a word that does not change.'),
      message: z.string().describe('The same in the language of the user, as on standard error.'),
    }),
  });

/** The answer of a command that did nothing, for programs that read JSON. @param kind a word that does not change */
export function errorJson(kind: string, message: string): string {
  const value: z.input<ReturnType<typeof errorResult>> = {
    schema: 1,
    changed: false,
    error: { kind, message },
  };
  return plainJson(`${JSON.stringify(value)}\n`);
}
