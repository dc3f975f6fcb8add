import { err, ok, type Result } from '#shared/result.ts';
import { isCleanText } from '#shared/text.ts';

const MAX_NAME_LENGTH = 100;

/**
 * Validates a name that the user typed. Names differ regardless of case.
 * @param others the other names in the form of `comparableName`
 * @returns the name, trimmed and in Unicode's form NFC
 */
export function validateUniqueName(
  text: string,
  others: ReadonlySet<string>,
): Result<string, 'empty' | 'tooLong' | 'controlCharacters' | 'alreadyExists'> {
  const name = text.trim().normalize('NFC');
  if (name === '') return err('empty');
  if (name.length > MAX_NAME_LENGTH) return err('tooLong');
  if (!isCleanText(name)) return err('controlCharacters');
  return others.has(comparableName(name)) ? err('alreadyExists') : ok(name);
}

/** A form in which names that look the same are equal. */
export function comparableName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}
