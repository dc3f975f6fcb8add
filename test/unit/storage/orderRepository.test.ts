import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OrderIndex } from '#main/orders/list/orderIndex.ts';
import { createConnectionRepository } from '#main/storage/connectionRepository.ts';
import { createCopyRepository } from '#main/storage/copyRepository.ts';
import type { Database } from '#main/storage/database.ts';
import { migrations } from '#main/storage/migrations.ts';
import { createOrderRepository } from '#main/storage/orderRepository.ts';
import { acceptedLeaf } from '#shared/domain/acceptance.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import { DAY_MS as DAY } from '#shared/domain/thresholds.ts';
import { copyBundle } from '#test/unit/deployment/copies/copyFixtures.ts';
import { asBeforeAcceptance, openTemporary, openWithConnections } from './fixtures.ts';
import { confirmed, facts, record } from './records.ts';
import { temporaryFolder } from './temporaryFolder.ts';

function count(database: Database, table: string): unknown {
  return database.query<{ n: number }>(`SELECT count(*) AS n FROM ${table}`).get()?.n;
}

describe('order repository', () => {
  it('returns a complete record', () => {
    const orders = createOrderRepository(openWithConnections());
    const first = record('1', { alias: '名称 "x"', rid: "a'b/../%2F", addedAt: 5 });
    orders.add([first], []);
    const change = confirmed(
      {
        ...first,
        serviceName: 'Shop',
        serviceNotAfter: '2026-01-01 08:00:00',
        chainEnd: { at: 5000, name: 'Issuing CA' },
        findings: [{ kind: 'chainIncomplete', missingIssuer: 'CN=Root' }],
      },
      facts('a.example'),
      77,
    );
    const failing = record('2', {
      failures: 3,
      failure: { kind: 'rateLimited', retryAfterMs: 5 },
      lastAttemptAt: 9,
      nextPollAt: 14,
    });
    orders.add([failing], []);
    orders.saveStates([change]);
    expect(orders.load()).toEqual([change.record, failing]);
  });

  it('has the facts of all statuses without the records', () => {
    const orders = createOrderRepository(openWithConnections());
    const dated = { serviceNotAfter: '1970-04-01 08:00:00' };
    const states = [
      confirmed(record('1', dated), facts('a.example'), 77),
      confirmed(
        record('2', { ...dated, chainEnd: { at: 5000, name: 'Issuing CA' } }),
        facts('b.example'),
        78,
      ),
      confirmed(record('3', { serviceNotAfter: '1970-05-01 00:00:00' }), facts('c.example'), 79),
      confirmed(
        record('4', {
          findings: [{ kind: 'weakKey', bits: 1024, subject: 'CN=d' }, { kind: 'chainOutOfOrder' }],
          accepted: acceptedLeaf(facts('before.example'), [], ['weakKey']),
        }),
        facts('d.example'),
        80,
      ),
      { record: record('5', { serviceNotAfter: '2027-01-01 00:00:00' }), seenAt: null, pem: null },
      {
        record: record('6', { failures: 2, failure: { kind: 'rateLimited', retryAfterMs: 5 } }),
        seenAt: null,
        pem: null,
      },
      confirmed(record('7'), facts('gone.example'), 81),
    ] as const;
    orders.add(
      states.map((state) => ({ ...state.record, leaf: null, chain: [] })),
      [],
    );
    orders.saveStates(states);
    orders.setRemoved(['7'], 100);
    const unread = new OrderIndex(orders);
    const found = [...unread.facts()].sort((a, b) => (a.id < b.id ? -1 : 1));
    const rows = unread.rows();
    expect(rows.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(found.map((one, index) => ({ ...rows[index], ...one }))).toEqual(rows);
    expect(found.flatMap(({ findings }) => findings.map(({ kind }) => kind))).toEqual(
      expect.arrayContaining(['serviceDisagrees', 'weakKey', 'namesLost']),
    );
  });

  it('reads some records like all', () => {
    const orders = createOrderRepository(openWithConnections());
    orders.add([record('1'), record('2')], []);
    orders.saveStates([confirmed(record('1'), facts('a.example'), 5)]);
    expect(orders.read(['1', '3', '2'])).toEqual(orders.load());
    expect(orders.read(['1'])).toEqual(orders.load().slice(0, 1));
    expect(orders.read(['3'])).toEqual([]);
  });

  it('loads an alias that is longer than new ones may be', () => {
    const orders = createOrderRepository(openWithConnections());
    const older = record('1', { alias: 'x'.repeat(textLimits.alias + 1) });
    orders.add([older], []);
    expect(orders.load()).toEqual([older]);
  });

  it('keeps every leaf of an order, with the times when it was first and last seen', () => {
    const orders = createOrderRepository(openWithConnections());
    const order = record('1');
    orders.add([order], []);
    const older = facts('old.example', 0, 90 * DAY);
    const newer = facts('new.example', 60 * DAY, 150 * DAY);
    for (const [leaf, at] of [
      [older, 10],
      [older, 20],
      [newer, 30],
      [older, 40],
    ] as const) {
      orders.saveStates([confirmed(order, leaf, at)]);
    }
    const history = orders.history('1');
    expect(
      history.ok && history.value.map((entry) => [entry.fingerprint256, entry.firstSeenAt, entry.lastSeenAt]),
    ).toEqual([
      [newer.fingerprint256, 30, 30],
      [older.fingerprint256, 10, 40],
    ]);
  });

  it('takes a first sight back that is to come, because the clock was ahead', () => {
    const orders = createOrderRepository(openWithConnections());
    const order = record('1');
    orders.add([order], []);
    const leaf = facts('new.example', 0, 90 * DAY);
    for (const at of [10_000, 30, 40]) orders.saveStates([confirmed(order, leaf, at)]);
    expect(orders.history('1')).toMatchObject({ value: [{ firstSeenAt: 30, lastSeenAt: 40 }] });
  });

  it('throws for a second order with the same rid, and for an unknown connection', () => {
    const orders = createOrderRepository(openWithConnections());
    orders.add([record('1', { rid: 'same' })], []);
    expect(() => orders.add([record('2', { rid: 'same' })], [])).toThrow();
    expect(() => orders.add([record('3', { connectionId: 'none' })], [])).toThrow();
    orders.add([record('4', { rid: 'same', connectionId: 'b' })], []);
    expect(orders.load().map(({ id }) => id)).toEqual(['1', '4']);
  });

  it('stores a batch completely or not at all', () => {
    const orders = createOrderRepository(openWithConnections());
    expect(() => orders.add([record('1'), record('2'), record('2')], [])).toThrow();
    expect(orders.load()).toEqual([]);
    expect(orders.add([record('1')], [])).toEqual({ ok: true, value: null });
  });

  it('removes and restores orders, and purges old removed ones with the data that only they use', () => {
    const database = openWithConnections();
    const orders = createOrderRepository(database);
    const all = ['1', '2', '3'].map((id) => record(id));
    orders.add(all, []);
    orders.saveStates(all.map((order) => confirmed(order, facts(`${order.id}.example`), 50)));
    orders.setRemoved(['1', '2'], 100);
    orders.setRemoved(['3'], 300);
    orders.setRemoved(['2'], null);
    expect(orders.load().map(({ removedAt }) => removedAt)).toEqual([100, null, 300]);
    orders.purge(200);
    expect(orders.load().map(({ id }) => id)).toEqual(['2', '3']);
    // Two leaves, and the two certificates of the chain that the orders share.
    expect(count(database, 'certificates')).toBe(4);
    expect(count(database, 'order_leaves')).toBe(2);
  });

  it('deletes the orders of a connection with it', () => {
    const database = openWithConnections();
    const orders = createOrderRepository(database);
    orders.add([record('1'), record('2', { connectionId: 'b' })], []);
    orders.saveStates([confirmed(record('1'), facts('a.example'), 1)]);
    createConnectionRepository(database).remove('a');
    expect(orders.load().map(({ id }) => id)).toEqual(['2']);
    expect(['order_leaves', 'order_states', 'certificates'].map((table) => count(database, table))).toEqual([
      0, 1, 0,
    ]);
  });

  it('changes only the alias and the poll times', () => {
    const orders = createOrderRepository(openWithConnections());
    orders.add([record('1'), record('2')], []);
    orders.setAlias('1', 'Shop');
    orders.setNextPolls([{ orderId: '2', nextPollAt: 99 }]);
    expect(orders.load()).toEqual([record('1', { alias: 'Shop' }), record('2', { nextPollAt: 99 })]);
  });

  it('loads ten thousand orders with a handful of statements', () => {
    const database = openWithConnections();
    const orders = createOrderRepository(database);
    const all = Array.from({ length: 10_000 }, (_, index) => record(`${index}`));
    orders.add(all, []);
    orders.saveStates(all.map((order) => confirmed(order, facts(`${order.id}.example`), 1)));
    const loaded = orders.load();
    expect(loaded).toHaveLength(10_000);
    // One object for each certificate of the shared chain.
    expect(new Set(loaded.flatMap(({ chain }) => chain)).size).toBe(2);
  });
});

describe('storage errors', () => {
  it('are returned as a specific kind if the disk is full', () => {
    const database = openWithConnections();
    const orders = createOrderRepository(database);
    const { page_count: pages } = database.query<{ page_count: number }>('PRAGMA page_count').one();
    database.query(`PRAGMA max_page_count = ${Number(pages)}`).get();
    const many = Array.from({ length: 2000 }, (_, index) => record(`${index}`));
    expect(orders.add(many, [])).toEqual({
      ok: false,
      error: { kind: 'storage', reason: 'full', detail: 'database or disk is full' },
    });
    database.query('PRAGMA max_page_count = 100000').get();
    expect(orders.load()).toEqual([]);
    expect(orders.add(many, []).ok).toBe(true);
  });

  it('are returned as a specific kind if the database is read-only', () => {
    const database = openTemporary();
    database.prepare('PRAGMA query_only = ON').run();
    expect(createOrderRepository(database).setAlias('1', 'x')).toMatchObject({
      error: { kind: 'storage', reason: 'readOnly' },
    });
  });

  it('returns the accepted leaf', () => {
    const database = openWithConnections();
    const orders = createOrderRepository(database);
    orders.add([record('1')], []);
    const leaf = facts('shop.example');
    const accepted = acceptedLeaf(facts('before.example'), [], ['weakKey']);
    const change = confirmed(record('1'), leaf, 5);
    orders.saveStates([{ ...change, record: { ...change.record, accepted } }]);
    expect(orders.load()[0]?.accepted).toEqual(accepted);
    orders.saveStates([change]);
    expect(orders.load()[0]?.accepted).toBeNull();
  });

  it('treats the last exported leaf as accepted after the upgrade to a version with reviews', () => {
    const path = join(temporaryFolder(), 'notafter.db');
    const before = migrations.findIndex((sql) => sql.includes('COLUMN accepted'));
    const former = openWithConnections(path, migrations.slice(0, before));
    const exported = facts('exported.example');
    const bare = { ...facts('bare.example'), subjectAltNames: [] };
    asBeforeAcceptance(former, () => {
      const orders = createOrderRepository(former);
      const ids = ['lost', 'same', 'none', 'bare'];
      orders.add(
        ids.map((id) => record(id)),
        [],
      );
      for (const id of ['lost', 'same']) orders.saveStates([confirmed(record(id), exported, 1)]);
      orders.saveStates([confirmed(record('bare'), bare, 1)]);
      for (const id of ['lost', 'none', 'bare'])
        orders.saveStates([confirmed(record(id), facts('now.example'), 2)]);
    });
    for (const column of ['failed_run', 'chain_end'])
      former.prepare(`ALTER TABLE copy_bundles ADD COLUMN ${column} TEXT`).run();
    former.prepare('CREATE TABLE copy_intents (id TEXT, order_id TEXT, bundle TEXT)').run();
    const copies = createCopyRepository(former);
    const copyOf = (orderId: string, { fingerprint256 }: CertificateFacts) =>
      copyBundle([`${orderId}.pem`], { id: `copy-${orderId}`, orderId, fingerprint256 });
    copies.save([copyOf('lost', exported), copyOf('same', exported), copyOf('bare', bare)], []);
    for (const column of ['failed_run', 'chain_end'])
      former.prepare(`ALTER TABLE copy_bundles DROP COLUMN ${column}`).run();
    former.prepare('DROP TABLE copy_intents').run();
    former.dispose();
    const loaded = createOrderRepository(openTemporary(path)).load();
    // That version stored no curve.
    const { curve: _, ...lost } = acceptedLeaf(exported, [], []);
    const { curve: _curve, ...named } = acceptedLeaf(bare, [], []);
    expect(new Map(loaded.map(({ id, accepted }) => [id, accepted]))).toEqual(
      new Map<string, unknown>([
        ['lost', lost],
        ['same', null],
        ['none', null],
        ['bare', { ...named, names: ['bare.example'] }],
      ]),
    );
  });
});
