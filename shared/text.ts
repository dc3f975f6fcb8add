/**
 * Characters that affect the text around them: control characters (C0, C1), line and paragraph separators, direction
 * controls (Unicode's Bidi_Control and the deprecated ones), the byte order mark, interlinear annotations, and lone
 * surrogates.
 */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u206a-\u206f\ufeff\ufff9-\ufffb]/u;
const EACH_UNSAFE = new RegExp(UNSAFE, 'gu');
/** With the spaces around it. The lookbehind keeps the search linear in long runs of spaces. */
const UNSAFE_RUN = new RegExp(`(?<! ) *(?:${UNSAFE.source} *)+`, 'gu');

/** Whether a text has no unsafe characters. */
export function isCleanText(text: string): boolean {
  return !UNSAFE.test(text);
}

/**
 * Outside text as one safe line: unsafe characters become a space, and the ends are trimmed. Use `visibleText` for
 * exact names such as paths.
 */
export function cleanText(text: string): string {
  return (isCleanText(text) ? text : text.replace(UNSAFE_RUN, ' ')).trim();
}

/** Like `cleanText` for several lines: keeps line feeds, tabs and the spaces at the ends. */
export function cleanLines(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/gu, '\n')
    .replace(EACH_UNSAFE, (unsafe) => (/[\n\t]/u.test(unsafe) ? unsafe : ''));
}

/** Replaces each unsafe character with the result of `spell`. */
export function escapeUnsafe(text: string, spell: (codePoint: number) => string): string {
  return isCleanText(text) ? text : text.replace(EACH_UNSAFE, (unsafe) => spell(unsafe.codePointAt(0) ?? 0));
}

/** An exact name, such as a path, with unsafe characters as `\u{202e}`: different names stay different. */
export function visibleText(text: string): string {
  return escapeUnsafe(text, (codePoint) => `\\u{${codePoint.toString(16)}}`);
}

/** The text, or its beginning with an ellipsis: at most `most` characters (code points). */
export function shorten(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

/** Outside text, cleaned and shortened. */
export function shortName(text: string, most: number): string {
  return shorten(cleanText(text), most);
}
