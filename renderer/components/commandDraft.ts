import type { Problems } from '#renderer/hooks/useForm.ts';
import { splitCommand } from '#shared/domain/commandWords.ts';
import { PROGRAM_ARGUMENT_MAX, PROGRAM_ARGUMENTS_MAX } from '#shared/domain/programRun.ts';
import type { AppError, InputReason } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';

interface CommandDraft {
  /** The command as one line: see `splitCommand`. */
  readonly line: string;
}

type CommandProblems = Problems<'line'>;

/** Validates the draft into the program and its arguments. Only main can tell whether the program exists. */
export function checkCommandDraft(
  { line }: CommandDraft,
  platform: string,
): Result<readonly string[], CommandProblems> {
  const because = (reason: InputReason) =>
    err({ line: { kind: 'invalidInput', field: 'command', reason } } satisfies CommandProblems);
  const words = splitCommand(line, platform);
  if (!words.ok) return because(words.error);
  const [program = ''] = words.value;
  if (program.trim() === '') return because('empty');
  if (words.value.length > PROGRAM_ARGUMENTS_MAX) return because('tooMany');
  // The limit is for all of them together: the user reads the command in a native box.
  return words.value.join('').length > PROGRAM_ARGUMENT_MAX ? because('tooLong') : ok(words.value);
}

/** Main's input errors are about the program. */
export function commandProblems(error: AppError): CommandProblems {
  return error.kind === 'invalidInput' ? { line: error } : {};
}
