import { escapeUnsafe } from '#shared/text.ts';

/** Where in JSON only a line feed stands that is not escaped already: between its lines. */
const LINE_FEED = 0x0a;

/** JSON with every character escaped that a terminal would obey: the same value for every reader. */
export function plainJson(json: string): string {
  return escapeUnsafe(json, (codePoint) => (codePoint === LINE_FEED ? '\n' : unicodeEscape(codePoint)));
}

/** A character of the Basic Multilingual Plane as JSON and bash escape it. */
export function unicodeEscape(codePoint: number): string {
  return `\\u${codePoint.toString(16).padStart(4, '0')}`;
}
