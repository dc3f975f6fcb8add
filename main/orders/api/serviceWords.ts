import { documentLimits, parseBounded } from '#main/platform/boundedJson.ts';
import { withoutSecret } from '#main/platform/redact.ts';
import { cleanText, shorten } from '#shared/text.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

const MESSAGE_NAMES = [
  'msg',
  'message',
  'errmsg',
  'errMsg',
  'error_description',
  'detail',
  'reason',
  'title',
];
/** A status that only says that there is an error. */
const PLAIN_STATUS = /^(?:error|fail|false|\d+$)/iu;
/** Further messages of a list of errors add nothing. */
const MOST_ERRORS = 5;
const LONGEST_WORDS = 200;
/** Characters of an external text that are examined. What is shown of it is much shorter. */
const LONGEST_TEXT = 4_000;

/**
 * The message in the body of an error answer, safe for an error's `detail`: the message, error, errors and status of
 * JSON, otherwise the text; `null` if there is none, or for HTML.
 */
export function wordsIn(text: string, token: string): string | null {
  if (text.startsWith('<')) return null;
  if (!/^[[{"]/u.test(text)) return cleanWords(text, token);
  try {
    const body: unknown = parseBounded(text, documentLimits);
    return typeof body === 'string' ? cleanWords(body, token) : isObject(body) ? wordsOf(body, token) : null;
  } catch {
    return null;
  }
}

/** The message, error, errors and status of a JSON object; `null`: none. */
export function wordsOf(body: JsonObject, token: string): string | null {
  const { error, status } = body;
  const inner = isObject(error) ? error : null;
  const statuses = [status, inner?.['status']].filter((word) => !PLAIN_STATUS.test(String(word)));
  const words = [
    ownMessage(body),
    inner === null ? error : ownMessage(inner),
    ...errorsOf(body).map((item) => (isObject(item) ? ownMessage(item) : item)),
    ...statuses,
  ];
  const texts = words.filter((word): word is string => typeof word === 'string' && word !== '');
  return cleanWords([...new Set(texts)].join('; '), token);
}

/** The errors that a body lists, as an array or by the fields that they concern: five at most. */
export function errorsOf({ errors }: JsonObject): readonly unknown[] {
  const listed = Array.isArray(errors) ? errors : isObject(errors) ? Object.values(errors).flat() : [];
  return listed.slice(0, MOST_ERRORS);
}

/** The message of a body, or of the error in it. */
export function messageOf(body: JsonObject): string | null {
  const { error } = body;
  return (
    ownMessage(body) ??
    (isObject(error) ? ownMessage(error) : typeof error === 'string' && error !== '' ? error : null)
  );
}

function ownMessage(object: JsonObject): string | null {
  const values = MESSAGE_NAMES.map((name) => object[name]);
  return values.find((value): value is string => typeof value === 'string' && value !== '') ?? null;
}

/**
 * Makes an external text safe to show and to store: without the access token, private keys, control and direction
 * characters; one line, at most 200 characters. `null` if nothing is left.
 */
export function cleanWords(text: string, token: string): string | null {
  const cleaned = cleanText(withoutSecret(text.slice(0, LONGEST_TEXT), token));
  return cleaned === '' ? null : shorten(cleaned, LONGEST_WORDS);
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
