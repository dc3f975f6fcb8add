import { escapeUnsafe, isCleanText } from '../text.ts';

/** Needs no quotes in any of these languages. Line ends and invisible characters are refused. */
const PLAIN = /^[A-Za-z0-9_./:-]+$/u;

/**
 * A path as an argument of nginx, quoted if necessary, with `/` on Windows too. `null` for a `$`, which starts a variable in
 * these directives since nginx 1.15.9 and can't be escaped.
 */
export function inNginx(path: string): string | null {
  return !isCleanText(path) || path.includes('$') ? null : quoted(withSlashes(path), /["\\]/gu);
}

/** A path as an argument of Apache. `null` for a `${`, which is expanded even within quotes. */
export function inApache(path: string): string | null {
  return !isCleanText(path) || path.includes('${') ? null : quoted(withSlashes(path), /["\\]/gu);
}

/** A path as an argument of HAProxy (its manual, section 2.2): three characters need an escape within `"`. */
export function inHaproxy(path: string): string | null {
  return isCleanText(path) ? quoted(path, /["\\$]/gu) : null;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A path as an attribute of Tomcat's XML, with its quotes. `null` for a `${`, which Tomcat expands as a property. */
export function inTomcat(path: string): string | null {
  if (!isCleanText(path) || path.includes('${')) return null;
  return `"${path.replace(/[&<>"]/gu, (character) => entities[character] ?? character)}"`;
}

/** A path as a literal string of PowerShell, which typographic quotes end as well. */
export function inPowerShell(path: string): string | null {
  return !isCleanText(path) ? null : `'${path.replace(/['\u2018\u2019\u201a\u201b]/gu, '$&$&')}'`;
}

/** A path as a word of a POSIX shell. */
export function inShell(path: string): string | null {
  if (!isCleanText(path)) return null;
  return PLAIN.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/** A path as a JavaScript string. */
export function inJavaScript(path: string): string {
  return escapeUnsafe(JSON.stringify(path), (codePoint) => `\\u${codePoint.toString(16).padStart(4, '0')}`);
}

/** Puts a path in quotes if necessary, with a backslash before special characters. */
function quoted(path: string, special: RegExp): string {
  return PLAIN.test(path) ? path : `"${path.replace(special, '\\$&')}"`;
}

/** A Windows path with `/`, which Windows accepts as well, because `\` is an escape character here. */
function withSlashes(path: string): string {
  return /^(?:[A-Za-z]:\\|\\\\)/u.test(path) ? path.replaceAll('\\', '/') : path;
}
