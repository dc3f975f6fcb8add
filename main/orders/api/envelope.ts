import type { AppError } from '#shared/errors.ts';
import { cleanDetail } from './detail.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const CODE_NAMES = ['code', 'errcode', 'errCode', 'err_code', 'errno', 'errorCode', 'error_code'];
const STATUS_NAMES = ['status', 'statusCode', 'status_code'];
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
/** Codes that mean success, as text. */
const SUCCESS_CODE = /^(?:0+|20\d|true|ok|success(?:ful)?|succeeded)$/iu;
/** A status can also be the order's (`issued`, `renewing`): only these words, or a number, mean failure. */
const STATUS_OF_A_CALL = /^(?:-?\d+$|error|fail)/iu;
/** A status that only says that there is an error. */
const PLAIN_STATUS = /^(?:error|fail|false|\d+$)/iu;
/** For services that use a number of their own for success. */
const SUCCESS_MESSAGE = /^(?:ok$|success|succeeded|[^不未无]*成功)/iu;
/** HTTP error codes, alone or followed by two digits: `401`, `40101`. */
const HTTP_ERROR = /^[45]\d\d(?:\d\d)?$/u;
/** Further messages of a list of errors add nothing. */
const MOST_ERRORS = 5;

/** An error declared by a body. */
export interface DeclaredError {
  readonly error: AppError;
  /**
   * Whether it is an error regardless of the rest of the body. Otherwise it is an unknown code, which may mean
   * success.
   */
  readonly isCertain: boolean;
  /** Whether the body contains a message. */
  readonly hasMessage: boolean;
}

/**
 * The error that a 200 body declares, as `{"code": 40001, "msg": "..."}` or `{"success": false}` do; `null` if it
 * declares none. Call it only for bodies without a certificate. A code that contains an HTTP status is treated as
 * that status. The token is removed from the message.
 */
export function declaredError(body: unknown, token: string): DeclaredError | null {
  if (!isObject(body)) return null;
  const statuses = STATUS_NAMES.map((name) => body[name]).filter((status) =>
    STATUS_OF_A_CALL.test(String(status)),
  );
  const code = [...CODE_NAMES.map((name) => body[name]), ...statuses].find(isScalar);
  const message = messageOf(body);
  const isFailureCode =
    code !== undefined && !SUCCESS_CODE.test(String(code).trim()) && !SUCCESS_MESSAGE.test(message ?? '');
  const saysSo =
    body['success'] === false || body['ok'] === false || (code === undefined && isTruthyError(body['error']));
  if (!saysSo && !isFailureCode) return null;
  return {
    error: errorOf(Number(code), code, body, token),
    isCertain: saysSo || HTTP_ERROR.test(String(code).trim()),
    hasMessage: message !== null,
  };
}

function errorOf(
  status: number,
  code: string | number | undefined,
  body: JsonObject,
  token: string,
): AppError {
  const detail = cleanDetail(wordsOf(body).join('; '), token);
  const said = detail === null ? {} : { detail };
  if (status === 401 || status === 403) return { kind: 'unauthorized', status, ...said };
  if (status === 404) return { kind: 'unknownRid', ...said };
  if (status === 429) return { kind: 'rateLimited', retryAfterMs: null, ...said };
  if (status >= 500 && status <= 599) return { kind: 'serverError', status, retryAfterMs: null, ...said };
  const orCode = detail ?? (code === undefined ? null : cleanDetail(String(code), token));
  return { kind: 'invalidResponse', reason: 'errorEnvelope', detail: orCode };
}

/**
 * The message in the body of an error answer, safe for an error's `detail`: the message, error, errors and status of
 * JSON, otherwise the text; `null` if there is none, or for HTML.
 */
export function errorDetail(text: string, token: string): string | null {
  if (text.startsWith('<')) return null;
  if (!/^[[{"]/u.test(text)) return cleanDetail(text, token);
  try {
    const body: unknown = JSON.parse(text);
    return cleanDetail(typeof body === 'string' ? body : wordsOf(body).join('; '), token);
  } catch {
    return null;
  }
}

/** Message, error, errors and status of a body, without duplicates. */
function wordsOf(body: unknown): string[] {
  if (!isObject(body)) return [];
  const { error, errors, status } = body;
  const inner = isObject(error) ? error : null;
  const listed = Array.isArray(errors) ? errors.slice(0, MOST_ERRORS) : [];
  const statuses = [status, inner?.['status']].filter((word) => !PLAIN_STATUS.test(String(word)));
  const words = [
    ownMessage(body),
    inner === null ? error : ownMessage(inner),
    ...listed.map((item) => (isObject(item) ? ownMessage(item) : item)),
    ...statuses,
  ];
  return [...new Set(words.filter((word): word is string => typeof word === 'string' && word !== ''))];
}

function messageOf(body: JsonObject): string | null {
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

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isScalar(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

function isTruthyError(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || (typeof value === 'object' && value !== null);
}
