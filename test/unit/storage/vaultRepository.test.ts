import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Database } from '#main/storage/database.ts';
import { createVaultRepository } from '#main/storage/vaultRepository.ts';
import { openTemporary } from './fixtures.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const check = { nonce: new Uint8Array([1, 2]), ciphertext: new Uint8Array([3, 4, 5]) };
const sentinel = Buffer.from('SENTINEL-sealed-4c1e'.repeat(400));

function addDelivery(database: Database, id: string, keyState: string): void {
  database.write(() => {
    database
      .prepare(`INSERT INTO deliveries (id, hook_id, hook_name, received_at, order_name, task, service_not_after,
        order_id, verdict, key_state, shares_signature, leaf, chain, pem)
        VALUES (?, 'h', '', 1, '', '', '', NULL, '{}', ?, 0, '{}', '[]', '')`)
      .run(id, keyState);
    if (keyState !== 'vault') return;
    database
      .prepare('INSERT INTO delivery_keys (delivery_id, nonce, ciphertext) VALUES (?, ?, ?)')
      .run(id, check.nonce, sentinel);
  });
}

function keyStates(database: Database): unknown[] {
  const rows = database.query<{ key_state: string }>('SELECT key_state FROM deliveries ORDER BY id').all();
  return rows.map(({ key_state }) => key_state);
}

it('stores a single check value', () => {
  const vault = createVaultRepository(openTemporary());
  expect(vault.check()).toBeNull();
  vault.saveCheck({ ...check, nonce: new Uint8Array([9]) });
  expect(vault.saveCheck(check)).toEqual({ ok: true, value: null });
  expect({ ...vault.check() }).toEqual(check);
});

it('deletes every key with the check value, and leaves no byte of them in the file or its log', () => {
  const folder = temporaryFolder();
  const database = openTemporary(join(folder, 'notafter.db'));
  const vault = createVaultRepository(database);
  vault.saveCheck(check);
  for (const [id, state] of ['vault', 'vault', 'exported', 'memory'].entries())
    addDelivery(database, `d${id}`, state);
  expect(vault.countKeys()).toBe(2);
  const onDisk = () =>
    readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes('SENTINEL'));
  expect(onDisk()).toBe(true);

  expect(vault.forgetAll()).toEqual({ ok: true, value: null });
  expect(vault.countKeys()).toBe(0);
  expect(vault.check()).toBeNull();
  expect(keyStates(database)).toEqual(['gone', 'gone', 'exported', 'memory']);
  expect(onDisk()).toBe(false);
});

it('a key that was removed is overwritten in the file at the next checkpoint', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'notafter.db');
  const database = openTemporary(path);
  addDelivery(database, 'd', 'vault');
  const checkpoint = () => database.query('PRAGMA wal_checkpoint(TRUNCATE)').get();
  checkpoint();
  expect(readFileSync(path).includes('SENTINEL')).toBe(true);
  database.write(() => database.prepare('DELETE FROM delivery_keys').run());
  checkpoint();
  expect(readFileSync(path).includes('SENTINEL')).toBe(false);
});
