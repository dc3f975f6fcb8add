/** Control characters of C0 and C1, and those that turn the direction of text: a terminal would obey them. */
const unwanted = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;

/** A text from outside, such as a name that the service gave, as something that can only be read. One line. */
export function plainText(text: string): string {
  return text.replaceAll(unwanted, ' ').trim();
}

/** JSON with every character escaped that a terminal would obey: the same value for every reader. */
export function plainJson(json: string): string {
  return json.replaceAll(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
