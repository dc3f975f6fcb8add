import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DATABASE_FILE } from '#main/app/startDialogs.ts';
import { ages } from '#test/support/ages/ages.ts';
import { writeAge } from '#test/support/ages/openAge.ts';
import { okValue, startTestApp, temporaryFolder } from './testApp.ts';

it.each(ages)('the app starts on the data of $name and shows all of it', async ({ name, schema }) => {
  const userData = temporaryFolder();
  writeAge(name, join(userData, DATABASE_FILE));
  const test = await startTestApp({ userData });
  await test.app.begun;
  expect(test.desktop.questions).toEqual([]);
  const { orders, connections, copies, endpoints, inbox, presets, planned, receiver } = test.seen();
  expect([...orders.values()].map(({ alias }) => alias)).toEqual(
    schema < 9 ? ['The shop', null] : ['The shop', null, 'Pushed'],
  );
  expect(connections.map((one) => one.name)).toEqual(['Connection c-1', 'Connection c-2']);
  expect(okValue(await test.call('orders:details', 'shop')).history).toHaveLength(2);
  const has = (since: number) => (schema >= since ? 1 : 0);
  expect({
    copies: copies.length,
    endpoints: endpoints.length,
    deliveries: inbox.length,
    presets: presets.filter((preset) => preset.name !== null).length,
    planned: planned.length,
    hooks: receiver.hooks.length,
    tags: [...orders.values()].filter(({ tags, note }) => tags.length === 2 && note !== '').length,
  }).toEqual({
    ...{ copies: has(9), endpoints: has(9), deliveries: has(9), presets: has(9), hooks: has(9) },
    ...{ planned: has(19), tags: has(19) },
  });
  const unread = test.log.filter(({ message }) => /cannot be (?:read|used)|not valid/u.test(message));
  expect(unread).toEqual([]);
  if (schema >= 9) expect(receiver.config).toMatchObject({ port: 48_443, keepKeysDays: 7 });
  await test.quit();
});
