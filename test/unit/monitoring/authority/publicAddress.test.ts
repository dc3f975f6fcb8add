import { expect, it } from 'vitest';
import { createPublicLookup, isLocalAddress, isLocalHost } from '#main/monitoring/authority/publicAddress.ts';

it.each([
  '127.0.0.1',
  '127.8.9.1',
  '0.0.0.0',
  '169.254.169.254',
  '255.255.255.255',
  '224.0.0.1',
  '::',
  '::1',
  'fe80::1',
  'fe80::1%eth0',
  '::ffff:127.0.0.1',
  'no address',
])('an address of this computer or of its link is local: %s', (address) => {
  expect(isLocalAddress(address)).toBe(true);
});

it.each(['10.0.0.1', '192.168.1.1', '192.0.2.1', 'fd00::1', '2001:db8::1', '::ffff:192.0.2.1'])(
  'an address of another network is not local, also of a private one: %s',
  (address) => {
    expect(isLocalAddress(address)).toBe(false);
  },
);

it('reads the hosts of addresses', () => {
  const local = ['http://127.1/', 'http://0x7f000001/', 'http://[::1]/', 'http://[::ffff:7f00:1]/'];
  for (const url of [...local, 'http://localhost./', 'http://a.localhost/', 'http://[fe80::1]/'])
    expect(isLocalHost(new URL(url).hostname)).toBe(true);
  for (const url of ['http://ca.example/', 'http://10.0.0.1/', 'http://[2001:db8::1]/'])
    expect(isLocalHost(new URL(url).hostname)).toBe(false);
});

it('leaves out the local addresses of a name, and fails when there is no other', () => {
  const found = [
    { address: '127.0.0.1', family: 4 },
    { address: '192.0.2.1', family: 4 },
  ];
  const answers: unknown[] = [];
  const of = (count: number) =>
    createPublicLookup((_name, _options, done) => done(null, found.slice(0, count)));
  of(2)('ca.example', { all: true }, (...answer) => answers.push(answer));
  of(2)('ca.example', {}, (...answer) => answers.push(answer));
  of(1)('ca.example', { all: true }, (error) => answers.push(error?.code));
  expect(answers).toEqual([[null, [found[1]]], [null, '192.0.2.1', 4], 'EADDRNOTAVAIL']);
});
