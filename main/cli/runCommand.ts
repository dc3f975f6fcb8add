import { Language } from '#main/platform/language.ts';
import { plainJson } from '#main/platform/plainJson.ts';
import { jsonText } from './answer.ts';
import type { ParsedCommand } from './command.ts';
import type { CommandPlace } from './context.ts';
import { type ExitCode, exitCodes } from './exitCodes.ts';
import { errorJson, sayUnknown } from './noAnswer.ts';
import type { CommandOutput, RunRequest } from './protocol.ts';
import { createPaint } from './terminalText.ts';

/**
 * Runs a command in the process that has the database.
 * @param isOwnTerminal whether this process was started for it, and did not get it from another one
 */
export async function runCommand(
  parsed: ParsedCommand,
  { words, cwd, process, secret, path, terminal }: RunRequest,
  place: CommandPlace,
  output: CommandOutput,
  signal: AbortSignal,
  isOwnTerminal = false,
): Promise<ExitCode> {
  const { columns, hasColour, locales, region, timeZone } = terminal;
  const { base, services } = place;
  const { needs } = parsed.command;
  const { language } = base.settings.get();
  const { t, locale } = await Language.load(locales, language, region, timeZone);
  const { isJson } = parsed;
  let hasAnswer = false;
  const write = (text: string) => {
    hasAnswer = true;
    // A file has what it has, also what a terminal must not get.
    output.out(path?.kind === 'writes' ? text : plainJson(text));
  };
  const problem = { kind: 'other', lines: [] as string[] };
  const code = await parsed.run({
    ...place,
    prepare: async () => {
      await place.prepare(needs);
      // The app checks exported files only now and then.
      if (needs.has('files')) await services.copies.verify(null);
    },
    t,
    locale,
    paint: createPaint(hasColour),
    columns,
    cwd,
    process,
    path,
    secret,
    isOwnTerminal,
    signal,
    isJson,
    say: (line) => {
      if (isJson) return;
      hasAnswer = true;
      output.out(`${line}\n`);
    },
    answer: (value) => {
      if (isJson) write(jsonText({ schema: 1, ...value }));
    },
    tell: (line, kind = problem.kind) => {
      problem.kind = kind;
      problem.lines.push(line);
      output.err(`${line}\n`);
    },
    unknown: (text) => sayUnknown(text, words, output),
    write,
  });
  // Programs that read JSON get an answer also when nothing was done.
  if (code === exitCodes.attention && !hasAnswer && isJson)
    output.out(errorJson(problem.kind, problem.lines.join(' ')));
  return code;
}
