import { describe, expect, it } from 'vitest';
import type { AppError } from '#shared/errors.ts';
import { delivery, material, signedAt, soundFields } from './deliveries.ts';
import { createKeeper } from './ingestHarness.ts';

const full: AppError = { kind: 'storage', reason: 'full', detail: 'full' };

describe('a delivery that is kept', () => {
  it('is on disk with its key sealed, and in the store, before it is reported as kept', async () => {
    const { ingest, inbox, store, delivered, keys, settled } = createKeeper();
    const seenInBook: number[] = [];
    store.onDidKeep((records) => seenInBook.push(records.length, inbox.kept.length));
    expect(await settled([ingest.keep(delivery())])).toEqual([{ kind: 'kept', deliveryId: 'd1' }]);
    expect(seenInBook).toEqual([1, 1]);
    expect(store.get('d1')).toMatchObject({
      orderName: 'shop',
      task: 'Push to desk',
      orderId: null,
      verdict: { kind: 'waiting', reason: { kind: 'unknownName' } },
      key: 'vault',
      sharesSignature: false,
      pem: material.certificate,
    });
    expect(inbox.kept[0]?.record).toEqual(store.get('d1'));
    expect(JSON.stringify(inbox.kept[0]?.record)).not.toContain('PRIVATE KEY');
    expect(await keys.read('d1')).toEqual({ ok: true, value: material.key });
    expect(delivered).toEqual(['hook']);
  });

  it('has no expiry of the service when none was sent', async () => {
    const { ingest, store, settled } = createKeeper();
    await settled([
      ingest.keep(delivery({ fields: { notAfter: '', certificateServer: '', certificateChain: '' } })),
    ]);
    expect(store.get('d1')).toMatchObject({ serviceNotAfter: null, pem: material.certificate });
  });

  it('is not reported as kept before it is written', async () => {
    const { ingest, settled } = createKeeper();
    const states: string[] = [];
    const outcome = ingest.keep(delivery()).then(({ kind }) => states.push(kind));
    await Promise.resolve();
    expect(states).toEqual([]);
    await settled([]);
    await outcome;
    expect(states).toEqual(['kept']);
  });

  it('shares a write, and its failure, with those of the same turn, sixty-four at most', async () => {
    const { ingest, inbox, settled } = createKeeper();
    inbox.failWhen((items) => (items.some(({ record }) => record.id === 'd1') ? full : null));
    const all = Array.from({ length: 100 }, (_, index) => ingest.keep(delivery(signedAt(index + 1e9))));
    const outcomes = await settled(all);
    expect(outcomes.map(({ kind }) => kind)).toEqual([
      ...new Array(64).fill('notKept'),
      ...new Array(36).fill('kept'),
    ]);
  });

  it('keeps its key in memory only while the vault is not persistent', async () => {
    const { ingest, inbox, store, keys, memory, vault, settled } = createKeeper();
    vault.isLasting = false;
    await settled([ingest.keep(delivery())]);
    expect(inbox.kept[0]?.sealedKey).toBeNull();
    expect(store.get('d1')?.key).toBe('memory');
    expect(memory.size).toBe(1);
    expect(await keys.read('d1')).toEqual({ ok: true, value: material.key });
  });
});

describe('a replay', () => {
  it('a thousand concurrent copies are one delivery; the others are replays', async () => {
    const { ingest, inbox, settled } = createKeeper();
    const same = { body: 'same' };
    const outcomes = await settled(Array.from({ length: 1000 }, () => ingest.keep(delivery(same))));
    expect(outcomes.filter(({ kind }) => kind === 'kept')).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind === 'replayed')).toHaveLength(999);
    expect(inbox.kept).toHaveLength(1);
    expect(await ingest.keep(delivery(same))).toEqual({ kind: 'replayed' });
  });

  it('is only successful when the first is on disk, and otherwise fails like it', async () => {
    const { ingest, inbox, settled } = createKeeper();
    inbox.failWhen(() => full);
    const copies = [ingest.keep(delivery({ body: 'same' })), ingest.keep(delivery({ body: 'same' }))];
    const notKept = { kind: 'notKept', error: full };
    expect(await settled(copies)).toEqual([notKept, notKept]);
    inbox.failWhen(() => null);
    expect(await settled([ingest.keep(delivery({ body: 'same' }))])).toMatchObject([{ kind: 'kept' }]);
  });

  it('with another body is another delivery, but both are flagged, in one transaction or two', async () => {
    const { ingest, store, settled } = createKeeper();
    await settled([ingest.keep(delivery(signedAt(1_767_225_601)))]);
    await settled([ingest.keep(delivery())]);
    await settled([ingest.keep(delivery()), ingest.keep(delivery())]);
    expect(store.list().map(({ sharesSignature }) => sharesSignature)).toEqual([false, true, true, true]);
  });

  it('does not store the timestamp and token, which could be used again', async () => {
    const { ingest, inbox, settled } = createKeeper();
    await settled([ingest.keep(delivery())]);
    expect(JSON.stringify(inbox.kept)).not.toContain('a'.repeat(64));
  });
});

describe('a delivery that is not kept', () => {
  it('is not remembered when its material is unusable', async () => {
    const { ingest, inbox, settled } = createKeeper();
    const broken = delivery({ body: 'same', fields: { key: '' } });
    const unusable = {
      kind: 'unusable',
      error: { kind: 'invalidMaterial', reason: 'pemMissing', part: 'key' },
    };
    expect(await settled([ingest.keep(broken)])).toEqual([unusable]);
    expect(await settled([ingest.keep(broken)])).toEqual([unusable]);
    expect(inbox.kept).toEqual([]);
  });

  it('has the error of the vault', async () => {
    const { ingest, vault, settled } = createKeeper();
    vault.failure = { kind: 'keychainLocked' };
    const outcome = { kind: 'notKept', error: { kind: 'keychainLocked' } };
    expect(await settled([ingest.keep(delivery({ body: 'same' }))])).toEqual([outcome]);
    vault.failure = null;
    expect(await settled([ingest.keep(delivery({ body: 'same' }))])).toMatchObject([{ kind: 'kept' }]);
  });

  it('does not fail the others of its batch', async () => {
    const { ingest, inbox, store, settled } = createKeeper();
    inbox.failWhen((items) => {
      if (items.some(({ record }) => record.task === 'bad row')) throw new Error('constraint');
      return null;
    });
    const bad = ingest.keep(delivery({ fields: { ...soundFields, task: 'bad row' } }));
    const refused = expect(bad).rejects.toThrow('constraint');
    expect(await settled([ingest.keep(delivery()), ingest.keep(delivery())])).toMatchObject([
      { kind: 'kept' },
      { kind: 'kept' },
    ]);
    await refused;
    expect(store.list()).toHaveLength(2);
    expect(ingest.isIdle()).toBe(true);
  });

  it('is retried alone when the disk refuses its batch', async () => {
    const { ingest, inbox, settled } = createKeeper();
    inbox.failWhen((items) => (items.length > 1 ? full : null));
    const outcomes = await settled([ingest.keep(delivery()), ingest.keep(delivery())]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['kept', 'kept']);
  });

  it('fails for the whole batch when a first single write fails, without a retry for each', async () => {
    const { ingest, inbox, settled } = createKeeper();
    let tries = 0;
    inbox.failWhen(() => {
      tries += 1;
      return full;
    });
    const outcomes = await settled(Array.from({ length: 8 }, () => ingest.keep(delivery())));
    expect(outcomes).toEqual(Array.from({ length: 8 }, () => ({ kind: 'notKept', error: full })));
    expect(tries).toBe(2);
  });
});

describe('a flood', () => {
  it('of a thousand honest deliveries in one second is kept', async () => {
    const { ingest, inbox, settled } = createKeeper();
    const outcomes = await settled(
      Array.from({ length: 1_000 }, (_, index) =>
        ingest.keep(delivery({ fields: { task: `Task ${index}` } })),
      ),
    );
    expect(outcomes.filter(({ kind }) => kind !== 'kept')).toEqual([]);
    expect(inbox.kept).toHaveLength(1_000);
  });

  it('of variants of one delivery under one signature ends at eight, which are all kept', async () => {
    const { ingest, inbox, settled } = createKeeper({ mapped: ['shop'] });
    const outcomes = await settled(Array.from({ length: 40 }, () => ingest.keep(delivery())));
    expect(outcomes.filter(({ kind }) => kind === 'flood')).toHaveLength(32);
    expect(inbox.kept).toHaveLength(8);
  });

  it('with unlinked names ends at two thousand waiting deliveries; linked ones still pass', async () => {
    const { ingest, time, store, settled } = createKeeper({ mapped: ['blog'] });
    for (let round = 0; round < 4; round += 1) {
      await settled(
        Array.from({ length: 501 }, (_, index) =>
          ingest.keep(delivery({ hookId: `${round}`, ...signedAt(1e9 + round * 1000 + index) })),
        ),
      );
    }
    expect(store.list()).toHaveLength(2000);
    await time.advance(1);
    const late = ingest.keep(delivery({ hookId: 'x', ...signedAt(2e9) }));
    const mapped = ingest.keep(delivery({ hookId: 'x', fields: { ssl: 'blog' }, ...signedAt(2e9) }));
    expect((await settled([late, mapped])).map(({ kind }) => kind)).toEqual(['flood', 'kept']);
  });
});
