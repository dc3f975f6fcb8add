import { escapeUnsafe, isCleanText } from '../text.ts';

/** What needs no quotes in any of these languages. Characters that end a line or cannot be seen are refused. */
const PLAIN = /^[A-Za-z0-9_./:-]+$/u;

/**
 * A path as an argument of nginx: in quotes when it has to be, with `/` on Windows too. `null` with `$`, which nginx
 * takes for a variable in these directives since 1.15.9 and offers no escape for.
 */
export function inNginx(path: string): string | null {
  const slashed = withSlashes(path);
  if (!isCleanText(path) || path.includes('$')) return null;
  return PLAIN.test(slashed) ? slashed : `"${slashed.replace(/["\\]/gu, '\\$&')}"`;
}

/** A path as an argument of Apache. `null` with `${`, which is replaced before quotes are looked at. */
export function inApache(path: string): string | null {
  const slashed = withSlashes(path);
  if (!isCleanText(path) || path.includes('${')) return null;
  return PLAIN.test(slashed) ? slashed : `"${slashed.replace(/["\\]/gu, '\\$&')}"`;
}

/** A path as an argument of HAProxy (its manual, section 2.2): within `"`, three characters keep their meaning. */
export function inHaproxy(path: string): string | null {
  if (!isCleanText(path)) return null;
  return PLAIN.test(path) ? path : `"${path.replace(/["\\$]/gu, '\\$&')}"`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A path as an attribute of Tomcat's XML, with its quotes. `null` with `${`, which Tomcat takes for a property. */
export function inTomcat(path: string): string | null {
  if (!isCleanText(path) || path.includes('${')) return null;
  return `"${path.replace(/[&<>"]/gu, (character) => entities[character] ?? character)}"`;
}

/** A path as a string of PowerShell that nothing is replaced in; typographic quotes end it too. */
export function inPowerShell(path: string): string | null {
  return !isCleanText(path) ? null : `'${path.replace(/['\u2018\u2019\u201a\u201b]/gu, '$&$&')}'`;
}

/** A path as a string of JavaScript. */
export function inJavaScript(path: string): string {
  return escapeUnsafe(JSON.stringify(path), (codePoint) => `\\u${codePoint.toString(16).padStart(4, '0')}`);
}

/** Paths of Windows with `/`, which its own calls take as well, where `\` would escape. */
function withSlashes(path: string): string {
  return /^(?:[A-Za-z]:\\|\\\\)/u.test(path) ? path.replaceAll('\\', '/') : path;
}
