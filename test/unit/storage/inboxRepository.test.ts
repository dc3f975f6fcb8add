import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createInboxRepository } from '#main/storage/inboxRepository.ts';
import { migrations } from '#main/storage/migrations.ts';
import type { NewDelivery, PushOrder } from '#main/webhook/inbox/deliveryRecord.ts';
import { deliveryRecord, newDelivery } from '#test/unit/webhook/inbox/deliveries.ts';
import { openTemporary, openWithConnections } from './fixtures.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const one = newDelivery(deliveryRecord('1', { receivedAt: 5, orderId: 'order' }));
const two = newDelivery(
  deliveryRecord('2', {
    receivedAt: 9,
    serviceNotAfter: null,
    key: 'memory',
    verdict: { kind: 'waiting', reason: { kind: 'leafDiffers', fingerprint256: 'f', notAfter: 3 } },
  }),
  { key: null },
);

function open() {
  const database = openTemporary();
  return { database, inbox: createInboxRepository(database) };
}

const bytesOf = (sealed: NewDelivery['sealedKey']) => sealed && Buffer.from(sealed.ciphertext).toString();

describe('inbox repository', () => {
  it('returns complete deliveries, oldest first, with their keys and the seen signatures', () => {
    const { inbox } = open();
    expect(inbox.keep([two, one])).toEqual({ ok: true, value: null });
    expect(inbox.load()).toEqual([one.record, two.record]);
    expect(inbox.loadSeen()).toHaveLength(2);
    expect(inbox.loadSeen()).toEqual(expect.arrayContaining([one.seen, two.seen]));
    const key = inbox.sealedKey('1');
    expect(key.ok && bytesOf(key.value)).toBe('key of 1');
    expect(inbox.sealedKey('2')).toEqual({ ok: true, value: null });
  });

  it('stores a batch completely or not at all', () => {
    const { inbox } = open();
    expect(() => inbox.keep([one, two, one])).toThrow();
    expect(inbox.load()).toEqual([]);
    expect(inbox.loadSeen()).toEqual([]);
    expect(inbox.keep([one]).ok).toBe(true);
  });

  it('flags deliveries that share a signature, including earlier ones', () => {
    const { inbox } = open();
    inbox.keep([newDelivery(deliveryRecord('a'), { signature: 's' }), newDelivery(deliveryRecord('b'))]);
    const flags = () => inbox.load().map(({ sharesSignature }) => sharesSignature);
    expect(flags()).toEqual([false, false]);
    inbox.keep([newDelivery(deliveryRecord('c'), { signature: 's' })]);
    expect(flags()).toEqual([true, false, true]);
  });

  it('changes verdicts, and puts keys from memory into the vault', () => {
    const { inbox } = open();
    inbox.keep([one, two]);
    inbox.setVerdicts([{ id: '1', orderId: 'other', verdict: { kind: 'confirmed', at: 7 } }]);
    inbox.storeKeys([
      { deliveryId: '2', sealed: { nonce: Buffer.alloc(12), ciphertext: Buffer.from('late') } },
    ]);
    expect(inbox.load()).toEqual([
      { ...one.record, orderId: 'other', verdict: { kind: 'confirmed', at: 7 } },
      { ...two.record, key: 'vault' },
    ]);
    const key = inbox.sealedKey('2');
    expect(key.ok && bytesOf(key.value)).toBe('late');
  });

  it('removes keys and notes why, and removes deliveries with their keys; both stay seen until forgotten', () => {
    const { database, inbox } = open();
    inbox.keep([one, two]);
    inbox.removeKeys(['1', '2'], 'expired');
    expect(inbox.load().map(({ key }) => key)).toEqual(['expired', 'expired']);
    expect(inbox.sealedKey('1')).toEqual({ ok: true, value: null });
    inbox.remove(['1']);
    expect(inbox.load().map(({ id }) => id)).toEqual(['2']);
    expect(database.query<{ n: number }>('SELECT count(*) AS n FROM delivery_keys').get()?.n).toBe(0);
    inbox.forgetSeen([one.seen]);
    expect(inbox.loadSeen()).toEqual([two.seen]);
  });

  it('keeps the links of names as long as their hook exists', () => {
    const { database, inbox } = open();
    database.write(() =>
      database
        .prepare("INSERT INTO hooks VALUES ('h', 'Hook', '/path', 1, 0), ('i', 'Hook', '/other', 1, 0)")
        .run(),
    );
    inbox.setName({ hookId: 'h', name: 'shop', orderId: 'x' });
    inbox.setName({ hookId: 'h', name: 'shop', orderId: 'y' });
    inbox.setName({ hookId: 'h', name: 'blog', orderId: 'z' });
    inbox.setName({ hookId: 'i', name: 'shop', orderId: 'x' });
    inbox.removeName('h', 'blog');
    const shop = { hookId: 'h', name: 'shop', orderId: 'y' };
    expect(inbox.loadNames()).toEqual([shop, { hookId: 'i', name: 'shop', orderId: 'x' }]);
    database.write(() => database.prepare("DELETE FROM hooks WHERE id = 'i'").run());
    expect(inbox.loadNames()).toEqual([shop]);
  });

  it('returns push-only orders, and changes them at their position', () => {
    const { inbox } = open();
    const order: PushOrder = {
      id: 'p',
      hookId: 'h',
      name: 'shop',
      alias: null,
      approvedNames: ['a.example', 'b.example'],
      addedAt: 4,
      removedAt: null,
    };
    inbox.savePushOrder(order);
    inbox.savePushOrder({ ...order, id: 'q', addedAt: 2 });
    const changed = { ...order, alias: 'Shop', approvedNames: ['c.example'], removedAt: 8 };
    inbox.savePushOrder(changed);
    expect(inbox.loadPushOrders()).toEqual([{ ...order, id: 'q', addedAt: 2 }, changed]);
  });

  it('returns an error for a full disk', () => {
    const { database, inbox } = open();
    const { page_count: pages } = database.query<{ page_count: number }>('PRAGMA page_count').one();
    database.query(`PRAGMA max_page_count = ${Number(pages)}`).get();
    const large = newDelivery(deliveryRecord('large', { pem: 'x'.repeat(100_000) }));
    expect(inbox.keep([large])).toMatchObject({ error: { kind: 'storage', reason: 'full' } });
    database.query('PRAGMA max_page_count = 100000').get();
    expect(inbox.loadSeen()).toEqual([]);
  });
});

describe('a sealed key that was removed', () => {
  /** Bytes of a file, as characters, without the ballast. */
  function textOf(file: string): string {
    return existsSync(file) ? readFileSync(file, 'latin1').replaceAll(/x{1000,}/gu, '') : '';
  }

  /** Which keys have a piece left in the database file or in its log. */
  function left(path: string, keys: readonly Buffer[]): Buffer[] {
    const texts = [textOf(path), textOf(`${path}-wal`)];
    return keys.filter((key) =>
      [0, key.length >> 1, key.length - 24].some((start) => {
        const piece = key.toString('latin1', start, start + 24);
        return texts.some((text) => text.includes(piece));
      }),
    );
  }

  it.each([
    ['a small file', 0],
    ['a file that is too large to be rewritten', 17 * 1024 * 1024],
  ])('is in no page of %s or its log after the vacuum', (_name, ballast) => {
    const path = join(temporaryFolder(tmpdir()), 'notafter.db');
    const database = openTemporary(path);
    const inbox = createInboxRepository(database);
    // EC, RSA-2048 and RSA-4096 keys, sealed: rows of several sizes move about between pages.
    const keys = Array.from({ length: 300 }, (_, index) => randomBytes([257, 1720, 3288][index % 3] ?? 0));
    const all = keys.map((key, index) => newDelivery(deliveryRecord(`${index}`), { key }));
    inbox.keep([newDelivery(deliveryRecord('ballast', { pem: 'x'.repeat(ballast) }), { key: null })]);
    for (let start = 0; start < all.length; start += 30) inbox.keep(all.slice(start, start + 30));
    inbox.vacuum();
    expect(left(path, keys)).toHaveLength(300);
    const removed = keys.filter((_, index) => index % 4 !== 0);
    const ids = all.map(({ record }) => record.id).filter((_, index) => index % 4 !== 0);
    for (let start = 0; start < 200; start += 20) inbox.removeKeys(ids.slice(start, start + 20), 'expired');
    inbox.remove(ids.slice(200));
    expect(left(path, removed)).not.toHaveLength(0);
    expect(inbox.vacuum()).toEqual({ ok: true, value: null });
    expect(left(path, removed)).toHaveLength(0);
    expect(left(path, keys)).toHaveLength(75);
  });
});

it('a delivery that waited because it expires earlier is judged again', () => {
  const path = join(temporaryFolder(), 'notafter.db');
  const step = migrations.findIndex((sql) => sql.includes('notAfterBack'));
  const former = openWithConnections(path, migrations.slice(0, step));
  createInboxRepository(former).keep([one, two]);
  former.write(() =>
    former
      .prepare('UPDATE deliveries SET verdict = ? WHERE id = ?')
      .run('{"kind":"waiting","reason":{"kind":"notAfterBack","notAfter":3}}', '1'),
  );
  former.dispose();
  const verdicts = createInboxRepository(openTemporary(path))
    .load()
    .map(({ verdict }) => verdict);
  expect(verdicts).toEqual([{ kind: 'checking' }, two.record.verdict]);
});
