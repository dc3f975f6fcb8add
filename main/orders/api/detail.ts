import { cleanText, shorten } from '#shared/text.ts';

const LONGEST_DETAIL = 200;
/** Characters of an external text that are examined. A detail is much shorter. */
const LONGEST_TEXT = 4_000;
/** A shorter match with the token is a coincidence, unless it is the whole token. */
const TELLING_LENGTH = 6;
const PEM_OR_LATER = /-----BEGIN[\s\S]*$/u;

/**
 * Makes an external text safe for an error's `detail`: removes the access token (also if quoted in part or wrapped),
 * PEM, control and direction characters; one line, at most 200 characters. `null` if nothing is left.
 */
export function cleanDetail(text: string, token: string): string | null {
  const cleaned = cleanText(withoutToken(text.slice(0, LONGEST_TEXT), token).replace(PEM_OR_LATER, ''));
  return cleaned === '' ? null : shorten(cleaned, LONGEST_DETAIL);
}

/** Replaces every substring of 6 or more characters that also occurs in the token. */
function withoutToken(text: string, token: string): string {
  const length = Math.min(TELLING_LENGTH, token.length);
  if (length === 0) return text;
  const stretches = new Set<string>();
  for (let start = 0; start + length <= token.length; start += 1)
    stretches.add(token.slice(start, start + length));
  let result = '';
  let place = 0;
  while (place < text.length) {
    let end = place;
    while (stretches.has(text.slice(end, end + length))) end += 1;
    if (end > place) {
      result += '***';
      place = end + length - 1;
    } else {
      result += text[place] ?? '';
      place += 1;
    }
  }
  return result;
}
