import type { Form, Problems } from '#renderer/hooks/useForm.ts';
import { COMMAND_ARGUMENT_MAX, COMMAND_ARGUMENTS_MAX } from '#shared/domain/copy.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** An argument while it is edited. */
export interface ArgumentDraft {
  /** Tells arguments apart, whatever is typed. */
  readonly key: number;
  readonly text: string;
}

/** A command while it is edited. */
export interface CommandDraft {
  readonly program: string;
  readonly args: readonly ArgumentDraft[];
}

/** Where a text is pasted: what is selected there goes. */
export interface PastePlace {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

type CommandProblems = Problems<'program' | 'arguments'>;
/** What the fields of a command need of their form. */
export type CommandForm = Pick<
  Form<CommandDraft, readonly string[], 'program' | 'arguments'>,
  'values' | 'problems' | 'change'
>;

/** The draft that says what a command says; `null`: a new one, with one place for an argument. */
export function draftOf(command: readonly string[] | null): CommandDraft {
  const [program = '', ...args] = command ?? ['', ''];
  return { program, args: args.map((text, key) => ({ key, text })) };
}

/** The command of a draft, as main takes it. Fields that were left empty are no arguments. */
export function commandOf({ program, args }: CommandDraft): readonly string[] {
  return [program.trim(), ...args.map(({ text }) => text).filter((text) => text !== '')];
}

/** The command as main takes it, or what is wrong with it. Whether there is such a program only main can tell. */
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

/** An input error of main is about the program. */
export function commandProblems(error: AppError): CommandProblems {
  return error.kind === 'invalidInput' ? { program: error } : {};
}

/** With another text in one argument. */
export function withArgument(draft: CommandDraft, key: number, text: string): CommandDraft {
  return { ...draft, args: draft.args.map((arg) => (arg.key === key ? { key, text } : arg)) };
}

/** With one more argument at the end. */
export function withNewArgument(draft: CommandDraft): CommandDraft {
  return { ...draft, args: [...draft.args, ...numbered([''], draft)] };
}

/** Without one argument. */
export function withoutArgument(draft: CommandDraft, key: number): CommandDraft {
  return { ...draft, args: draft.args.filter((arg) => arg.key !== key) };
}

/**
 * With a text of several lines pasted into the program (`key` is `null`) or an argument: its first line goes into that
 * field, each further one into an argument of its own behind it. `null`: it is one line, which the field takes itself.
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
