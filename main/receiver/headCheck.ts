import type { RefusalReason } from '#shared/domain/receiver.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { Hook } from '../hooks/hook.ts';
import { type PayloadEncoding, payloadEncoding } from './contentType.ts';
import { isHostAllowed } from './hostRule.ts';
import type { RequestHead, RequiredHeader } from './rawHeaders.ts';
import { refusedText } from './refusedText.ts';
import type { RequestRules } from './requestRules.ts';
import { isSigned, isTimestamp, isToken, skewSeconds } from './signature.ts';

/** The largest body that is read, in bytes. A payload with a long chain and a large key has some 30 KiB. */
const BODY_LIMIT_BYTES = 256 * 1024;

/** A request before its body, as the checks see it. */
export interface RequestFacts {
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
  { method, hook, head, sender, local }: RequestFacts,
  rules: RequestRules,
): Result<SignedClaim, RefusalReason> {
  if (!rules.sources.isEmpty && (sender === null || !rules.sources.has(sender)))
    return err({ kind: 'sourceNotAllowed' });

  const { host, timestamp, token, contentType } = head;
  if (host === null) return missing('host');
  if (timestamp === null) return missing('z-timestamp');
  if (token === null) return missing('z-token');
  if (contentType === null) return missing('content-type');
  if (head.repeated !== null) return err({ kind: 'headerRepeated', name: head.repeated });

  if (!isHostAllowed(host, local, rules.hosts))
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
  /** Bytes to come. */
  readonly length: number;
}

/** Whether the body that is to come can be read. */
export function checkBodyClaim(
  { contentType }: SignedClaim,
  { isEncoded, contentLength, hasTransferEncoding }: RequestHead,
): Result<BodyClaim, RefusalReason> {
  const encoding = payloadEncoding(contentType);
  if (encoding === null) return err({ kind: 'contentType' });
  if (isEncoded) return err({ kind: 'contentEncoding' });
  if (hasTransferEncoding || contentLength === null || !/^[0-9]+$/u.test(contentLength))
    return err({ kind: 'lengthMissing' });
  const length = Number(contentLength);
  if (length > BODY_LIMIT_BYTES) return err({ kind: 'tooLarge', limitBytes: BODY_LIMIT_BYTES });
  return ok({ encoding, length });
}

function missing(name: RequiredHeader): Refused {
  return err({ kind: 'headerMissing', name });
}
