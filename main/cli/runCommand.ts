import { Language } from '#main/platform/language.ts';
import { plainJson } from '#main/platform/plainJson.ts';
import type { ParsedCommand } from './command.ts';
import type { CommandPlace } from './context.ts';
import { errorJson } from './errorJson.ts';
import { type ExitCode, exitCodes, sayUnknown } from './exitCodes.ts';
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
  let hasAnswer = false;
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
    say: (line) => {
      hasAnswer = true;
      output.out(`${line}\n`);
    },
    tell: (line, kind = problem.kind) => {
      problem.kind = kind;
      problem.lines.push(line);
      output.err(`${line}\n`);
    },
    unknown: (text) => sayUnknown(text, words, output),
    write: (text) => {
      hasAnswer = true;
      // A file has what it has, also what a terminal must not get.
      output.out(path?.kind === 'writes' ? text : plainJson(text));
    },
  });
  // Programs that read JSON get an answer also when nothing was done.
  if (code === exitCodes.attention && !hasAnswer && parsed.isJson)
    output.out(plainJson(errorJson(problem.kind, problem.lines.join(' '))));
  return code;
}
