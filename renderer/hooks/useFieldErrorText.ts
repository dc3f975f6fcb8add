import type { AppError } from '#shared/errors.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { useT } from './useT.ts';

/** The text for a refused field: why, and what to enter. `null` for no error. */
export function useFieldErrorText(): (error: AppError | undefined) => string | null {
  const t = useT();
  return (error) => {
    if (error === undefined) return null;
    const { why, next } = describeError(error, t);
    return t('common.sentences', { first: why, second: next });
  };
}
