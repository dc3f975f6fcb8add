import { err, ok, type Result } from '#shared/result.ts';
import { isCleanText } from '#shared/text.ts';

const MAX_NAME_LENGTH = 100;

/**
 * Checks a name that a person gave: up to 100 characters, clean text (`isCleanText`), different from the `others` whatever
 * the case. Gives it without white space around it, in Unicode's form NFC.
 */
export function distinctName(
  text: string,
  others: readonly string[],
): Result<string, 'empty' | 'tooLong' | 'controlCharacters' | 'alreadyExists'> {
  const name = text.trim().normalize('NFC');
  if (name === '') return err('empty');
  if (name.length > MAX_NAME_LENGTH) return err('tooLong');
  if (!isCleanText(name)) return err('controlCharacters');
  const isTaken = others.some((other) => comparableName(other) === comparableName(name));
  return isTaken ? err('alreadyExists') : ok(name);
}

/** The form in which two names are the same to a person. */
export function comparableName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}
