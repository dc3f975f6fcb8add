import { escapeUnsafe } from '#shared/text.ts';

const LINE_FEED = 0x0a;

/** JSON in which every character that could control a terminal is escaped; it parses to the same value. */
export function plainJson(json: string): string {
  // An unescaped line feed in JSON is always between two lines.
  return escapeUnsafe(json, (codePoint) => (codePoint === LINE_FEED ? '\n' : unicodeEscape(codePoint)));
}

/** The escape of a character of the Basic Multilingual Plane in JSON and in bash. */
export function unicodeEscape(codePoint: number): string {
  return `\\u${codePoint.toString(16).padStart(4, '0')}`;
}
