import type { AppError } from '#shared/errors.ts';
import { cleanWords, errorsOf, isObject, type JsonObject, messageOf, wordsOf } from './serviceWords.ts';

const CODE_NAMES = ['code', 'errcode', 'errCode', 'err_code', 'errno', 'errorCode', 'error_code'];
const STATUS_NAMES = ['status', 'statusCode', 'status_code', 'state', 'result'];
const SUCCESS_NAMES = ['success', 'ok', 'succeeded', 'result'];
/** Objects that hold what is asked for, and may say themselves that it failed. */
const ENVELOPES = ['data', 'result', 'response', 'payload'];
const SUCCESS_CODE = /^(?:0+|20\d|true|ok|success(?:ful)?|succeeded)$/iu;
/** A status can also be the order's (`issued`, `renewing`): only these words, or a number, mean failure. */
const FAILURE = /^(?:error|fail)/iu;
const NUMBER = /^-?\d+$/u;
/** For services that use a number of their own for success. */
const SUCCESS_MESSAGE = /^(?:ok$|success|succeeded|[^不未无]*成功)/iu;
/** HTTP error codes, alone or followed by two digits: `401`, `40101`. */
const HTTP_ERROR = /^[45]\d\d(?:\d\d)?$/u;

/** HTTP statuses in words, as letters in lower case. */
const STATUS_WORDS: ReadonlyMap<string, number> = new Map([
  ...[
    'unauthorized',
    'unauthorised',
    'unauthenticated',
    'notauthenticated',
    'notauthorized',
    'invalidtoken',
    'invalidaccesstoken',
    'invalidcredentials',
    'tokeninvalid',
    'tokenexpired',
    'expiredtoken',
    'tokenrevoked',
    'authenticationfailed',
    'authenticationrequired',
    'authfailed',
  ].map((word) => [word, 401] as const),
  ...['forbidden', 'accessdenied', 'permissiondenied'].map((word) => [word, 403] as const),
  ['notfound', 404],
  ...['toomanyrequests', 'ratelimited', 'ratelimitexceeded'].map((word) => [word, 429] as const),
  ...['internalerror', 'internalservererror'].map((word) => [word, 500] as const),
  ['serviceunavailable', 503],
]);

export interface DeclaredError {
  readonly error: AppError;
  /** Whatever the rest of the body says. Otherwise it is an unknown code, which may mean success. */
  readonly isCertain: boolean;
  /** Its code or status is a word for failure, which may also be about the order. */
  readonly saysFailed: boolean;
  readonly hasMessage: boolean;
  /** The service's words, cleaned; `null`: none. */
  readonly said: string | null;
}

/**
 * The error that a 200 body declares, as `{"code": 40001, "msg": "..."}`, `{"success": false}`, `{"errors": ["..."]}` or
 * `{"status": "unauthorized"}` do, itself or in the object that holds the rest; `null` if it declares none. A code or a word
 * that means an HTTP status is treated as that status. The token is removed from the message.
 */
export function declaredError(body: unknown, token: string): DeclaredError | null {
  if (!isObject(body)) return null;
  const outer = declaredIn(body, token);
  if (outer !== null) return outer;
  const inner = ENVELOPES.map((name) => body[name])
    .filter(isObject)
    .map((object) => declaredIn(object, token));
  return inner.find((declared) => declared?.isCertain === true) ?? null;
}

function declaredIn(body: JsonObject, token: string): DeclaredError | null {
  const statuses = STATUS_NAMES.map((name) => body[name]).filter(isStatusOfCall);
  const code = [...CODE_NAMES.map((name) => body[name]), ...statuses].find(isScalar);
  const message = messageOf(body);
  const status = statusOfWord(code) ?? statusOfWord(body['error']);
  const isFailureCode =
    code !== undefined && !SUCCESS_CODE.test(String(code).trim()) && !SUCCESS_MESSAGE.test(message ?? '');
  const saysSo =
    SUCCESS_NAMES.some((name) => isFalse(body[name])) ||
    body['error'] === true ||
    errorsOf(body).length > 0 ||
    status !== null ||
    (code === undefined && isTruthyError(body['error']));
  if (!saysSo && !isFailureCode) return null;
  const said = wordsOf(body, token);
  return {
    error: errorOf(status ?? Number(code), code, said, token),
    isCertain: saysSo || HTTP_ERROR.test(String(code).trim()),
    saysFailed: FAILURE.test(String(code)),
    hasMessage: message !== null,
    said,
  };
}

function errorOf(
  status: number,
  code: string | number | undefined,
  said: string | null,
  token: string,
): AppError {
  const known = status <= 599 ? statusError(status, null, said) : null;
  if (known !== null) return known;
  const orCode = said ?? (code === undefined ? null : cleanWords(String(code), token));
  return { kind: 'invalidResponse', reason: 'errorEnvelope', detail: orCode };
}

/** The error that an HTTP status means, or a code in a body that contains one; `null`: it has no special meaning. */
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

function statusOfWord(word: unknown): number | null {
  if (typeof word !== 'string') return null;
  return STATUS_WORDS.get(word.toLowerCase().replace(/[^a-z]/gu, '')) ?? null;
}

function isStatusOfCall(status: unknown): boolean {
  return NUMBER.test(String(status)) || FAILURE.test(String(status)) || statusOfWord(status) !== null;
}

function isScalar(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

function isFalse(value: unknown): boolean {
  return value === false || (typeof value === 'string' && /^(?:false|no)$/iu.test(value));
}

function isTruthyError(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || (typeof value === 'object' && value !== null);
}
