import { Language } from '#main/platform/language.ts';
import { plainJson } from '#main/platform/plainJson.ts';
import { jsonText } from './answer.ts';
import type { ParsedCommand } from './command.ts';
import type { CommandPlace } from './context.ts';
import { type ExitCode, exitCodes } from './exitCodes.ts';
import { errorJson, sayUnknown } from './noAnswer.ts';
import { parseCommand } from './parseCommand.ts';
import type { CommandOutput, Holder, RunRequest } from './protocol.ts';
import { createPaint } from './terminalText.ts';

/**
 * Whether the process that holds the database runs a command of another process.
 * @param own the folder with secrets that the system handed to the holder
 */
export function isForHere(
  { words, secret, path, credentials }: RunRequest,
  holder: Holder,
  own: string | undefined,
): boolean {
  const line = parseCommand(words);
  if (!line.ok || line.value.kind !== 'run') return true;
  const { command, secret: asked, path: named } = line.value.parsed;
  // A client that does not read the words sends all of them.
  if (command.isApp || (asked !== null && secret === null) || (named !== null && path === null)) return false;
  if (holder !== 'command') return true;
  // It opens the database itself when this process has ended, which lacks the secrets that the system handed to it.
  const isElsewhere = credentials !== null && credentials !== own;
  return !command.startsApp && !(isElsewhere && command.needs.has('secrets'));
}

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
