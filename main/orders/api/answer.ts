import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { documentLimits, parseBounded } from '#main/platform/boundedJson.ts';
import { MAX_RETRY_AFTER_MS } from '#shared/domain/serviceWait.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { cleanText, shorten } from '#shared/text.ts';

/** Header names are in lower case. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export interface AnswerContext {
  /** Of the decompressed body. */
  readonly limitBytes: number;
  /** Removed from the detail of errors. */
  readonly token: string;
  readonly origin: string;
  /** Unix ms. */
  readonly now: number;
}

/** nginx answers with this text instead of a TLS alert. */
const WANTS_CLIENT_CERTIFICATE = /No required SSL certificate was sent/u;
/** Control characters that do not occur in text. */
const BINARY = /[^\P{Cc}\t\n\v\f\r\u0080-\u009f]/u;

/**
 * The text of a successful answer, without byte order mark and surrounding white space, or the error for its status
 * or form. The interface defines no status codes (section 7), so those of HTTP apply.
 */
export function readAnswer(answer: Answer, context: AnswerContext): Result<string> {
  const { status } = answer;
  const text = textOf(answer, context.limitBytes);
  if (status >= 200 && status < 300) {
    if (!text.ok) return text;
    if (text.value === '') return err({ kind: 'invalidResponse', reason: 'empty', detail: null });
    return isMarkup(text.value) ? err({ kind: 'invalidResponse', reason: 'html', detail: null }) : text;
  }
  const words = text.ok ? text.value : '';
  if (isMarkup(words) && WANTS_CLIENT_CERTIFICATE.test(words))
    return err({ kind: 'tls', reason: 'clientCertificate', code: `HTTP_${status}` });
  const detail = errorDetail(words, context.token);
  if (status === 404 && words !== '' && !/^[[{]/u.test(words)) {
    // The service answers in JSON: other text means that the address is not the service's.
    if (isMarkup(words)) return err({ kind: 'invalidResponse', reason: 'html', detail: null });
    return err({ kind: 'invalidResponse', reason: 'notJson', detail });
  }
  const known = statusError(status, retryAfterMs(answer, context.now), detail);
  if (known !== null) return err(known);
  // 304 is only valid for a conditional request, and none was sent.
  if (status >= 300 && status < 400 && status !== 304)
    return err({
      kind: 'redirected',
      status,
      location: originOf(answer.headers['location'], context.origin),
    });
  return err({ kind: 'unexpectedStatus', status, ...(detail === null ? {} : { detail }) });
}

/** The error that an HTTP status means, or a code in a body that contains one; `null`: it has no special meaning. */
function statusError(status: number, retryAfterMs: number | null, detail: string | null): AppError | null {
  const said = detail === null ? {} : { detail };
  if (status === 401 || status === 403) return { kind: 'unauthorized', status, ...said };
  if (status === 404) return { kind: 'unknownRid', ...said };
  if (status === 429) return { kind: 'rateLimited', retryAfterMs, ...said };
  return status >= 500 ? { kind: 'serverError', status, retryAfterMs, ...said } : null;
}

/** SHA-256 of the body of a 200 answer; `null` for other answers, whose meaning does not depend on the body alone. */
export function bodyDigest({ status, headers, body }: Answer): string | null {
  return status === 200 && headers['content-encoding'] === undefined ? hash('sha256', body, 'base64') : null;
}

/** Some services send a fraction. */
const SECONDS = /^\d+(?:\.\d+)?$/u;
/** The three forms of RFC 9110, section 5.6.7, begin with the day. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /u;

/**
 * `Retry-After` in milliseconds: seconds or an HTTP date (RFC 9110, section 10.2.3), limited to 0 to 24 hours; `null`
 * if missing or invalid. A date is compared with the answer's own `Date`, so that a wrong local clock does not
 * matter.
 */
export function retryAfterMs(answer: Pick<Answer, 'headers'>, now: number): number | null {
  const value = single(answer.headers['retry-after'])?.trim() ?? '';
  const date = Date.parse(single(answer.headers['date']) ?? '');
  const answeredAt = Number.isNaN(date) ? now : date;
  const wait = SECONDS.test(value)
    ? Number(value) * 1000
    : // `Date.parse` takes any number for a date.
      HTTP_DATE.test(value)
      ? Date.parse(value) - answeredAt
      : Number.NaN;
  return Number.isNaN(wait) ? null : Math.min(Math.max(0, wait), MAX_RETRY_AFTER_MS);
}

function textOf(answer: Answer, limitBytes: number): Result<string> {
  const body = unpacked(answer, limitBytes);
  if (!body.ok) return body;
  const text = decoded(body.value, single(answer.headers['content-type']) ?? '');
  return text === null
    ? err({ kind: 'invalidResponse', reason: 'notText', detail: null })
    : ok(text.replace(/^\uFEFF/u, '').trim());
}

/**
 * A body as text: UTF-8, as JSON is (RFC 8259, section 8.1), otherwise in the encoding of its content type, otherwise
 * in GB 18030, which Chinese systems use. PEM is the same in all of them. `null`: not text, such as an archive.
 */
function decoded(body: Buffer, contentType: string): string | null {
  if (body.includes(0)) return null;
  if (isUtf8(body)) return body.toString('utf8');
  const named = /;\s*charset\s*=\s*"?([^\s";]+)/iu.exec(contentType)?.[1];
  for (const encoding of [named, 'gb18030']) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(body);
      if (!BINARY.test(text)) return text;
    } catch {
      // Unknown encoding, or the body is not in this encoding.
    }
  }
  return null;
}

/** Decodes the content coding up to the size limit. The request asks for none, but some servers use one. */
function unpacked(answer: Answer, limitBytes: number): Result<Buffer> {
  const coding = single(answer.headers['content-encoding'])?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return ok(answer.body);
  const options = { maxOutputLength: limitBytes };
  try {
    switch (coding) {
      case 'gzip':
      case 'x-gzip':
        return ok(gunzipSync(answer.body, options));
      case 'deflate':
        // Many servers omit the zlib header, whose first byte ends in 8 (RFC 1950, section 2.2).
        return ok(
          ((answer.body[0] ?? 0) & 0x0f) === 8
            ? inflateSync(answer.body, options)
            : inflateRawSync(answer.body, options),
        );
      case 'br':
        return ok(brotliDecompressSync(answer.body, options));
      default:
        return err({ kind: 'invalidResponse', reason: 'contentEncoding', detail: cleanDetail(coding, '\0') });
    }
  } catch (error) {
    if (error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      return err({ kind: 'tooLarge', limitBytes });
    return err({ kind: 'invalidResponse', reason: 'contentEncoding', detail: coding });
  }
}

function isMarkup(text: string): boolean {
  return text.startsWith('<');
}

/** Scheme, host and port only: the rest of a location may contain a secret. */
function originOf(location: string | string[] | undefined, base: string): string | null {
  const target = single(location);
  if (target === undefined || !URL.canParse(target, base)) return null;
  const { origin } = new URL(target, base);
  return origin === 'null' ? null : origin;
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

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

export interface DeclaredError {
  readonly error: AppError;
  /** Whatever the rest of the body says. Otherwise it is an unknown code, which may mean success. */
  readonly isCertain: boolean;
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
  const known = status <= 599 ? statusError(status, null, detail) : null;
  if (known !== null) return known;
  const orCode = detail ?? (code === undefined ? null : cleanDetail(String(code), token));
  return { kind: 'invalidResponse', reason: 'errorEnvelope', detail: orCode };
}

/**
 * The message in the body of an error answer, safe for an error's `detail`: the message, error, errors and status of
 * JSON, otherwise the text; `null` if there is none, or for HTML.
 */
function errorDetail(text: string, token: string): string | null {
  if (text.startsWith('<')) return null;
  if (!/^[[{"]/u.test(text)) return cleanDetail(text, token);
  try {
    const body: unknown = parseBounded(text, documentLimits);
    return cleanDetail(typeof body === 'string' ? body : wordsOf(body).join('; '), token);
  } catch {
    return null;
  }
}

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
function cleanDetail(text: string, token: string): string | null {
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
