import { expect, it } from 'vitest';
import { orderTable } from '#scripts/demo/orderTable.ts';

const shop = { name: 'Shop', domains: 'shop.example', remaining: '12 days', status: 'Healthy' };

it('aligns the columns below their titles', () => {
  expect(orderTable([shop, { ...shop, name: 'A longer name' }])).toEqual([
    'Name           Domains       Time left  Status',
    '-------------  ------------  ---------  -------',
    'Shop           shop.example  12 days    Healthy',
    'A longer name  shop.example  12 days    Healthy',
  ]);
});

it('counts two columns for an East Asian character', () => {
  expect(orderTable([{ ...shop, name: '商城' }, shop]).slice(2)).toEqual([
    '商城  shop.example  12 days    Healthy',
    'Shop  shop.example  12 days    Healthy',
  ]);
});

it('cuts text that is too long for its column', () => {
  const name = orderTable([{ ...shop, name: '证'.repeat(40) }])[2]?.split('  ')[0];
  expect(name).toBe(`${'证'.repeat(15)}…`);
});
