/** Longest field. A code, a name or a position in our code is shorter. */
const MOST_CHARACTERS = 300;

/**
 * What must not be in a log or in diagnostics: a second line of defence. An address contains a host: the order matters.
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

/** The text with secrets, addresses and paths replaced, shortened to the length of a field. */
export function redact(text: string): string {
  const clean = looks.reduce((known, [look, mark]) => known.replace(look, mark), text);
  return clean.length > MOST_CHARACTERS ? `${clean.slice(0, MOST_CHARACTERS)}…` : clean;
}
