/** A field of a line of the log is a code, a name or a place in our code; more than this is something else. */
const MOST_CHARACTERS = 300;

/**
 * What never belongs into a log or a diagnosis, by its look. The callers give none of it: this is for the day when one
 * does. In this order, as an address holds a host and a header holds a token.
 */
const looks: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [^-]+-----[\s\S]*?(?:-----END [^-]+-----|$)/gu, '[pem]'],
  [/\b(?:bearer|basic)\s+\S+/giu, '[credentials]'],
  [/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>]*/giu, '[address]'],
  [/[^\s@"'<>]+@[^\s@"'<>]+\.[^\s@"'<>]+/gu, '[address]'],
  [/(?:[a-z]:[\\/]|\\\\)[^"'<>|\r\n]*/giu, '[path]'],
  [/(?<![\w.~])\/[^\s"'<>:]+\/[^\s"'<>:]*/gu, '[path]'],
  // Longer than a UUID, which names a connection.
  [/[A-Za-z0-9+/=_.-]{37,}/gu, '[long]'],
];

/** The text without what looks like a secret, an address or a path, and not longer than a field needs to be. */
export function redact(text: string): string {
  const clean = looks.reduce((known, [look, mark]) => known.replace(look, mark), text);
  return clean.length > MOST_CHARACTERS ? `${clean.slice(0, MOST_CHARACTERS)}…` : clean;
}
