import { describe, expect, it } from 'vitest';
import { defaultReceiverConfig, type ReceiverConfig } from '#shared/domain/receiverConfig.ts';
import { parseHost, parseReceiverConfig } from '#shared/domain/receiverRules.ts';
import { err, ok } from '#shared/result.ts';

const config = (changes: Partial<ReceiverConfig>): ReceiverConfig => ({
  ...defaultReceiverConfig,
  ...changes,
});

describe('parseReceiverConfig', () => {
  it('accepts the default unchanged', () => {
    expect(parseReceiverConfig(defaultReceiverConfig)).toEqual(ok(defaultReceiverConfig));
  });

  it.each(['127.0.0.1', '127.8.9.10', '::1', ' ::1 ', '0:0:0:0:0:0:0:1'])(
    'takes the loopback address %s',
    (address) => {
      const parsed = parseReceiverConfig(config({ address }));
      expect(parsed.ok && ['127.0.0.1', '127.8.9.10', '::1']).toContain(parsed.ok && parsed.value.address);
    },
  );

  it.each([
    ['a name as address', { address: 'localhost' }, 'address', 'notAnAddress'],
    ['a short IPv4 form', { address: '127.1' }, 'address', 'notAnAddress'],
    ['an octal IPv4 form', { address: '127.0.0.01' }, 'address', 'notAnAddress'],
    ['an address in brackets', { address: '[::1]' }, 'address', 'notAnAddress'],
    ['an address with a zone', { address: 'fe80::1%eth0' }, 'address', 'notAnAddress'],
    ['an IPv6 address with too many parts', { address: '1:2:3:4:5:6:7:8:9' }, 'address', 'notAnAddress'],
    ['port 0', { port: 0 }, 'port', 'outOfRange'],
    ['port 65536', { port: 65_536 }, 'port', 'outOfRange'],
    ['an address with a scheme as host', { allowedHosts: ['https://a.example'] }, 'allowedHosts', 'notAHost'],
    ['a name as source', { sourceAddresses: ['a.example'] }, 'sourceAddresses', 'notAnAddress'],
    ['a block that is too long', { sourceAddresses: ['192.0.2.0/33'] }, 'sourceAddresses', 'notAnAddress'],
    ['an IPv6 block too long', { trustedProxies: ['2001:db8::/129'] }, 'trustedProxies', 'notAnAddress'],
    ['a block without a length', { trustedProxies: ['192.0.2.0/'] }, 'trustedProxies', 'notAnAddress'],
    ['a block with a netmask', { trustedProxies: ['192.0.2.0/255.0.0.0'] }, 'trustedProxies', 'notAnAddress'],
  ])('refuses %s', (_, changes, field, reason) => {
    expect(parseReceiverConfig(config(changes))).toEqual(err({ kind: 'invalidInput', field, reason }));
  });

  it('normalises every list, without duplicates', () => {
    const parsed = parseReceiverConfig(
      config({
        allowedHosts: [' Hook.Example.com ', 'hook.example.com', 'hook.example.com:8443'],
        sourceAddresses: ['2001:DB8:0::/32', '2001:db8::/32', '192.0.2.1', ' 192.0.2.1'],
        trustedProxies: ['10.0.0.0/8', '10.0.0.0/8'],
      }),
    );
    expect(parsed).toMatchObject({
      ok: true,
      value: {
        allowedHosts: ['hook.example.com', 'hook.example.com:8443'],
        sourceAddresses: ['2001:db8::/32', '192.0.2.1'],
        trustedProxies: ['10.0.0.0/8'],
      },
    });
  });
});

describe('parseHost', () => {
  it.each([
    ['hook.example.com', 'hook.example.com'],
    ['HOOK.example.com:443', 'hook.example.com:443'],
    // The port that a URL would leave out.
    ['hook.example.com:80', 'hook.example.com:80'],
    ['hook.example.com.', 'hook.example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['证书.example:8443', 'xn--1jqs90m.example:8443'],
    ['my_box', 'my_box'],
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:47443', '192.0.2.1:47443'],
    ['2001:DB8::1', '[2001:db8::1]'],
    ['[2001:db8::1]', '[2001:db8::1]'],
    ['[2001:db8::1]:8443', '[2001:db8::1]:8443'],
  ])('reads %s as %s', (text, host) => {
    expect(parseHost(text)).toBe(host);
  });

  it.each([
    '',
    ':443',
    'a.example:0',
    'a.example:65536',
    'a.example:x',
    'a.example:',
    'a.example/path',
    'user@a.example',
    'a example',
    '*.example.com',
    'a..example',
    '-a.example',
    '127.1',
    '0x7f000001',
    '300.0.0.1',
    '[::1',
    '[127.0.0.1]x',
    'a%2eexample',
    `${'a'.repeat(64)}.example`,
  ])('refuses %j', (text) => {
    expect(parseHost(text)).toBeNull();
  });
});
