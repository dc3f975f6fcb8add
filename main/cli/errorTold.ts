import { type AppError, isKeychainError } from '#shared/errors.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { cleanText } from '#shared/text.ts';
import type { CommandContext } from './commandContext.ts';
import { type ExitCode, exitCodes } from './exitCodes.ts';

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
