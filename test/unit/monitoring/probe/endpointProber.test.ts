import { expect, it } from 'vitest';
import { chooseAddresses } from '#main/monitoring/probe/endpointProber.ts';

const v4 = (count: number) => Array.from({ length: count }, (_, index) => `192.0.2.${index + 10}`);
const v6 = (count: number) => Array.from({ length: count }, (_, index) => `2001:db8::${index + 10}`);

it('uses all of up to sixteen addresses, IPv4 first, in an order independent of the resolver', () => {
  expect(chooseAddresses(['2001:db8::2', '192.0.2.9', '2001:db8::1', '192.0.2.10'])).toEqual([
    '192.0.2.10',
    '192.0.2.9',
    '2001:db8::1',
    '2001:db8::2',
  ]);
});

it.each([
  [20, 20, 8, 8],
  [20, 4, 12, 4],
  [3, 30, 3, 13],
  [30, 0, 16, 0],
  [0, 30, 0, 16],
  [8, 8, 8, 8],
])('of %i and %i addresses it uses %i and %i, the same in any order', (ofV4, ofV6, isV4, isV6) => {
  const all = [...v4(ofV4), ...v6(ofV6)];
  const chosen = chooseAddresses(all);
  expect(chosen).toEqual([...v4(isV4), ...v6(isV6)]);
  expect(chooseAddresses(all.reverse())).toEqual(chosen);
});
