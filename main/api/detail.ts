const LONGEST_DETAIL = 200;
const PEM_OR_LATER = /-----BEGIN[\s\S]*$/u;

/**
 * Makes a text from outside fit for an error's `detail`: without the access token, should the service echo it, without
 * PEM, control and direction characters, on one line, at most 200 characters. `null` when nothing is left.
 */
export function cleanDetail(text: string, token: string): string | null {
  const cleaned = text
    .replaceAll(token, '***')
    .replace(PEM_OR_LATER, '')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  if (cleaned === '') return null;
  const characters = [...cleaned];
  return characters.length <= LONGEST_DETAIL
    ? cleaned
    : `${characters.slice(0, LONGEST_DETAIL - 1).join('')}…`;
}
