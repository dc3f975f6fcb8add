import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFreeOf, withoutSecret } from '#main/platform/redact.ts';

const token = 'tok-4711-Secret.ABCdef0123456789';
const spell = (write: (byte: number) => string) => (text: string) =>
  [...Buffer.from(text)].map(write).join('');
const hexByte = (byte: number) => byte.toString(16).padStart(2, '0');

/** Ways in which a service may echo a token. */
const encodings: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  'upper case': (text) => text.toUpperCase(),
  'lower case': (text) => text.toLowerCase(),
  reversed: (text) => [...text].reverse().join(''),
  'split by spaces': (text) => [...text].join(' '),
  'split by dashes': (text) => [...text].join('-'),
  'in two lines': (text) => `${text.slice(0, 9)}\n${text.slice(9)}`,
  'with invisible characters': (text) => [...text].join('\u200b'),
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64 of one byte more': (text) => Buffer.from(`x${text}`).toString('base64'),
  'base64 of two bytes more': (text) => Buffer.from(`xy${text}`).toString('base64'),
  'base64 without padding': (text) => Buffer.from(text).toString('base64').replace(/=+$/u, ''),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'base64 after letters': (text) => `id${Buffer.from(text).toString('base64')}`,
  'base64 in lines': (text) => Buffer.from(text).toString('base64').replace(/.{4}/gu, '$& '),
  hex: (text) => Buffer.from(text).toString('hex'),
  'upper-case hex': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'hex after a digit': (text) => `7${Buffer.from(text).toString('hex')}`,
  'hex with colons': (text) => spell((byte) => `${hexByte(byte)}:`)(text),
  'hex with 0x': (text) => spell((byte) => `0x${hexByte(byte)},`)(text),
  'hex with spaces': (text) => spell((byte) => `${hexByte(byte)} `)(text),
  'percent signs': spell((byte) => `%${hexByte(byte)}`),
  'percent signs here and there': (text) =>
    [...text]
      .map((letter, at) => (at % 3 === 0 ? spell((byte) => `%${hexByte(byte)}`)(letter) : letter))
      .join(''),
  'escapes of JSON': spell((byte) => `\\u00${hexByte(byte)}`),
  'escapes of C': spell((byte) => `\\x${hexByte(byte)}`),
  'entities of HTML': spell((byte) => `&#${byte};`),
  'hexadecimal entities': spell((byte) => `&#x${hexByte(byte)};`),
  'quoted-printable': spell((byte) => `=${hexByte(byte).toUpperCase()}`),
  'base64 of hex': (text) => Buffer.from(Buffer.from(text).toString('hex')).toString('base64'),
  'base64 of base64': (text) => Buffer.from(Buffer.from(text).toString('base64')).toString('base64'),
  'base64 of the reversed text': (text) => Buffer.from([...text].reverse().join('')).toString('base64'),
};

describe('a text about a secret', () => {
  it.each(Object.entries(encodings))('has nothing of it: %s', (_name, encode) => {
    const encoded = encode(token);
    expect(withoutSecret(`The token ${encoded} is wrong`, token)).toMatch(
      /^(?:The token \*\*\*\s?.*\s?.* is wrong|\*\*\*)$/u,
    );
    expect(isFreeOf(`Shop ${encoded}`, token)).toBe(false);
  });

  it('has nothing of any token in the usual encodings, wherever they begin', () => {
    const safe = fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      minLength: 16,
      maxLength: 80,
    });
    fc.assert(
      fc.property(
        safe,
        fc.string({ maxLength: 5 }),
        fc.constantFrom('base64', 'base64url', 'hex'),
        (secret, before, encoding) => {
          const encoded = Buffer.from(before + secret).toString(encoding as BufferEncoding);
          const left = withoutSecret(`refused: ${encoded}!`, secret);
          expect(left).not.toContain(encoded.slice(8, -8));
        },
      ),
    );
  });

  it.each([
    'Order 4711 was not found in account 12 (request 0f8fad5b-d9cb-469f-a165-70867728950e)',
    '证书签发失败：域名 shop.example.com 未通过验证',
    'See https://docs.example.com/errors/certificate-order-was-cancelled-by-its-owner',
  ])('keeps other words: %s', (text) => {
    expect(withoutSecret(text, token)).toBe(text);
    expect(isFreeOf(text, token)).toBe(true);
  });
});

const keys: readonly (readonly [string, KeyObject])[] = [
  ['RSA', generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey],
  ['P-256', generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey],
  ['P-384', generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey],
  ['Ed25519', generateKeyPairSync('ed25519').privateKey],
];
const formsOf = ([name, key]: (typeof keys)[number]) => [
  [`${name} as PKCS#8`, key.export({ format: 'der', type: 'pkcs8' })] as const,
  ...(name === 'RSA' ? [[`${name} as PKCS#1`, key.export({ format: 'der', type: 'pkcs1' })] as const] : []),
  ...(name.startsWith('P')
    ? [[`${name} as SEC1`, key.export({ format: 'der', type: 'sec1' })] as const]
    : []),
];
const ders = keys.flatMap(formsOf);
const writings: Readonly<Record<string, (der: Buffer) => string>> = {
  base64: (der) => der.toString('base64'),
  base64url: (der) => der.toString('base64url'),
  'lines of 64': (der) => der.toString('base64').replace(/.{64}/gu, '$&\n'),
  'lines of 32 with literal line ends': (der) => der.toString('base64').replace(/.{32}/gu, '$&\\n'),
  'lines of 20': (der) => der.toString('base64').replace(/.{20}/gu, '$& '),
  hex: (der) => der.toString('hex'),
  'hex with colons': (der) => [...der].map(hexByte).join(':'),
  'PEM in one line': (der) =>
    `-----BEGIN PRIVATE KEY----- ${der.toString('base64')} -----END PRIVATE KEY-----`,
  'labels without dashes': (der) => `BEGIN PRIVATE KEY ${der.toString('base64')} END PRIVATE KEY`,
};

describe('a private key in a text', () => {
  it.each(
    ders.flatMap(([name, der]) =>
      Object.entries(writings).map(([writing, write]) => [name, writing, write(der)] as const),
    ),
  )('is removed: %s, %s', (_name, _writing, text) => {
    const left = withoutSecret(`key: ${text}`, token);
    for (const piece of text.split(/\s|\\n/u).filter((part) => part.length >= 12))
      expect(left).not.toContain(piece);
  });

  it.each(ders)('makes a name unusable: %s', (_name, der) => {
    for (const encoding of ['base64', 'base64url', 'hex'] as const)
      expect(isFreeOf(der.toString(encoding).slice(0, 200), token)).toBe(false);
  });

  it('is not seen in a certificate fingerprint with colons, or in a UUID', () => {
    const fingerprint = Array(32).fill('AB').join(':');
    expect(isFreeOf(`Shop ${fingerprint}`, token)).toBe(true);
  });
});
