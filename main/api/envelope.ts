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
  'error',
  'detail',
  'reason',
];
/** Codes that mean "all is well", as text. */
const SUCCESS_CODE = /^(?:0+|20\d|true|ok|success(?:ful)?|succeeded)$/iu;
/** A status may also be the order's own (`issued`, `renewing`): only these words, or a number, speak of failure. */
const STATUS_OF_A_CALL = /^(?:-?\d+$|error|fail)/iu;
/** For services whose success has a number of its own. */
const SUCCESS_MESSAGE = /^(?:ok$|success|succeeded|操作成功|请求成功|成功)/iu;

/**
 * The error that a 200 body declares, as `{"code": 40001, "msg": "..."}` or `{"success": false}` do; `null` when it
 * declares none. To be asked only when the body holds no certificate. Codes that repeat an HTTP status are taken as
 * that status; a `token` that the service echoes is taken out of its message.
 */
export function declaredError(body: unknown, token: string): AppError | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  // An object that JSON.parse made.
  const object = body as JsonObject;
  const code =
    CODE_NAMES.map((name) => object[name]).find(isScalar) ??
    STATUS_NAMES.map((name) => object[name]).find(
      (status) => isScalar(status) && STATUS_OF_A_CALL.test(String(status)),
    );
  const message = messageOf(object);
  const isFailureCode =
    code !== undefined && !SUCCESS_CODE.test(String(code).trim()) && !SUCCESS_MESSAGE.test(message ?? '');
  const declaresFailure =
    object['success'] === false ||
    object['ok'] === false ||
    isFailureCode ||
    (code === undefined && isTruthyError(object['error']));
  if (!declaresFailure) return null;
  const status = Number(code);
  if (status === 401 || status === 403) return { kind: 'unauthorized', status };
  if (status === 404) return { kind: 'unknownRid' };
  if (status === 429) return { kind: 'rateLimited', retryAfterMs: null };
  if (status >= 500 && status <= 599) return { kind: 'serverError', status, retryAfterMs: null };
  const words = message ?? (code === undefined ? '' : String(code));
  return { kind: 'invalidResponse', reason: 'errorEnvelope', detail: cleanDetail(words, token) };
}

function messageOf(object: JsonObject): string | null {
  for (const name of MESSAGE_NAMES) {
    const value = object[name];
    if (typeof value === 'string' && value !== '') return value;
    if (
      typeof value === 'object' &&
      value !== null &&
      'message' in value &&
      typeof value.message === 'string'
    )
      return value.message;
  }
  return null;
}

function isScalar(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

function isTruthyError(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || (typeof value === 'object' && value !== null);
}
