/** Maximum length of a DNS name (RFC 1035, section 2.3.4). */
const NAME_MAX = 253;

/**
 * Parses a DNS name of letters, digits, hyphens, and underscores as in private zones. A name whose last label is a number
 * would be an IPv4 address (RFC 3696, section 2).
 * @returns lower case, as A-labels (RFC 5891), without a trailing dot; `null`: malformed
 */
export function parseHostName(text: string): string | null {
  // The URL parser would also find other parts, decode percent signs, and skip line breaks.
  if (/[%:/?#@\\\s]/u.test(text) || !URL.canParse(`https://${text}/`)) return null;
  const name = new URL(`https://${text}/`).hostname.replace(/\.$/u, '');
  const labels = name.split('.');
  const isName =
    name.length <= NAME_MAX &&
    labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/u.test(label)) &&
    !/^\d+$/u.test(labels.at(-1) ?? '');
  return isName ? name : null;
}
