import { describe, expect, test } from 'vitest';
import type { BundleOutcome } from '#main/deployment/export/exportDestination.ts';
import { err, ok } from '#shared/result.ts';
import { pullSource, pushSource } from '#test/support/orderRows.ts';
import {
  denied,
  materialOf,
  orderRow,
  requestFor,
  reviewed,
  setUp,
  startJob,
  states,
} from './exportServiceSetUp.ts';

const pushOnly = { source: pushSource('Pushed', 'hook') };

describe('a delivery', () => {
  test('is exported instead of the certificate of its order, without reporting a renewal', async () => {
    const it = setUp([orderRow('a', { fingerprint256: 'newer leaf' })]);
    await reviewed(it, ['a'], { deliveryId: 'd' });
    expect(it.asked).toMatchObject([{ rid: 'rid-a', deliveryId: 'd', withKey: true }]);
    expect(it.service.view()?.items[0]?.leaf).toMatchObject({ fingerprint256: 'leaf of a', renewed: false });
    expect(it.fetched).toEqual([]);
  });

  test('is refused for several orders, before any dialog', async () => {
    const it = setUp([orderRow('a'), orderRow('b')]);
    it.choose(() => Promise.reject(new Error('not to be opened')));
    expect(await it.service.start(requestFor(['a', 'b'], { deliveryId: 'd' }))).toEqual(
      err({ kind: 'invalidInput', field: 'arguments', reason: 'tooMany' }),
    );
  });

  test('without its key fails if the key is wanted, and is exported otherwise', async () => {
    const it = setUp([orderRow('a')]);
    it.answers.set('a', async () =>
      it.asked.at(-1)?.withKey ? err({ kind: 'keyGone' }) : ok(materialOf('a', null)),
    );
    await startJob(it, ['a'], { deliveryId: 'd' });
    await it.service.settled();
    expect(it.service.view()).toMatchObject({ phase: 'done', items: [{ error: { kind: 'keyGone' } }] });
    const id = await reviewed(it, ['a'], { deliveryId: 'd', parts: ['certificate'] });
    await it.service.confirm(id, 'replace');
    await it.service.settled();
    expect(states(it)).toEqual(['a written']);
    expect(it.keysExported).toEqual([]);
  });
});

describe('push-only orders', () => {
  test('report no renewal, because the service was not polled', async () => {
    const it = setUp([orderRow('p', { ...pushOnly, fingerprint256: 'former leaf' })]);
    await reviewed(it, ['p']);
    expect(it.fetched).toEqual([]);
  });

  test('that the vault refuses do not prevent requests for pulled orders', async () => {
    const pushed = Array.from({ length: 30 }, (_, index) => `p${index}`);
    const it = setUp([
      ...pushed.map((id) => orderRow(id, pushOnly)),
      // They must not be confused, even if a hook and a connection have the same id.
      orderRow('a', { source: pullSource('rid-a', 'hook') }),
    ]);
    for (const id of pushed) it.answers.set(id, async () => err({ kind: 'vaultKey', reason: 'missing' }));
    await reviewed(it, [...pushed, 'a']);
    expect(states(it).at(-1)).toBe('a ready');
    expect(it.asked.length).toBeLessThanOrEqual(10);
    expect(it.service.view()?.items[29]?.error).toEqual({ kind: 'vaultKey', reason: 'missing' });
  });

  test('whose key is gone do not prevent the export of others of the same hook', async () => {
    const it = setUp(['p', 'q'].map((id) => orderRow(id, pushOnly)));
    it.answers.set('p', async () => err({ kind: 'keyGone' }));
    await reviewed(it, ['p', 'q']);
    expect(states(it)).toEqual(['p failed', 'q ready']);
  });
});

describe('a delivered key', () => {
  test('is reported after it was written', async () => {
    const it = setUp([orderRow('p', pushOnly), orderRow('a')]);
    const id = await reviewed(it, ['p', 'a']);
    expect(it.keysExported).toEqual([]);
    await it.service.confirm(id, 'replace');
    await it.service.settled();
    expect(it.keysExported).toEqual(['p, , leaf of p']);
  });

  test('is reported with its delivery', async () => {
    const it = setUp([orderRow('a')]);
    await it.service.confirm(await reviewed(it, ['a'], { deliveryId: 'd' }), 'replace');
    await it.service.settled();
    expect(it.keysExported).toEqual(['a, d, leaf of a']);
  });

  test('is kept if the files are corrupt, but not if only the chain leads to no known root', async () => {
    const it = setUp([orderRow('p', pushOnly)]);
    for (const reason of ['unreadable', 'refused', 'otherLeaf', 'noRoot'] as const) {
      it.prove(async () => ({ kind: 'notProven', reason, code: '' }));
      await it.service.confirm(await reviewed(it, ['p']), 'replace');
      await it.service.settled();
      expect(it.keysExported).toEqual(reason === 'noRoot' ? ['p, , leaf of p'] : []);
    }
  });

  test('that was not wanted, not written, or not written permanently is kept', async () => {
    const it = setUp(['p', 'q'].map((id) => orderRow(id, pushOnly)));
    const outcomes: Record<string, BundleOutcome> = {
      p: { kind: 'kept' },
      q: { kind: 'failed', error: denied },
    };
    it.destination.outcome = (id) => outcomes[id] ?? { kind: 'cancelled' };
    await it.service.confirm(await reviewed(it, ['p', 'q']), 'keep');
    await it.service.settled();
    it.destination.outcome = () => ({ kind: 'written', previous: null, files: [] });
    await it.service.confirm(await reviewed(it, ['p'], { parts: ['certificate'] }), 'replace');
    await it.service.settled();
    it.destination.written = err(denied);
    await it.service.confirm(await reviewed(it, ['p']), 'replace');
    await it.service.settled();
    expect(it.keysExported).toEqual([]);
  });
});
