import type { Form, Problems } from '#renderer/hooks/useForm.ts';
import { COMMAND_ARGUMENT_MAX, COMMAND_ARGUMENTS_MAX } from '#shared/domain/copy.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';

interface ArgumentDraft {
  /** Identifies the argument while its text changes. */
  readonly key: number;
  readonly text: string;
}

export interface CommandDraft {
  readonly program: string;
  readonly args: readonly ArgumentDraft[];
}

/** The input that text is pasted into, and its selection, which is replaced. */
interface PastePlace {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

type CommandProblems = Problems<'program' | 'arguments'>;
export type CommandForm = Pick<
  Form<CommandDraft, readonly string[], 'program' | 'arguments'>,
  'values' | 'problems' | 'change'
>;

/** The draft of a command; `null` for a new one with one empty argument. */
export function draftOf(command: readonly string[] | null): CommandDraft {
  const [program = '', ...args] = command ?? ['', ''];
  return { program, args: args.map((text, key) => ({ key, text })) };
}

/** The command as sent to main, without empty arguments. */
export function commandOf({ program, args }: CommandDraft): readonly string[] {
  return [program.trim(), ...args.map(({ text }) => text).filter((text) => text !== '')];
}

/** Validates the draft. Only main can tell whether the program exists. */
export function checkCommand(draft: CommandDraft): Result<readonly string[], CommandProblems> {
  const command = commandOf(draft);
  const [program = '', ...args] = command;
  const because = (at: 'program' | 'arguments', reason: 'empty' | 'tooLong' | 'tooMany') =>
    err({ [at]: { kind: 'invalidInput', field: 'command', reason } } satisfies CommandProblems);
  if (program === '') return because('program', 'empty');
  if (program.length > COMMAND_ARGUMENT_MAX) return because('program', 'tooLong');
  if (args.length >= COMMAND_ARGUMENTS_MAX) return because('arguments', 'tooMany');
  // The limit is for all of them together: the user reads the command in a native box.
  return command.join('').length > COMMAND_ARGUMENT_MAX ? because('arguments', 'tooLong') : ok(command);
}

/** Main's input errors are about the program. */
export function commandProblems(error: AppError): CommandProblems {
  return error.kind === 'invalidInput' ? { program: error } : {};
}

export function withArgument(draft: CommandDraft, key: number, text: string): CommandDraft {
  return { ...draft, args: draft.args.map((arg) => (arg.key === key ? { key, text } : arg)) };
}

export function withNewArgument(draft: CommandDraft): CommandDraft {
  return { ...draft, args: [...draft.args, ...numbered([''], draft)] };
}

export function withoutArgument(draft: CommandDraft, key: number): CommandDraft {
  return { ...draft, args: draft.args.filter((arg) => arg.key !== key) };
}

/**
 * Pastes several lines into the program (`key` is `null`) or an argument: the first line goes into that field, each
 * further line becomes an argument after it. `null` for a single line: the field handles it.
 */
export function withPasted(
  draft: CommandDraft,
  key: number | null,
  place: PastePlace,
  pasted: string,
): CommandDraft | null {
  const lines = pasted.split(/\r\n|\r|\n/u).filter((line) => line.trim() !== '');
  if (lines.length < 2) return null;
  const { text, start, end } = place;
  const whole = [...lines];
  whole[0] = text.slice(0, start) + (whole[0] ?? '');
  whole[whole.length - 1] = (whole.at(-1) ?? '') + text.slice(end);
  const [first = '', ...more] = whole;
  const added = numbered(more, draft);
  if (key === null) return { program: first, args: [...added, ...draft.args] };
  return {
    ...draft,
    args: draft.args.flatMap((arg) => (arg.key === key ? [{ key, text: first }, ...added] : [arg])),
  };
}

function numbered(texts: readonly string[], { args }: CommandDraft): readonly ArgumentDraft[] {
  const free = Math.max(-1, ...args.map(({ key }) => key)) + 1;
  return texts.map((text, index) => ({ key: free + index, text }));
}
