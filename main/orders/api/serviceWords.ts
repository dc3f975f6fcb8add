import { documentLimits, parseBounded } from '#main/platform/boundedJson.ts';
import { withoutSecret } from '#main/platform/redact.ts';
import type { AppError } from '#shared/errors.ts';
import { cleanText, shorten } from '#shared/text.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Where an answer has its message. The interface shows no bodies of errors (section 7): `msg` is from OHTTPS and Certd,
 * `message` from the exceptions of NestJS and Spring, `error_description` from RFC 6749 (section 5.2), the others from
 * RFC 9457 (section 3.1).
 */
const MESSAGE_NAMES = ['msg', 'message', 'error_description', 'detail', 'title'];

/** The code of a success: 0 of Certd, or an HTTP status. */
const SUCCESS_CODE = /^(?:0|20\d)$/u;
/** The code of a failure for certain: an HTTP status. Another number may be the service's own for a success. */
const HTTP_ERROR = /^[45]\d\d$/u;

/** The errors of RFC 6750 (section 3.1) about the token, with their HTTP status. */
const TOKEN_ERRORS: ReadonlyMap<unknown, number> = new Map([
  ['invalid_token', 401],
  ['insufficient_scope', 403],
]);

const LONGEST_WORDS = 200;
/** Characters of an external text that are examined. What is shown of it is much shorter. */
const LONGEST_TEXT = 4_000;

export interface DeclaredError {
  readonly error: AppError;
  /** Whatever the rest of the body says. Otherwise it is an unknown code, which may mean success. */
  readonly isCertain: boolean;
  /** The service's words, cleaned; `null`: none. */
  readonly said: string | null;
}

/**
 * The error that a 200 body declares, as `{"code": 40001, "msg": "..."}` (Certd), `{"success": false, "msg": "..."}`
 * (OHTTPS) or `{"error": "..."}` (RFC 6750) do; `null` if it declares none. A code or a word that means an HTTP status
 * is treated as that status.
 * @param token is removed from the words
 */
export function declaredError(body: unknown, token: string): DeclaredError | null {
  if (!isObject(body)) return null;
  const { success, error } = body;
  const code = typeof body['code'] === 'number' ? String(body['code']) : textOf(body['code']);
  const saysSo = success === false || error === true || textOf(error) !== null || isObject(error);
  if (!saysSo && (code === null || SUCCESS_CODE.test(code))) return null;
  const said = wordsOf(body, token);
  const isHttpError = code !== null && HTTP_ERROR.test(code);
  const status = TOKEN_ERRORS.get(error) ?? (isHttpError ? Number(code) : null);
  const detail = said ?? (code === null ? null : cleanWords(code, token));
  return {
    error: (status === null ? null : statusError(status, null, said)) ?? {
      kind: 'invalidResponse',
      reason: 'errorEnvelope',
      detail,
    },
    isCertain: saysSo || isHttpError,
    said,
  };
}

/** The error that an HTTP status means; `null`: it has no special meaning. */
export function statusError(
  status: number,
  retryAfterMs: number | null,
  detail: string | null,
): AppError | null {
  const said = detail === null ? {} : { detail };
  if (status === 401 || status === 403) return { kind: 'unauthorized', status, ...said };
  if (status === 404) return { kind: 'unknownRid', ...said };
  if (status === 429) return { kind: 'rateLimited', retryAfterMs, ...said };
  return status >= 500 ? { kind: 'serverError', status, retryAfterMs, ...said } : null;
}

/**
 * The message in the body of an error answer, safe for an error's `detail`: the message and the error of a JSON object,
 * otherwise the text; `null` if there is none, or for HTML.
 */
export function wordsIn(text: string, token: string): string | null {
  if (text.startsWith('<')) return null;
  if (!/^[[{]/u.test(text)) return cleanWords(text, token);
  try {
    const body: unknown = parseBounded(text, documentLimits);
    return isObject(body) ? wordsOf(body, token) : null;
  } catch {
    return null;
  }
}

function wordsOf(body: JsonObject, token: string): string | null {
  const message = MESSAGE_NAMES.map((name) => textOf(body[name])).find((text) => text !== null);
  const texts = [message, textOf(body['error'])].filter((text) => typeof text === 'string');
  return cleanWords([...new Set(texts)].join('; '), token);
}

/**
 * Makes an external text safe to show and to store: without the access token, private keys, control and direction
 * characters; one line, at most 200 characters. `null` if nothing is left.
 */
export function cleanWords(text: string, token: string): string | null {
  const cleaned = cleanText(withoutSecret(text.slice(0, LONGEST_TEXT), token));
  return cleaned === '' ? null : shorten(cleaned, LONGEST_WORDS);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
