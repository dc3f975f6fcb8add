import { cleanText } from '#shared/text.ts';

/** The text itself, or its beginning with an ellipsis: at most `most` characters (code points), none cut in half. */
export function shorten(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

/** A name from outside as clean text, shortened. */
export function shortName(text: string, most: number): string {
  return shorten(cleanText(text), most);
}
