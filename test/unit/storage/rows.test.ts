import { expect, it } from 'vitest';
import { createConnectionRepository } from '#main/storage/connectionRepository.ts';
import { createEndpointRepository } from '#main/storage/endpointRepository.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { openWithConnections } from './fixtures.ts';

it('counts the rows of which a column cannot be used in one line, and loses those without another value', () => {
  const database = openWithConnections();
  const { logger, lines } = createRecordingLogger();
  const insert = database.prepare(
    'INSERT INTO endpoints (id, order_id, host, port, protocol, interval_minutes, added_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const add = (id: string, port: number, protocol: string, every: number) =>
    insert.run(id, 'order', 'a.example', port, protocol, every, 1);
  database.write(() => {
    add('good', 443, 'tls', 720);
    add('port', 70_000, 'tls', 720);
    add('protocol', 443, 'later', 720);
    add('interval', 443, 'tls', 0);
  });
  const read = createEndpointRepository(database, logger).all();
  expect(read.map(({ endpoint: { id, intervalMinutes } }) => [id, intervalMinutes])).toEqual([
    ['good', 720],
    ['interval', 720],
  ]);
  expect(lines).toMatchObject([
    {
      message: 'Rows of the database cannot be read',
      fields: { place: 'endpoints', field: 'port', count: 3 },
    },
  ]);
});

it('reads the other rows when one has an integer that is not safe', () => {
  const database = openWithConnections();
  database.write(() =>
    database.prepare("UPDATE connections SET created_at = 9007199254740993 WHERE id = 'a'").run(),
  );
  const all = createConnectionRepository(database).all();
  expect(all.map(({ id, createdAt }) => [id, createdAt])).toEqual([
    ['b', 1],
    ['a', 0],
  ]);
  const one = database.query<{ readonly at: number }>(
    "SELECT created_at AS at FROM connections WHERE id = 'a'",
  );
  expect(one.get()?.at).toBeNaN();
  const arrays = database.queryArrays<readonly [string, number]>(
    'SELECT id, created_at FROM connections ORDER BY id',
  );
  expect(arrays.all()).toEqual([
    ['a', Number.NaN],
    ['b', 1],
  ]);
  expect(() => database.query('SELECT abs(-9223372036854775807 - 1)').all()).toThrow();
});

it.each([
  '',
  'ftp://files.example',
  'http://certs.example',
  'https://certs.example/?q=1',
  'https://[',
  'https://u:p@h',
])('keeps a connection whose address is of no use, so that it can be changed or removed: "%s"', (address) => {
  const database = openWithConnections();
  database.write(() =>
    database.prepare("UPDATE connections SET base_url = ?, name = 'Mine' WHERE id = 'a'").run(address),
  );
  const { logger, lines } = createRecordingLogger();
  const connections = createConnectionRepository(database, logger);
  const one = connections.all().find(({ id }) => id === 'a');
  expect(one).toMatchObject({ name: 'Mine', baseUrl: 'https://address-lost.invalid' });
  expect(lines).toMatchObject([{ fields: { place: 'connections', field: 'baseUrl', count: 1 } }]);
  if (one !== undefined) connections.save({ ...one, baseUrl: 'https://certs.example' });
  expect(connections.all().find(({ id }) => id === 'a')).toMatchObject({ baseUrl: 'https://certs.example' });
});
