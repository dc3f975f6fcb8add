import { createHmac } from 'node:crypto';
import type { InputReason } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';

const PREFIX = 'whsec_';

/** Bytes of a secret, by the Standard Webhooks specification. */
const SECRET_BYTES = { min: 24, made: 32, max: 64 };

/** Generates a secret, as `whsec_` and base64. */
export function makeWebhookSecret(randomBytes: (size: number) => Uint8Array): string {
  return PREFIX + Buffer.from(randomBytes(SECRET_BYTES.made)).toString('base64');
}

/** Checks a secret that the user entered: `whsec_` and 24 to 64 bytes as base64. */
export function parseWebhookSecret(text: string): Result<string, InputReason> {
  const secret = text.trim();
  if (secret === '') return err('empty');
  const bytes = keyOf(secret);
  if (!secret.startsWith(PREFIX) || bytes.toString('base64') !== secret.slice(PREFIX.length))
    return err('malformed');
  if (bytes.length < SECRET_BYTES.min) return err('tooShort');
  return bytes.length > SECRET_BYTES.max ? err('tooLong') : ok(secret);
}

/**
 * The headers that prove who sent a body, by Standard Webhooks.
 * @param id the same on each try
 * @param at the time of this try, Unix ms
 */
export function webhookHeaders(secret: string, id: string, at: number, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64');
}
