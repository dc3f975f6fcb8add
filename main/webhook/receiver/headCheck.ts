import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RefusalReason } from '#shared/domain/receiver.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { shortName } from '#shared/text.ts';
import type { Hook } from '../hooks/hookSecrets.ts';
import type { RequestHead, RequiredHeader } from './rawHeaders.ts';
import { BODY_LIMIT_BYTES } from './receiverLimits.ts';
import { isHostAllowed, type RequestRules } from './requestRules.ts';

export const tooLarge = { kind: 'tooLarge', limitBytes: BODY_LIMIT_BYTES } as const satisfies RefusalReason;

/** The code that Node's parser uses for a request of ambiguous length. */
const BAD_FRAMING = 'HPE_INVALID_TRANSFER_ENCODING';

/**
 * Refuses requests of ambiguous length, which a proxy and this server could delimit differently (request smuggling: RFC
 * 9112, sections 2.3, 6.1 and 11.2). Node's parser refuses most of them before.
 * @param version of HTTP, such as `1.1`
 * @returns a code of Node's parser, or `null`
 */
export function framingFault(
  version: string,
  { contentLength, transferEncoding }: Pick<RequestHead, 'contentLength' | 'transferEncoding'>,
): string | null {
  // Node's parser accepts versions 0.9 and 2.0, which have another syntax.
  if (version !== '1.1' && version !== '1.0') return 'HPE_INVALID_VERSION';
  if (transferEncoding === null) return null;
  const isPlain = transferEncoding.toLowerCase() === 'chunked' && contentLength === null;
  return isPlain && version === '1.1' ? null : BAD_FRAMING;
}

/** A request without its body, as input of the checks. */
interface RequestFacts {
  readonly version: string;
  readonly method: string | undefined;
  /** The enabled hook with the requested path, or `null`. */
  readonly hook: Hook | null;
  readonly head: RequestHead;
  /** Canonical address, or `null` if it is unknown. */
  readonly sender: string | null;
  /** Gives the canonical local address of the connection. */
  readonly local: () => string | null;
}

/** The hook and signature that a request claims; unverified until `checkSignature`. */
export interface SignedClaim {
  readonly hook: Hook;
  readonly timestamp: string;
  readonly token: string;
  readonly contentType: string;
}

/** The checks that need no secret, in the order of `RefusalReason`. */
export function checkAddressing(
  { version, method, hook, head, sender, local }: RequestFacts,
  rules: RequestRules,
): Result<SignedClaim, RefusalReason> {
  const framing = framingFault(version, head);
  if (framing !== null) return err({ kind: 'badRequest', code: framing });
  if (!rules.sources.isEmpty && (sender === null || !rules.sources.has(sender)))
    return err({ kind: 'sourceNotAllowed' });

  const { host, timestamp, token, contentType } = head;
  // HTTP/1.0 has no `Host`. Browsers always send one, so a request without it cannot come from a web page.
  if (host === null && version !== '1.0') return missing('host');
  if (timestamp === null) return missing('z-timestamp');
  if (token === null) return missing('z-token');
  if (contentType === null) return missing('content-type');
  if (head.repeated !== null) return err({ kind: 'headerRepeated', name: head.repeated });

  if (host !== null && !isHostAllowed(host, local, rules.hosts))
    return err({ kind: 'hostNotAllowed', host: refusedText(host) });
  // Browsers send it with every POST of a page; the service does not.
  if (head.hasOrigin) return err({ kind: 'originPresent' });

  if (hook === null) return err({ kind: 'unknownPath' });
  if (method !== 'POST') return err({ kind: 'wrongMethod', method: refusedText(method ?? '') });

  if (!TIMESTAMP.test(timestamp)) return err({ kind: 'timestampMalformed' });
  if (!TOKEN.test(token)) return err({ kind: 'tokenMalformed' });
  return ok({ hook, timestamp, token, contentType });
}

/** Checks the signature and then its time, so that the clock skew shown to the user is that of a genuine sender. */
export function checkSignature(
  { timestamp, token }: SignedClaim,
  secrets: readonly string[],
  maxSkewSeconds: number,
  now: number,
): RefusalReason | null {
  if (!isSigned(timestamp, token, secrets)) return { kind: 'signature' };
  const seconds = skewSeconds(timestamp, now);
  return Math.abs(seconds) <= maxSkewSeconds ? null : { kind: 'timeSkew', seconds };
}

export interface BodyClaim {
  readonly encoding: PayloadEncoding;
  /** The most bytes to read: the declared length, or the limit for a chunked body. */
  readonly most: number;
}

export function checkBodyClaim(
  { contentType }: SignedClaim,
  { isEncoded, contentLength, transferEncoding }: RequestHead,
): Result<BodyClaim, RefusalReason> {
  const encoding = payloadEncoding(contentType);
  if (encoding === null) return err({ kind: 'contentType' });
  if (isEncoded) return err({ kind: 'contentEncoding' });
  // `framingFault` has refused every other coding, and `chunked` together with a length.
  if (transferEncoding !== null) return ok({ encoding, most: BODY_LIMIT_BYTES });
  if (contentLength === null || !/^[0-9]+$/u.test(contentLength)) return err({ kind: 'lengthMissing' });
  const most = Number(contentLength);
  return most > BODY_LIMIT_BYTES ? err(tooLarge) : ok({ encoding, most });
}

function missing(name: RequiredHeader): Result<never, RefusalReason> {
  return err({ kind: 'headerMissing', name });
}

/** Encoding of a delivery's body (interface, section 4.2). */
export type PayloadEncoding = 'json' | 'form';

const encodings: Readonly<Record<string, PayloadEncoding>> = {
  'application/json': 'json',
  'application/x-www-form-urlencoded': 'form',
};

const MEDIA_TYPE = /^[^\t ;]+/u;

/** One parameter, which may be empty (RFC 9110, section 5.6.6); white space around `=` is accepted too. */
const PARAMETER =
  /[\t ]*;[\t ]*(?:([\w!#$%&'*+.^`|~-]+)[\t ]*(?:=[\t ]*("(?:[^"\\]|\\.)*"|[\w!#$%&'*+.^`|~-]*))?)?[\t ]*/uy;

/** @returns `null` for another media type, or a charset other than UTF-8 */
export function payloadEncoding(contentType: string): PayloadEncoding | null {
  const type = MEDIA_TYPE.exec(contentType)?.[0] ?? '';
  const encoding = encodings[type.toLowerCase()] ?? null;
  let end = type.length;
  while (end < contentType.length) {
    PARAMETER.lastIndex = end;
    const match = PARAMETER.exec(contentType);
    if (match === null) return null;
    const [text, name, value = ''] = match;
    if (name?.toLowerCase() === 'charset' && !isUtf8(value)) return null;
    end += text.length;
  }
  return encoding;
}

/** Whether a charset is a label of UTF-8; some labels have no hyphen (WHATWG Encoding, section 4.2). */
function isUtf8(value: string): boolean {
  try {
    return new TextDecoder(value.replace(/^(["'])(.*)\1$/u, '$2')).encoding === 'utf-8';
  } catch {
    return false;
  }
}

/** Ten digits suffice until the year 2286. */
const TIMESTAMP = /^[0-9]{10}$/u;
/** Anything else would be truncated by decoding or break the comparison. */
const TOKEN = /^[0-9a-f]{64}$/u;

/**
 * Whether a token is the HMAC-SHA256 of the timestamp as sent, under one of the secrets (interface, section 5).
 * Compares with every secret in constant time, so that the duration reveals nothing.
 * @param token matches `TOKEN`
 */
function isSigned(timestamp: string, token: string, secrets: readonly string[]): boolean {
  const sent = Buffer.from(token, 'hex');
  let isMatch = false;
  for (const secret of secrets) {
    const expected = createHmac('sha256', secret).update(timestamp).digest();
    // In this order: `isMatch || ...` would skip the comparison after a match.
    isMatch = timingSafeEqual(expected, sent) || isMatch;
  }
  return isMatch;
}

/** Whole seconds that a timestamp is ahead of the clock; negative: behind. @param now Unix ms */
function skewSeconds(timestamp: string, now: number): number {
  return Math.round((Number(timestamp) * 1000 - now) / 1000);
}

const MOST_CHARACTERS = 100;

/** Makes a name or host from a request safe for the log: one short line without control and bidi characters. */
export function refusedText(text: string): string {
  return shortName(text.slice(0, 4 * MOST_CHARACTERS), MOST_CHARACTERS);
}
