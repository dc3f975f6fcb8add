import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  makeWebhookSecret,
  parseWebhookSecret,
  webhookHeaders,
} from '#main/alerting/events/standardWebhooks.ts';
import { err, ok } from '#shared/result.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const ofBytes = (count: number) => `whsec_${Buffer.alloc(count, 7).toString('base64')}`;

describe('a signature of Standard Webhooks', () => {
  it('is that of the vector which its libraries share', () => {
    const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
    expect(webhookHeaders(secret, id, 1_614_265_330_999, '{"test": 2432232314}')).toEqual({
      'webhook-id': id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('covers the bytes of the body in UTF-8', () => {
    const body = JSON.stringify({ title: '"\n\u0000😀例' });
    const hmac = createHmac('sha256', Buffer.from(secret.slice(6), 'base64')).update('a.1.');
    const expected = hmac.update(Buffer.from(body, 'utf8')).digest('base64');
    expect(webhookHeaders(secret, 'a', 1000, body)['webhook-signature']).toBe(`v1,${expected}`);
  });
});

describe('a secret', () => {
  it('is generated with 32 bytes, and accepted with 24 to 64', () => {
    const made = makeWebhookSecret((size) => new Uint8Array(size).fill(3));
    expect(Buffer.from(made.slice(6), 'base64')).toEqual(Buffer.alloc(32, 3));
    expect(parseWebhookSecret(` ${made}\n`)).toEqual(ok(made));
    for (const size of [24, 64]) expect(parseWebhookSecret(ofBytes(size))).toEqual(ok(ofBytes(size)));
    expect(parseWebhookSecret(ofBytes(23))).toEqual(err('tooShort'));
    expect(parseWebhookSecret(ofBytes(65))).toEqual(err('tooLong'));
  });

  it.each(['abc', 'whsec_', secret.slice(6), `${secret}!`, 'whsec_not base64 not base64 not base64 n'])(
    'is not %s',
    (text) => {
      expect(parseWebhookSecret(text)).toMatchObject({ ok: false });
    },
  );
});
