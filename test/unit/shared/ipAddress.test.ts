import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddressBlock, parseIpAddress } from '#shared/domain/ipAddress.ts';
import { soakCount } from '#test/support/soak.ts';

describe('parseIpAddress', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['0:0:0:0:0:0:0:1', '::1'],
    ['1:2:3:4:5:6:0:8', '1:2:3:4:5:6:0:8'],
    ['::ffff:192.0.2.1', '::ffff:c000:201'],
    // IPv4-compatible (RFC 4291, section 2.5.5.1), which is another address than the IPv4-mapped one.
    ['::192.0.2.1', '::c000:201'],
    ['64:ff9b::192.0.2.1', '64:ff9b::c000:201'],
  ])('gives the canonical form of %s', (text, canonical) => expect(parseIpAddress(text)).toBe(canonical));

  it.each([
    ['octal', ['0177.0.0.1', '127.0.0.01', '010.0.0.1', '::ffff:0177.0.0.1', '::010.0.0.1']],
    ['hexadecimal', ['0x7f.0.0.1', '0x7f000001', '::ffff:0x7f.0.0.1']],
    ['short', ['127.1', '127.0.1', '2130706433', '1', '::ffff:127.1']],
    ['out of range', ['256.0.0.1', '1.2.3.4.5', '::ffff:1.2.3.256', '12345::', '1:2:3:4:5:6:7:8:9']],
    ['with a zone', ['fe80::1%eth0', 'fe80::1%1', '192.0.2.1%1']],
    ['in brackets or with a port', ['[::1]', '192.0.2.1:80', '[::1]:80']],
    ['with white space', [' 192.0.2.1', '192.0.2.1\n', '::1 ']],
    [
      'malformed',
      ['', '.', ':', ':::', '1::2::3', '1:2:3:4:5:6:7:', ':1:2:3:4:5:6:7', '1:2:3:4::5:6:7:8', '1.2.3.4::'],
    ],
  ])('refuses addresses that are %s', (_kind, texts) => {
    expect(texts.filter((text) => parseIpAddress(text) !== null)).toEqual([]);
  });

  it('accepts exactly what the operating system accepts, without zones', () => {
    const characters = fc.constantFrom(...'0123456789abcdefx.:.:%');
    const texts = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.ipV4Extended(),
      fc.string({ unit: characters, maxLength: 24 }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(parseIpAddress(text) !== null).toBe(isIP(text) !== 0 && !text.includes('%'));
      }),
      { numRuns: soakCount(2_000) },
    );
  });

  it('writes IPv6 addresses as URLs do', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        expect(`[${parseIpAddress(text)}]`).toBe(new URL(`http://[${text}]/`).hostname);
      }),
    );
  });
});

describe('parseAddressBlock', () => {
  it.each([
    ['192.0.2.0/24', '192.0.2.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8::/128', '2001:db8::/128'],
    ['192.0.2.1', '192.0.2.1'],
  ])('reads %s as %s', (text, block) => expect(parseAddressBlock(text)).toBe(block));

  it.each([
    '192.0.2.0/33',
    '::/129',
    '192.0.2.0/',
    '192.0.2.0/08',
    '192.0.2.0/-1',
    '10/8',
    '10.0.0.0/8/8',
    'fe80::%1/64',
  ])('refuses %s', (text) => expect(parseAddressBlock(text)).toBeNull());
});
