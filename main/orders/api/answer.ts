import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { isFreeOf } from '#main/platform/redact.ts';
import { containerOf } from '#main/x509/certificates/containers.ts';
import { MAX_RETRY_AFTER_MS } from '#shared/domain/serviceWait.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { cleanWords, statusError, wordsIn } from './serviceWords.ts';

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
  const text = textOf(answer, context);
  if (status >= 200 && status < 300) {
    if (!text.ok) return text;
    if (text.value === '') return err({ kind: 'invalidResponse', reason: 'empty', detail: null });
    return isMarkup(text.value) ? err({ kind: 'invalidResponse', reason: 'html', detail: null }) : text;
  }
  const words = text.ok ? text.value : '';
  if (isMarkup(words) && WANTS_CLIENT_CERTIFICATE.test(words))
    return err({ kind: 'tls', reason: 'clientCertificate', code: `HTTP_${status}` });
  const detail = wordsIn(words, context.token);
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
      location: originOf(answer.headers['location'], context),
    });
  return err({ kind: 'unexpectedStatus', status, ...(detail === null ? {} : { detail }) });
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
 * `Retry-After` in whole milliseconds: seconds or an HTTP date (RFC 9110, section 10.2.3), limited to 0 to 24 hours; `null`
 * if missing or invalid. A date is compared with the answer's own `Date`, so that a wrong local clock does not
 * matter.
 */
export function retryAfterMs(answer: Pick<Answer, 'headers'>, now: number): number | null {
  const value = single(answer.headers['retry-after'])?.trim() ?? '';
  const wait = SECONDS.test(value)
    ? Math.ceil(Number(value) * 1000)
    : // `Date.parse` takes any number for a date.
      HTTP_DATE.test(value)
      ? Date.parse(value) - (answeredAt(answer) ?? now)
      : Number.NaN;
  return Number.isNaN(wait) ? null : Math.min(Math.max(0, wait), MAX_RETRY_AFTER_MS);
}

/** When the service says that it answered (RFC 9110, section 6.6.1), Unix ms; `null` if missing or invalid. */
export function answeredAt({ headers }: Pick<Answer, 'headers'>): number | null {
  const value = single(headers['date']) ?? '';
  const date = HTTP_DATE.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? null : date;
}

function textOf(answer: Answer, context: AnswerContext): Result<string> {
  const body = unpacked(answer, context);
  if (!body.ok) return body;
  const text = decoded(body.value, single(answer.headers['content-type']) ?? '');
  if (text !== null) return ok(text.replace(/^\uFEFF/u, '').trim());
  const container = containerOf(body.value);
  return err(
    container === null
      ? { kind: 'invalidResponse', reason: 'notText', detail: null }
      : { kind: 'invalidMaterial', reason: container, part: 'latest' },
  );
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
function unpacked(answer: Answer, { limitBytes, token }: AnswerContext): Result<Buffer> {
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
        return err({ kind: 'invalidResponse', reason: 'contentEncoding', detail: cleanWords(coding, token) });
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

/** Scheme, host and port only: the rest of a location may contain a secret. `null`: no address, or a secret in the host. */
function originOf(
  location: string | string[] | undefined,
  { origin: base, token }: AnswerContext,
): string | null {
  const target = single(location);
  if (target === undefined || !URL.canParse(target, base)) return null;
  const { origin } = new URL(target, base);
  return origin === 'null' || !isFreeOf(origin, token) ? null : origin;
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
