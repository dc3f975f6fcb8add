import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createEndpointRepository } from '#main/storage/endpointRepository.ts';
import { migrations } from '#main/storage/migrations.ts';
import { openDatabase } from '#main/storage/openDatabase.ts';
import type { ChainFault } from '#shared/domain/chainFault.ts';
import type { ServedFinding, ServedLeaf } from '#shared/domain/endpoint.ts';
import {
  addressSight,
  endpointOf,
  endpointRecord,
} from '#test/unit/monitoring/endpoints/endpointFixtures.ts';
import { openTemporary } from './fixtures.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const seen = endpointRecord('e', {
  endpoint: endpointOf('e', { serverName: 'www.example.com', protocol: 'smtp', port: 25 }),
  probedAt: 100,
  nextProbeAt: 900,
  omitted: 3,
  addresses: [
    addressSight('2001:db8::1', 'a', 100),
    addressSight('192.0.2.1', 'b', 100, { error: { kind: 'refused' }, errorSince: 90 }),
    { ...addressSight('192.0.2.2', 'b', 100), served: null, servedSince: null, servedAt: null },
  ],
});

it('returns endpoints as saved, changed and removed, with their addresses in order', () => {
  const endpoints = createEndpointRepository(openTemporary());
  const other = endpointRecord('other', { addedAt: 2, error: { kind: 'notFound', code: 'ENOTFOUND' } });
  endpoints.save([other, seen]);
  expect(endpoints.all()).toEqual([seen, other]);
  const later = { ...seen, probedAt: 200, addresses: seen.addresses.slice(1) };
  endpoints.saveSights([later]);
  expect(endpoints.all()).toEqual([later, other]);
  const moved = endpointRecord('e', { endpoint: endpointOf('e', { host: 'else.example.com' }) });
  endpoints.save([moved]);
  endpoints.remove(['other']);
  expect(endpoints.all()).toEqual([moved]);
});

/** A record, so that a kind that the schema does not know is not read. */
const findings: {
  readonly [Kind in Exclude<ServedFinding['kind'], ChainFault['kind']>]: ServedFinding & {
    readonly kind: Kind;
  };
} = {
  chainIncomplete: { kind: 'chainIncomplete', missingIssuer: 'Test CA' },
  nameNotCovered: { kind: 'nameNotCovered', name: 'a.example' },
  notTrusted: { kind: 'notTrusted', code: 'SELF_SIGNED' },
  stapleMissing: { kind: 'stapleMissing' },
  keyKindMissing: { kind: 'keyKindMissing', served: 'RSA', wanted: 'ECDSA P-256' },
};

it('returns findings of every kind of a served certificate', () => {
  const endpoints = createEndpointRepository(openTemporary());
  const [sight] = seen.addresses;
  const served = { ...(sight?.served as ServedLeaf), findings: Object.values(findings) };
  endpoints.save([{ ...seen, addresses: [addressSight('192.0.2.1', 'a', 100, { served })] }]);
  expect(endpoints.all()[0]?.addresses[0]?.served).toEqual(served);
});

it('ignores results of an endpoint that was deleted with its order', () => {
  const endpoints = createEndpointRepository(openTemporary());
  expect(endpoints.saveSights([seen])).toEqual({ ok: true, value: null });
  expect(endpoints.all()).toEqual([]);
});

it('returns null for invalid JSON', () => {
  const database = openTemporary();
  const endpoints = createEndpointRepository(database);
  endpoints.save([seen]);
  database.write(() => database.prepare("UPDATE endpoint_addresses SET served = '{'").run());
  expect(endpoints.all()[0]?.addresses[0]).toMatchObject({ address: '2001:db8::1', served: null });
});

it.each([
  [
    'orders',
    "INSERT INTO connections (id, name, base_url, created_at) VALUES ('c', 'n', 'u', 0)",
    "INSERT INTO orders VALUES ('o', 'c', 'r', NULL, 0, NULL)",
  ],
  ['push_orders', 'SELECT 1', "INSERT INTO push_orders VALUES ('o', 'h', 'n', NULL, '[]', 0, NULL)"],
])('endpoints are deleted with their order in the table %s', (table, before, insert) => {
  const database = openTemporary();
  const endpoints = createEndpointRepository(database);
  database.write(() => {
    for (const sql of [before, insert]) database.prepare(sql).run();
  });
  endpoints.save([seen]);
  database.write(() => database.prepare(`DELETE FROM ${table} WHERE id = 'o'`).run());
  expect(endpoints.all()).toEqual([]);
  expect(database.query('SELECT * FROM endpoint_addresses').all()).toEqual([]);
});

it('a file of the version before endpoints keeps its orders, and can store endpoints', () => {
  const path = join(temporaryFolder(), 'notafter.db');
  const step = migrations.findIndex((sql) => sql.includes('CREATE TABLE endpoints'));
  const former = openDatabase(path, { steps: migrations.slice(0, step) });
  if (!former.ok) throw new Error('not opened');
  former.value.write(() => {
    for (const sql of [
      "INSERT INTO connections (id, name, base_url, created_at) VALUES ('c', 'n', 'u', 0)",
      "INSERT INTO orders VALUES ('o', 'c', 'r', NULL, 0, NULL)",
    ])
      former.value.prepare(sql).run();
  });
  former.value.dispose();
  const database = openTemporary(path);
  const endpoints = createEndpointRepository(database);
  endpoints.save([seen]);
  expect(endpoints.all()).toEqual([seen]);
  expect(database.query('SELECT id FROM orders').all()).toMatchObject([{ id: 'o' }]);
});

it('outlines have of each endpoint what the whole records have', () => {
  const endpoints = createEndpointRepository(openTemporary());
  const [sight] = seen.addresses;
  const served = {
    ...(sight?.served as ServedLeaf),
    chainEnd: { at: 900, name: 'Issuing CA' },
    findings: Object.values(findings),
  };
  const faulty = endpointRecord('faulty', {
    error: { kind: 'notFound', code: 'ENOTFOUND' },
    addresses: [addressSight('192.0.2.1', 'a', 100, { served })],
  });
  endpoints.save([seen, faulty, endpointRecord('new')]);
  const whole = endpoints.all().map(({ endpoint, ...record }) => ({ ...endpoint, ...record }));
  const outlines = endpoints.outlines();
  expect(outlines).toHaveLength(3);
  for (const outline of outlines) expect(whole.find(({ id }) => id === outline.id)).toMatchObject(outline);
  expect(endpoints.ofOrders([seen.endpoint.orderId])).toEqual(endpoints.all());
  expect(endpoints.ofOrders(['x'])).toEqual([]);
});

it.each(['', '{', '7', '{}', '{"findings":[{"kind":"later"}]}', '{"notAfter":"x"}'])(
  'an address whose certificate cannot be read has none in the outline either, and loses no other: %s',
  (text) => {
    const database = openTemporary();
    const endpoints = createEndpointRepository(database);
    endpoints.save([seen]);
    database.write(() =>
      database.prepare('UPDATE endpoint_addresses SET served = ? WHERE position = 0').run(text),
    );
    const servedOf = (all: typeof seen.addresses | undefined) =>
      all?.map(({ served }) => served?.fingerprint256 ?? null);
    const whole = servedOf(endpoints.all()[0]?.addresses);
    expect(whole).toEqual([null, 'b', null]);
    expect(endpoints.outlines()[0]?.addresses.map(({ served }) => served?.fingerprint256 ?? null)).toEqual(
      whole,
    );
  },
);
