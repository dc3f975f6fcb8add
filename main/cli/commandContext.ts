import { disposeAll } from '#main/platform/disposable.ts';
import { type AppError, isKeychainError } from '#shared/errors.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';
import { cleanText, escapeUnsafe, isCleanText } from '#shared/text.ts';
import type { CommandServices } from './commandServices.ts';
import { type ExitCode, exitCodes } from './exitCodes.ts';
import type { Paint } from './terminalText.ts';
import { unicodeEscape } from './terminalText.ts';

/** One run of a command. */
export interface CommandContext {
  readonly services: CommandServices;
  readonly t: Translate;
  readonly locale: Locale;
  readonly paint: Paint;
  /** Of the terminal; `null`: a file or another program. */
  readonly columns: number | null;
  /** The absolute folder that paths are relative to. */
  readonly cwd: string;
  readonly passphrase: string | null;
  /** Nobody waits for the command any more. */
  readonly signal: AbortSignal;
  /** One line of the answer. */
  readonly say: (line: string) => void;
  /** One line about it: a problem, or how it goes. */
  readonly tell: (line: string) => void;
  /** Says in one line why there is no answer. @returns the exit code for it */
  readonly unknown: (text: string) => ExitCode;
  /** The answer as it is, for other programs. */
  readonly write: (text: string) => void;
}

/** Waits until a condition holds; looked at now and whenever something may have changed. Ends early with the signal. */
export async function waitUntil(
  holds: () => boolean,
  { signal }: Pick<CommandContext, 'signal'>,
  subscribe: (look: () => void) => readonly { dispose(): void }[],
): Promise<void> {
  if (signal.aborted || holds()) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      disposeAll(subscriptions);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const look = () => {
      if (holds()) end();
    };
    const subscriptions = subscribe(look);
    signal.addEventListener('abort', end);
  });
}

/**
 * A path exactly as a shell takes it: within quotes where it needs them, and as `$'...'` (bash, zsh, ksh) where a
 * terminal would obey one of its characters.
 */
export function shellWord(word: string): string {
  // A backslash is the separator of Windows. A tilde at the start would be the home folder.
  if (/^(?!~)[\w@%+=:,./~\\-]+$/u.test(word) && (process.platform === 'win32' || !word.includes('\\')))
    return word;
  if (isCleanText(word)) return `'${word.replaceAll("'", `'\\''`)}'`;
  return `$'${escapeUnsafe(word.replace(/[\\']/gu, '\\$&'), unicodeEscape)}'`;
}

/** Says what went wrong, why, and what to do. @returns the exit code that it means */
export function tellError(error: AppError, { services, t, tell, unknown }: CommandContext): ExitCode {
  const { title, why, next } = describeError(error, t, { platform: services.platform });
  const text = cleanText(t('cli.problem', { title, why, next }));
  if (isKeychainError(error) || error.kind === 'storage') return unknown(text);
  tell(text);
  return exitCodes.attention;
}

/** Says that the keychain cannot be used. @returns the exit code, or `null`: it can, or was not needed */
export function tellKeychain(context: CommandContext): ExitCode | null {
  const error = context.services.keychainError();
  return error === null ? null : tellError(error, context);
}
