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
  '0.1.2.3',
  '192.0.0.192',
  '198.19.255.1',
  '240.0.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '::127.0.0.1',
  '::7f00:1',
  '::ffff:169.254.169.254',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::169.254.169.254',
  '64:ff9b:1::1',
  '64:ff9b:1:ffff::7f00:1',
  '100::1',
  '2001::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::1',
  'fe80::1%25eth0',
  'febf::1',
  'fec0::1',
  'feff::1',
  'ff02::1',
  'fd00:ec2::254',
  'fd00:ec2::23%eth0',
  'fd00:42::42',
  'fd20:ce::254',
  'no address',
])('an address of this computer or of its link is local: %s', (address) => {
  expect(isLocalAddress(address)).toBe(true);
});

it.each([
  '10.0.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '172.16.0.1',
  '192.0.2.1',
  '168.63.129.17',
  '198.20.0.1',
  'fd00::1',
  'fd00:ec1::254',
  '2001:db8::1',
  '2001:1::1',
  '2606:4700::1111',
  '::ffff:192.0.2.1',
  '64:ff9b::c000:201',
  '64:ff9b:2::1',
  '2002:c000:201::1',
])('an address of another network is not local, also of a private one: %s', (address) => {
  expect(isLocalAddress(address)).toBe(false);
});

it('reads the hosts of addresses', () => {
  const local = [
    'http://127.1/',
    'http://0x7f000001/',
    'http://[::1]/',
    'http://[::ffff:7f00:1]/',
    'http://0177.0.0.1/',
    'http://2130706433/',
    'http://0/',
    'http://[64:ff9b::127.0.0.1]/',
    'http://2852039166/',
    'http://127.0.0.1./',
  ];
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
