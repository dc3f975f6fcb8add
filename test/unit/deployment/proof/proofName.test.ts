import { expect, test } from 'vitest';
import { proofName } from '#main/deployment/proof/tlsProver.ts';

test.each([
  [['shop.example', 'www.shop.example'], 'shop.example'],
  [['*.shop.example', 'shop.example'], 'shop.example'],
  [['*.shop.example'], 'www.shop.example'],
  [['192.0.2.1', 'shop.example'], 'shop.example'],
  [['192.0.2.1', '2001:db8::1'], '192.0.2.1'],
  [['2001:db8::1'], '2001:db8::1'],
  [['xn--bcher-kva.example'], 'xn--bcher-kva.example'],
  [['not a name', 'w*.example', 'a..b', '*.', '-a.example'], null],
  [[], null],
])('of %j is %j', (names, name) => {
  expect(proofName(names)).toBe(name);
});
