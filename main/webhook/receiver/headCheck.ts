import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RefusalReason } from '#shared/domain/receiver.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { shortName } from '#shared/text.ts';
import type { Hook } from '../hooks/hook.ts';
import type { RequestHead, RequiredHeader } from './rawHeaders.ts';
import { isHostAllowed, type RequestRules } from './requestRules.ts';

/** The largest body that is read, in bytes. A payload with a long chain and a large key has some 30 KiB. */
const BODY_LIMIT_BYTES = 256 * 1024;

/** The refusal of a body that is larger, or says that it will be. */
export const tooLarge = { kind: 'tooLarge', limitBytes: BODY_LIMIT_BYTES } as const satisfies RefusalReason;

/** The code of Node's parser for a body of which it cannot be said where it ends. */
const BAD_FRAMING = 'HPE_INVALID_TRANSFER_ENCODING';

/**
 * Why it cannot be said where a request ends, as a code of Node's parser, or `null`. A proxy that reads such a request in
 * another way would take a part of it for a second one (RFC 9112, sections 2.3, 6.1 and 11.2). The parser refuses the
 * most of it before this does. @param version such as `1.1`
 */
export function framingFault(
  version: string,
  { contentLength, transferEncoding }: Pick<RequestHead, 'contentLength' | 'transferEncoding'>,
): string | null {
  // The parser lets 0.9 and 2.0 pass, which have another form.
  if (version !== '1.1' && version !== '1.0') return 'HPE_INVALID_VERSION';
  if (transferEncoding === null) return null;
  const isPlain = transferEncoding.toLowerCase() === 'chunked' && contentLength === null;
  return isPlain && version === '1.1' ? null : BAD_FRAMING;
}

/** A request before its body, as the checks see it. */
interface RequestFacts {
  /** Of HTTP, such as `1.1`. */
  readonly version: string;
  readonly method: string | undefined;
  /** The enabled hook whose path is the target as sent, or `null`. */
  readonly hook: Hook | null;
  readonly head: RequestHead;
  /** Canonical, or `null` when it cannot be known. */
  readonly sender: string | null;
  /** Gives the canonical address that the connection came in at. */
  readonly local: () => string | null;
}

/** Whom a request says that it is for, and that it is from the service: a claim, until `checkSignature`. */
export interface SignedClaim {
  readonly hook: Hook;
  readonly timestamp: string;
  readonly token: string;
  readonly contentType: string;
}

type Refused = { readonly ok: false; readonly error: RefusalReason };

/** The checks that need no secret, in the order of `RefusalReason`. */
export function checkAddressing(
  { version, method, hook, head, sender, local }: RequestFacts,
  rules: RequestRules,
): Result<SignedClaim, RefusalReason> {
  if (!rules.sources.isEmpty && (sender === null || !rules.sources.has(sender)))
    return err({ kind: 'sourceNotAllowed' });

  const { host, timestamp, token, contentType } = head;
  // Host came with HTTP/1.1. What runs in a browser always sends one: without it there is no page to keep out.
  if (host === null && version !== '1.0') return missing('host');
  if (timestamp === null) return missing('z-timestamp');
  if (token === null) return missing('z-token');
  if (contentType === null) return missing('content-type');
  if (head.repeated !== null) return err({ kind: 'headerRepeated', name: head.repeated });

  if (host !== null && !isHostAllowed(host, local, rules.hosts))
    return err({ kind: 'hostNotAllowed', host: refusedText(host) });
  // Browsers put it into every POST of a page, and the service is no browser.
  if (head.hasOrigin) return err({ kind: 'originPresent' });

  if (hook === null) return err({ kind: 'unknownPath' });
  if (method !== 'POST') return err({ kind: 'wrongMethod', method: refusedText(method ?? '') });

  if (!isTimestamp(timestamp)) return err({ kind: 'timestampMalformed' });
  if (!isToken(token)) return err({ kind: 'tokenMalformed' });
  return ok({ hook, timestamp, token, contentType });
}

/**
 * Whether a claim is signed, and of now. The time comes second: a skew that the person is shown is that of a genuine
 * sender. @param now Unix ms
 */
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

/** What the head says about the body. */
export interface BodyClaim {
  readonly encoding: PayloadEncoding;
  /** The most bytes that may come: as many as the head says, or the limit where the body is in chunks. */
  readonly most: number;
}

/** Whether the body that is to come can be read. */
export function checkBodyClaim(
  { contentType }: SignedClaim,
  { isEncoded, contentLength, transferEncoding }: RequestHead,
): Result<BodyClaim, RefusalReason> {
  const encoding = payloadEncoding(contentType);
  if (encoding === null) return err({ kind: 'contentType' });
  if (isEncoded) return err({ kind: 'contentEncoding' });
  // `framingFault` let no other coding pass, and none with a length beside it.
  if (transferEncoding !== null) return ok({ encoding, most: BODY_LIMIT_BYTES });
  if (contentLength === null || !/^[0-9]+$/u.test(contentLength)) return err({ kind: 'lengthMissing' });
  const most = Number(contentLength);
  return most > BODY_LIMIT_BYTES ? err(tooLarge) : ok({ encoding, most });
}

function missing(name: RequiredHeader): Refused {
  return err({ kind: 'headerMissing', name });
}

/** How the body of a delivery is written (interface, section 4.2). */
export type PayloadEncoding = 'json' | 'form';

const encodings: Readonly<Record<string, PayloadEncoding>> = {
  'application/json': 'json',
  'application/x-www-form-urlencoded': 'form',
};

const MEDIA_TYPE = /^[^\t ;]+/u;

/** One parameter, which may be empty (RFC 9110, section 5.6.6), also with white space around its `=`. */
const PARAMETER =
  /[\t ]*;[\t ]*(?:([\w!#$%&'*+.^`|~-]+)[\t ]*(?:=[\t ]*("(?:[^"\\]|\\.)*"|[\w!#$%&'*+.^`|~-]*))?)?[\t ]*/uy;

/** What a `content-type` says; `null` for any other type, and any other charset than UTF-8. Other parameters say nothing. */
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

/** Whether a charset is one of the names of UTF-8, some of which have no hyphen (WHATWG, Encoding, section 4.2). */
function isUtf8(value: string): boolean {
  try {
    return new TextDecoder(value.replace(/^(["'])(.*)\1$/u, '$2')).encoding === 'utf-8';
  } catch {
    return false;
  }
}

const TIMESTAMP = /^[0-9]{10}$/u;
const TOKEN = /^[0-9a-f]{64}$/u;

/** Whether a `z-timestamp` has the one form that is taken: ten digits, which lasts until the year 2286. */
function isTimestamp(text: string): boolean {
  return TIMESTAMP.test(text);
}

/** Whether a `z-token` has the one form that is taken. Anything else would be cut by decoding or break the comparison. */
function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/**
 * Whether a token is the HMAC-SHA256 of the timestamp as sent under one of the secrets (interface, section 5). Every
 * secret is tried, and each in constant time: how long it takes says nothing.
 * @param timestamp checked by `isTimestamp`
 * @param token checked by `isToken`
 */
function isSigned(timestamp: string, token: string, secrets: readonly string[]): boolean {
  const sent = Buffer.from(token, 'hex');
  let isMatch = false;
  for (const secret of secrets) {
    const expected = createHmac('sha256', secret).update(timestamp).digest();
    // In this order, as the other would leave out the comparison after a match.
    isMatch = timingSafeEqual(expected, sent) || isMatch;
  }
  return isMatch;
}

/** Whole seconds by which a timestamp is ahead of a clock; negative: behind. @param now Unix ms */
function skewSeconds(timestamp: string, now: number): number {
  return Math.round((Number(timestamp) * 1000 - now) / 1000);
}

/** A name is for reading; what is longer is not one. */
const MOST_CHARACTERS = 100;

/** A name or a host that a stranger gave, fit for the log: on one line, without control and direction characters, short. */
export function refusedText(text: string): string {
  return shortName(text.slice(0, 4 * MOST_CHARACTERS), MOST_CHARACTERS);
}
