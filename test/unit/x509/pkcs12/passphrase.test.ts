import { describe, expect, it } from 'vitest';
import { asUcs2, bmpPassphrase, passphraseProblem } from '#main/x509/pkcs12/passphrase.ts';

const problem = (reason: string) => ({ kind: 'invalidInput', field: 'passphrase', reason });

describe('passphraseProblem', () => {
  it.each(['x', ' ', 'Prüfung äöü', '密码短语', 'x'.repeat(1024)])('accepts “%s”', (passphrase) => {
    expect(passphraseProblem(passphrase)).toBeNull();
  });

  it.each([
    ['no passphrase at all', '', 'empty'],
    ['more than 1,024 characters', 'x'.repeat(1025), 'tooLong'],
    ['a line break, at which programs would stop reading', 'one\ntwo', 'controlCharacters'],
    ['a zero byte', 'one\0two', 'controlCharacters'],
    ['half of a surrogate pair', 'a\ud800', 'beyondBmp'],
    ['an emoji, which not all programs take', 'key 🔑', 'beyondBmp'],
    ['a noncharacter, which not all programs take', 'key \uffff', 'beyondBmp'],
  ])('refuses %s', (_, passphrase, reason) => {
    expect(passphraseProblem(passphrase)).toEqual(problem(reason));
  });
});

it('replaces characters of a name that a BMPString cannot contain', () => {
  expect(asUcs2('Shop 店 🔑\ud800\uffff')).toBe('Shop 店 \ufffd\ufffd\ufffd');
});

it('encodes a passphrase as big-endian UTF-16 with two zero bytes', () => {
  expect(bmpPassphrase('Aü密').toString('hex')).toBe('004100fc5bc60000');
});
