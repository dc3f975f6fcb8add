import { describe, expect, it } from 'vitest';
import { parseSigningSecret } from '#main/webhook/hooks/hookSecrets.ts';
import { parseHookPath, randomHookPath } from '#main/webhook/hooks/hookService.ts';

describe('the path of a hook', () => {
  it.each(['/', '/a', ' /a ', '/a/b.c', '/~x/_y-Z0', `/${'a'.repeat(199)}`, '/...', '/.well-known'])(
    'may be %j',
    (text) => {
      expect(parseHookPath(text)).toEqual({ ok: true, value: text.trim() });
    },
  );

  it.each([
    ['', 'empty'],
    ['  ', 'empty'],
    [`/${'a'.repeat(200)}`, 'tooLong'],
    ['a', 'malformed'],
    ['//', 'malformed'],
    ['/a/', 'malformed'],
    ['/a//b', 'malformed'],
    ['/.', 'malformed'],
    ['/a/../b', 'malformed'],
    ['/a?b', 'malformed'],
    ['/a#b', 'malformed'],
    ['/a%2fb', 'malformed'],
    ['/a b', 'malformed'],
    ['/a\nb', 'malformed'],
    ['/ä', 'malformed'],
    ['/a\\b', 'malformed'],
    ['https://example.com/a', 'malformed'],
  ])('may not be %j: %s', (text, error) => {
    expect(parseHookPath(text)).toEqual({ ok: false, error });
  });

  it('is random and unguessable by default', () => {
    const path = randomHookPath((size) => new Uint8Array(size).fill(0xab));
    expect(path).toBe(`/${'ab'.repeat(16)}`);
    expect(parseHookPath(path)).toEqual({ ok: true, value: path });
  });
});

describe('a signing secret', () => {
  it.each(['12345678', 'x'.repeat(1024), '  pass word \u00e9\n', '\u{1f511}'.repeat(8)])(
    'may be %j',
    (text) => {
      expect(parseSigningSecret(text)).toEqual({ ok: true, value: text.trim() });
    },
  );

  it.each([
    ['\r\n', 'empty'],
    ['1234567', 'tooShort'],
    ['\u{1f511}'.repeat(7), 'tooShort'],
    ['\u00e9'.repeat(513), 'tooLong'],
    ['12345\n678', 'controlCharacters'],
    ['12345\u0000678', 'controlCharacters'],
    ['12345\ud800678', 'controlCharacters'],
  ])('may not be %j: %s', (text, error) => {
    expect(parseSigningSecret(text)).toEqual({ ok: false, error });
  });
});
