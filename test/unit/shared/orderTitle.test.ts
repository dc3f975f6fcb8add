import { expect, it } from 'vitest';
import { orderTitle } from '#shared/domain/order.ts';
import { pullSource } from '#test/support/orderRows.ts';

const order = {
  alias: null,
  serviceName: 'Shop',
  commonName: 'shop.example',
  domains: ['www.shop.example'],
  source: pullSource('r-1'),
};

it.each([
  [{ alias: 'Mine' }, 'Mine'],
  [{}, 'Shop'],
  [{ serviceName: null }, 'shop.example'],
  [{ serviceName: '\u202e \u0007' }, 'shop.example'],
  [{ serviceName: null, commonName: null }, 'www.shop.example'],
  [{ serviceName: null, commonName: '', domains: [] }, 'r-1'],
  [{ serviceName: null, commonName: null, domains: [], source: pullSource('r\u202e') }, 'r\\u{202e}'],
])('an order with %j is called %s', (change, title) => {
  expect(orderTitle({ ...order, ...change })).toBe(title);
});
