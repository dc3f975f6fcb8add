import { createHmac, timingSafeEqual } from 'node:crypto';

const TIMESTAMP = /^[0-9]{10}$/u;
const TOKEN = /^[0-9a-f]{64}$/u;

/** Whether a `z-timestamp` has the one form that is taken: ten digits, which lasts until the year 2286. */
export function isTimestamp(text: string): boolean {
  return TIMESTAMP.test(text);
}

/** Whether a `z-token` has the one form that is taken. Anything else would be cut by decoding or break the comparison. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/**
 * Whether a token is the HMAC-SHA256 of the timestamp as sent under one of the secrets (interface, section 5). Every
 * secret is tried, and each in constant time: how long it takes says nothing.
 * @param timestamp checked by `isTimestamp`
 * @param token checked by `isToken`
 */
export function isSigned(timestamp: string, token: string, secrets: readonly string[]): boolean {
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
export function skewSeconds(timestamp: string, now: number): number {
  return Math.round((Number(timestamp) * 1000 - now) / 1000);
}
