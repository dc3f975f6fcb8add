/**
 * Characters that act on the text around them instead of standing in it: control characters (C0, C1), line and
 * paragraph separators, controls of the direction (Unicode's Bidi_Control and the deprecated ones), the byte order
 * mark, interlinear annotations, and halves of characters.
 */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u206a-\u206f\ufeff\ufff9-\ufffb]/u;
const EACH_UNSAFE = new RegExp(UNSAFE, 'gu');
const UNSAFE_RUN = new RegExp(` *(?:${UNSAFE.source} *)+`, 'gu');

/** Whether a text is only text: `cleanText` has nothing to take from its inside. */
export function isCleanText(text: string): boolean {
  return !UNSAFE.test(text);
}

/**
 * A text from outside, such as a name, as one line that can only be read: what acts on the text around it becomes a
 * space, without spaces at the ends. Not for what names a thing exactly, such as a path: see `visibleText`.
 */
export function cleanText(text: string): string {
  return (isCleanText(text) ? text : text.replace(UNSAFE_RUN, ' ')).trim();
}

/** As `cleanText` for a text of several lines: line feeds, tabs and the spaces at the ends stay. */
export function cleanLines(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/gu, '\n')
    .replace(EACH_UNSAFE, (unsafe) => (/[\n\t]/u.test(unsafe) ? unsafe : ''));
}

/** A text with each character that `cleanText` would take spelled in another way. */
export function escapeUnsafe(text: string, spell: (codePoint: number) => string): string {
  return isCleanText(text) ? text : text.replace(EACH_UNSAFE, (unsafe) => spell(unsafe.codePointAt(0) ?? 0));
}

/** A text that names a thing exactly, such as a path, with unsafe characters as `\u{202e}`: two names stay two. */
export function visibleText(text: string): string {
  return escapeUnsafe(text, (codePoint) => `\\u{${codePoint.toString(16)}}`);
}

/** The text itself, or its beginning with an ellipsis: at most `most` characters (code points), none cut in half. */
export function shorten(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

/** A name from outside as clean text, shortened. */
export function shortName(text: string, most: number): string {
  return shorten(cleanText(text), most);
}
