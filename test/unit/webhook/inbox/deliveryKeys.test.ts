import { describe, expect, it } from 'vitest';
import { DeliveryKeys } from '#main/webhook/inbox/deliveryKeys.ts';
import { err } from '#shared/result.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { delivery, deliveryRecord, material, signedAt, storeOf } from './deliveries.ts';
import { createFakeInbox, createKeeper, FakeVault } from './ingestHarness.ts';

const full = err({ kind: 'storage', reason: 'full', detail: '' } as const);

/** A keeper that kept two deliveries, their keys in memory if `isLasting` is false. */
async function withTwo(isLasting = true) {
  const parts = createKeeper();
  parts.vault.isLasting = isLasting;
  await parts.settled([
    parts.ingest.keep(delivery(signedAt(1e9))),
    parts.ingest.keep(delivery(signedAt(1e9 + 1))),
  ]);
  return parts;
}

describe('the keys of deliveries', () => {
  it('cannot be read for a missing delivery, or when they are gone', async () => {
    const { keys } = await withTwo();
    expect(await keys.read('none')).toEqual({ ok: false, error: { kind: 'unknownId' } });
    keys.remove(['d1'], 'exported');
    expect(await keys.read('d1')).toEqual({ ok: false, error: { kind: 'keyGone' } });
    expect(await keys.read('d2')).toEqual({ ok: true, value: material.key });
  });

  it('cannot be read while the vault is shut, or as the key of another delivery', async () => {
    const { keys, vault, inbox } = await withTwo();
    vault.failure = { kind: 'keychainLocked' };
    expect(await keys.read('d1')).toEqual({ ok: false, error: { kind: 'keychainLocked' } });
    vault.failure = null;
    const other = inbox.sealed.get('d2');
    if (other !== undefined) inbox.sealed.set('d1', other);
    expect(await keys.read('d1')).toEqual({ ok: false, error: { kind: 'vaultKey', reason: 'wrong' } });
  });

  it('are removed after the export of their leaf, and stay after that of another', async () => {
    const { keys, store } = await withTwo();
    const fingerprint256 = store.get('d1')?.leaf.fingerprint256 ?? '';
    keys.exported('d1', 'another');
    keys.exported('none', fingerprint256);
    expect(store.get('d1')?.key).toBe('vault');
    keys.exported('d1', fingerprint256);
    expect(store.get('d1')?.key).toBe('exported');
    expect(store.get('d2')?.key).toBe('vault');
  });

  it('are deleted from disk and from memory, with the reason in the store', async () => {
    const { keys, store, inbox } = await withTwo();
    let removals = 0;
    keys.onDidRemove(() => {
      removals += 1;
    });
    expect(keys.remove(['d1', 'none'], 'exported').ok).toBe(true);
    expect(store.get('d1')?.key).toBe('exported');
    expect(store.get('d2')?.key).toBe('vault');
    expect([...inbox.sealed.keys()]).toEqual(['d2']);
    // What was exported is not discarded as well.
    keys.remove(['d1'], 'gone');
    expect(store.get('d1')?.key).toBe('exported');
    expect(removals).toBe(1);
    const inMemory = await withTwo(false);
    inMemory.keys.remove(['d1'], 'gone');
    expect(inMemory.memory.size).toBe(1);
    expect(inMemory.store.get('d1')?.key).toBe('gone');
  });

  it('stay when the disk cannot delete them', async () => {
    const { keys, store, inbox } = await withTwo();
    inbox.repository.removeKeys = () => full;
    expect(keys.remove(['d1'], 'expired')).toEqual(full);
    expect(store.get('d1')?.key).toBe('vault');
    expect((await keys.read('d1')).ok).toBe(true);
  });

  it('move from memory into the vault as soon as it is persistent', async () => {
    const { keys, memory, store, inbox, vault } = await withTwo(false);
    await keys.storeMemoryKeys();
    expect(memory.size).toBe(2);
    expect(inbox.sealed.size).toBe(0);
    vault.isLasting = true;
    // The key of before opens what was sealed before, while both are at hand.
    expect((await keys.read('d1')).ok).toBe(true);
    expect(await Promise.all([keys.storeMemoryKeys(), keys.storeMemoryKeys()])).toMatchObject([
      { ok: true },
      { ok: true },
    ]);
    expect(memory.size).toBe(0);
    expect(inbox.sealed.size).toBe(2);
    expect(store.get('d1')?.key).toBe('vault');
    expect(await keys.read('d1')).toEqual({ ok: true, value: material.key });
  });

  it('move into the vault even when their delivery was written after the others moved', async () => {
    const { keys, memory, ingest, inbox, vault, settled } = await withTwo(false);
    const late = ingest.keep(delivery(signedAt(1e9 + 2)));
    await Promise.resolve();
    await Promise.resolve();
    vault.isLasting = true;
    await keys.storeMemoryKeys();
    await settled([late]);
    await settled([]);
    expect(inbox.kept[2]?.sealedKey).toBeNull();
    expect(memory.size).toBe(0);
    expect(inbox.sealed.size).toBe(3);
    expect(await keys.read('d3')).toEqual({ ok: true, value: material.key });
  });

  it('are marked as gone when the vault key is deleted', async () => {
    const { keys, store } = await withTwo();
    let removals = 0;
    keys.onDidRemove(() => {
      removals += 1;
    });
    keys.forget('memory');
    expect(store.get('d1')?.key).toBe('vault');
    expect(removals).toBe(0);
    keys.forget('vault');
    expect(store.get('d1')?.key).toBe('gone');
    expect(removals).toBe(1);
    const inMemory = await withTwo(false);
    inMemory.keys.forget('memory');
    expect(inMemory.memory.size).toBe(0);
    expect(inMemory.store.get('d2')?.key).toBe('gone');
    expect(await inMemory.keys.read('d2')).toEqual({ ok: false, error: { kind: 'keyGone' } });
  });

  it('stay in memory when the vault or the disk fails', async () => {
    const { keys, memory, inbox, vault } = await withTwo(false);
    vault.failure = { kind: 'keychainDenied' };
    expect(await keys.storeMemoryKeys()).toEqual({ ok: false, error: { kind: 'keychainDenied' } });
    vault.failure = null;
    vault.isLasting = true;
    inbox.repository.storeKeys = () => full;
    expect(await keys.storeMemoryKeys()).toEqual(full);
    expect(memory.size).toBe(2);
    expect((await keys.read('d2')).ok).toBe(true);
  });

  it('that an earlier run held in memory are gone', async () => {
    const { repository } = createFakeInbox();
    const noted: unknown[] = [];
    repository.removeKeys = (...args: unknown[]) => {
      noted.push(args);
      return { ok: true, value: null };
    };
    const store = storeOf([deliveryRecord('a', { key: 'memory' }), deliveryRecord('b')]);
    const { logger } = createRecordingLogger();
    const keys = new DeliveryKeys({
      ...{ repository, vault: new FakeVault(), memory: new Map(), store, logger },
    });
    expect(noted).toEqual([[['a'], 'gone']]);
    expect(store.list().map(({ key }) => key)).toEqual(['gone', 'vault']);
    expect(await keys.read('a')).toEqual({ ok: false, error: { kind: 'keyGone' } });
  });
});
