import { BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AddressBlocks, canonicalIp } from '#main/platform/addressBlocks.ts';

describe('canonicalIp', () => {
  it.each([
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['::FFFF:7f00:1', '127.0.0.1'],
    ['FE80::1%eth0', 'fe80::1'],
    ['2001:0db8:0:0:0:0:0:1', '2001:db8::1'],
    // Not IPv4-mapped: the address of another host.
    ['::127.0.0.1', '::7f00:1'],
    ['127.1', null],
    ['0177.0.0.1', null],
    ['::ffff:0177.0.0.1', null],
    ['127.0.0.1%eth0', null],
    ['', null],
  ])('makes %s %s', (text, canonical) => expect(canonicalIp(text)).toBe(canonical));
});

describe('AddressBlocks', () => {
  const has = (entry: string, address: string) => new AddressBlocks([entry]).has(address);

  it.each([
    ['192.0.2.0/24', '192.0.2.255', '192.0.3.0'],
    ['192.0.2.129/25', '192.0.2.128', '192.0.2.127'],
    ['203.0.113.9', '203.0.113.9', '203.0.113.8'],
    ['0.0.0.0/0', '192.0.2.1', '2001:db8::1'],
    ['2001:db8::/33', '2001:db8:7fff::1', '2001:db8:8000::1'],
    ['::1', '::1', '::2'],
    ['::ffff:198.51.100.0/120', '198.51.100.7', '198.51.101.7'],
  ])('of %s has %s and not %s', (entry, inside, outside) => {
    expect({ inside: has(entry, inside), outside: has(entry, outside) }).toEqual({
      inside: true,
      outside: false,
    });
  });

  it.each(['010.0.0.0/8', '10/8', '10.0.0.0/08', '10.0.0.0/8%1', '10.0.0.0/33', '::ffff:10.0.0.0/8'])(
    'ignores the entry %s, but is not empty',
    (entry) => {
      const blocks = new AddressBlocks([entry]);
      expect(blocks.isEmpty).toBe(false);
      expect(blocks.has('10.0.0.1')).toBe(false);
      expect(blocks.has('8.0.0.1')).toBe(false);
    },
  );

  it('agrees with the block list of Node', () => {
    const close = fc
      .ipV4()
      .chain((base) => fc.tuple(fc.constant(base), fc.oneof(fc.constant(base), fc.ipV4())));
    const closeV6 = fc
      .ipV6()
      .chain((base) => fc.tuple(fc.constant(base), fc.oneof(fc.constant(base), fc.ipV6())));
    fc.assert(
      fc.property(fc.oneof(close, closeV6), fc.integer({ min: 0, max: 128 }), ([base, address], length) => {
        const isIpv4 = isIP(base) === 4;
        const bits = isIpv4 ? length % 33 : length;
        const asked = canonicalIp(address) ?? '';
        const list = new BlockList();
        list.addSubnet(canonicalIp(base) ?? '', bits, isIpv4 ? 'ipv4' : 'ipv6');
        expect(has(`${canonicalIp(base)}/${bits}`, asked)).toBe(list.check(asked, isIpv4 ? 'ipv4' : 'ipv6'));
      }),
    );
  });
});
