import { shortName } from '#shared/text.ts';

/** A name is for reading; what is longer is not one. */
const MOST_CHARACTERS = 100;

/** A name or a host that a stranger gave, fit for the log: on one line, without control and direction characters, short. */
export function refusedText(text: string): string {
  return shortName(text.slice(0, 4 * MOST_CHARACTERS), MOST_CHARACTERS);
}
