import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AddressBlocks, canonicalIp } from '#main/platform/addressBlocks.ts';
import { senderAddress } from '#main/webhook/receiver/deliveryHandler.ts';

const proxies = new AddressBlocks(['127.0.0.1', '10.0.0.0/8', '2001:db8::/32']);

describe('senderAddress', () => {
  it.each([
    ['no header is sent', '127.0.0.1', null, '127.0.0.1'],
    ['a stranger claims to be another', '192.0.2.1', '203.0.113.5', '192.0.2.1'],
    ['a trusted proxy names the sender', '127.0.0.1', '203.0.113.5', '203.0.113.5'],
    ['a sender made up hops to its left', '127.0.0.1', '1.1.1.1, 203.0.113.5', '203.0.113.5'],
    ['there are several trusted proxies', '127.0.0.1', '1.1.1.1,203.0.113.5 , 10.1.2.3', '203.0.113.5'],
    ['all hops are trusted', '127.0.0.1', '10.0.0.1, 10.0.0.2', '10.0.0.1'],
    ['the port is named too', '127.0.0.1', '203.0.113.5:4711', '203.0.113.5'],
    ['it is IPv6', '127.0.0.1', '[2001:DB9::0:1]:80', '2001:db9::1'],
    ['it is IPv4-mapped', '127.0.0.1', '::ffff:203.0.113.5', '203.0.113.5'],
    ['the proxy does not know', '127.0.0.1', '203.0.113.5, unknown', null],
    ['the proxy names nothing', '127.0.0.1', '', null],
  ])('is right when %s', (_when, peer, forwardedFor, sender) => {
    expect(senderAddress(peer, forwardedFor, proxies)).toBe(sender);
  });

  it('ignores the header without a trusted proxy', () => {
    expect(senderAddress('127.0.0.1', '203.0.113.5', new AddressBlocks([]))).toBe('127.0.0.1');
  });

  it('gives an address or nothing, for any header', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        const sender = senderAddress('127.0.0.1', header, proxies);
        expect(sender === null || canonicalIp(sender) === sender).toBe(true);
      }),
    );
  });
});
