import { webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  buildDelivery,
  type DeliveryRequest,
  deliveryFields,
  encodeFields,
  signTimestamp,
} from '#test/service/delivery.ts';

const fields = deliveryFields(
  {
    name: 'Bücher & 書籍 = 100 %',
    material: {
      key: '-----BEGIN PRIVATE KEY-----\nk+e/y==\n-----END PRIVATE KEY-----\n',
      certificate: '-----BEGIN CERTIFICATE-----\nl+e/f==\nc+h/n==\n-----END CERTIFICATE-----\n',
      certificateServer: '-----BEGIN CERTIFICATE-----\nl+e/f==\n-----END CERTIFICATE-----\n',
      certificateChain: '-----BEGIN CERTIFICATE-----\nc+h/n==\n-----END CERTIFICATE-----\n',
      notAfter: '2031-02-03 04:05:06',
    },
  },
  'Push "quoted" \\ 1',
);
const secret = 'correct horse battery staple';
const at = 1_700_000_000_999;

function build(options: Partial<Parameters<typeof buildDelivery>[1]> = {}): DeliveryRequest {
  return buildDelivery(fields, { secret, task: fields.task, now: () => at, ...options });
}

async function independentToken(timestamp: string, key: string): Promise<string> {
  const text = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await webcrypto.subtle.importKey('raw', text.encode(key), algorithm, false, ['sign']);
  const digest = await webcrypto.subtle.sign('HMAC', imported, text.encode(timestamp));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

describe('the signature', () => {
  it.each([
    // printf 1700000000 | openssl dgst -sha256 -hmac "$secret"
    [secret, '6e8d9604a70bc086e990b14e6c90774e66aff7aabae91359c610c12cf9aa46f8'],
    ['Schlüssel ✓', '093c14224e2d150e59107ff192a4f66ea90ec8eed96d816c91347180dcbcfd09'],
  ])('with the secret "%s" is what openssl computes', (key, token) => {
    expect(signTimestamp('1700000000', key)).toBe(token);
  });

  it('is what WebCrypto computes, for any timestamp as sent', async () => {
    for (const timestamp of ['0', '01700000000', '1799999999', '']) {
      expect(signTimestamp(timestamp, secret)).toBe(await independentToken(timestamp, secret));
    }
  });
});

describe('the fields', () => {
  it('are the seven of the interface', () => {
    expect(Object.keys(fields)).toEqual([
      'ssl',
      'task',
      'certificate',
      'certificateServer',
      'certificateChain',
      'key',
      'notAfter',
    ]);
    expect(fields).toMatchObject({ ssl: 'Bücher & 書籍 = 100 %', notAfter: '2031-02-03 04:05:06' });
  });
});

describe('a delivery', () => {
  it('is a POST signed with whole seconds, without the secret in it', () => {
    const delivery = build();
    expect(delivery.method).toBe('POST');
    expect(delivery.headers).toEqual([
      ['content-type', 'application/json'],
      ['z-timestamp', '1700000000'],
      ['z-token', '6e8d9604a70bc086e990b14e6c90774e66aff7aabae91359c610c12cf9aa46f8'],
    ]);
    expect(JSON.stringify(delivery)).not.toContain(secret);
  });

  it('says as JSON exactly the fields', () => {
    expect(JSON.parse(build().body)).toEqual(fields);
  });

  it('says as a form exactly the fields, with nothing left unescaped that a form would change', () => {
    const { body } = build({ encoding: 'form' });
    expect([...new URLSearchParams(body)]).toEqual(Object.entries(fields));
    expect(body).toMatch(/^[\w.*%+&=-]+$/);
    expect(body).toContain('k%2Be%2Fy%3D%3D%0A');
    expect(body).toContain('notAfter=2031-02-03+04%3A05%3A06');
  });

  it.each([
    ['json', false, 'application/json'],
    ['json', true, 'application/json; charset=utf-8'],
    ['form', false, 'application/x-www-form-urlencoded'],
    ['form', true, 'application/x-www-form-urlencoded; charset=utf-8'],
  ] as const)('as %s, charset %s, is of type %s', (encoding, charset, type) => {
    expect(build({ encoding, charset }).headers[0]).toEqual(['content-type', type]);
  });
});

describe('fields encoded by hand', () => {
  it('may be too many or too few', () => {
    const { key: _, ...keyless } = fields;
    const odd = { ...keyless, extra: 'a b' };
    expect(JSON.parse(encodeFields(odd, 'json'))).toEqual(odd);
    expect(Object.fromEntries(new URLSearchParams(encodeFields(odd, 'form')))).toEqual(odd);
  });
});
