import { describe, expect, test } from 'vitest';
import type { BundleOutcome } from '#main/deployment/export/exportDestination.ts';
import { err, ok } from '#shared/result.ts';
import { pullSource, pushSource } from '#test/support/orderRows.ts';
import { reviewed, setUp, startJob, states } from './exportServiceSetUp.ts';
import { denied, materialOf, orderRow, requestFor } from './exportValues.ts';

const pushOnly = { source: pushSource('Pushed', 'hook') };

describe('a delivery', () => {
  test('is exported instead of the certificate of its order, without reporting a renewal', async () => {
    const harness = setUp([orderRow('a', { fingerprint256: 'newer leaf' })]);
    await reviewed(harness, ['a'], { deliveryId: 'd' });
    expect(harness.asked).toMatchObject([{ rid: 'rid-a', deliveryId: 'd', withKey: true }]);
    expect(harness.service.view()?.items[0]?.leaf).toMatchObject({
      fingerprint256: 'leaf of a',
      renewed: false,
    });
    expect(harness.fetched).toEqual([]);
  });

  test('is refused for several orders, before any dialog', async () => {
    const harness = setUp([orderRow('a'), orderRow('b')]);
    harness.choose(() => Promise.reject(new Error('not to be opened')));
    expect(await harness.service.start(requestFor(['a', 'b'], { deliveryId: 'd' }))).toEqual(
      err({ kind: 'invalidInput', field: 'arguments', reason: 'tooMany' }),
    );
  });

  test('without its key fails if the key is wanted, and is exported otherwise', async () => {
    const harness = setUp([orderRow('a')]);
    harness.answers.set('a', async () =>
      harness.asked.at(-1)?.withKey ? err({ kind: 'keyGone' }) : ok(materialOf('a', null)),
    );
    await startJob(harness, ['a'], { deliveryId: 'd' });
    await harness.service.settled();
    expect(harness.service.view()).toMatchObject({ phase: 'done', items: [{ error: { kind: 'keyGone' } }] });
    const id = await reviewed(harness, ['a'], { deliveryId: 'd', parts: ['certificate'] });
    await harness.service.confirm(id, 'replace');
    await harness.service.settled();
    expect(states(harness)).toEqual(['a written']);
    expect(harness.keysExported).toEqual([]);
  });
});

describe('push-only orders', () => {
  test('report no renewal, because the service was not polled', async () => {
    const harness = setUp([orderRow('p', { ...pushOnly, fingerprint256: 'former leaf' })]);
    await reviewed(harness, ['p']);
    expect(harness.fetched).toEqual([]);
  });

  test('that the vault refuses do not prevent requests for pulled orders', async () => {
    const pushed = Array.from({ length: 30 }, (_, index) => `p${index}`);
    const harness = setUp([
      ...pushed.map((id) => orderRow(id, pushOnly)),
      // They must not be confused, even if a hook and a connection have the same id.
      orderRow('a', { source: pullSource('rid-a', 'hook') }),
    ]);
    for (const id of pushed)
      harness.answers.set(id, async () => err({ kind: 'vaultKey', reason: 'missing' }));
    await reviewed(harness, [...pushed, 'a']);
    expect(states(harness).at(-1)).toBe('a ready');
    expect(harness.asked.length).toBeLessThanOrEqual(10);
    expect(harness.service.view()?.items[29]?.error).toEqual({ kind: 'vaultKey', reason: 'missing' });
  });

  test('whose key is gone do not prevent the export of others of the same hook', async () => {
    const harness = setUp(['p', 'q'].map((id) => orderRow(id, pushOnly)));
    harness.answers.set('p', async () => err({ kind: 'keyGone' }));
    await reviewed(harness, ['p', 'q']);
    expect(states(harness)).toEqual(['p failed', 'q ready']);
  });
});

describe('a delivered key', () => {
  test('is reported after it was written', async () => {
    const harness = setUp([orderRow('p', pushOnly), orderRow('a')]);
    const id = await reviewed(harness, ['p', 'a']);
    expect(harness.keysExported).toEqual([]);
    await harness.service.confirm(id, 'replace');
    await harness.service.settled();
    expect(harness.keysExported).toEqual(['p, , leaf of p']);
  });

  test('is reported with its delivery', async () => {
    const harness = setUp([orderRow('a')]);
    await harness.service.confirm(await reviewed(harness, ['a'], { deliveryId: 'd' }), 'replace');
    await harness.service.settled();
    expect(harness.keysExported).toEqual(['a, d, leaf of a']);
  });

  test('is kept if the files are corrupt, but not if only the chain leads to no known root', async () => {
    const harness = setUp([orderRow('p', pushOnly)]);
    for (const reason of ['unreadable', 'refused', 'otherLeaf', 'noRoot'] as const) {
      harness.prove(async () => ({ kind: 'notProven', reason, code: '' }));
      await harness.service.confirm(await reviewed(harness, ['p']), 'replace');
      await harness.service.settled();
      expect(harness.keysExported).toEqual(reason === 'noRoot' ? ['p, , leaf of p'] : []);
    }
  });

  test('that was not wanted, not written, or not written permanently is kept', async () => {
    const harness = setUp(['p', 'q'].map((id) => orderRow(id, pushOnly)));
    const outcomes: Record<string, BundleOutcome> = {
      p: { kind: 'kept' },
      q: { kind: 'failed', error: denied },
    };
    harness.destination.outcome = (id) => outcomes[id] ?? { kind: 'cancelled' };
    await harness.service.confirm(await reviewed(harness, ['p', 'q']), 'keep');
    await harness.service.settled();
    harness.destination.outcome = () => ({ kind: 'written', previous: null, files: [] });
    await harness.service.confirm(await reviewed(harness, ['p'], { parts: ['certificate'] }), 'replace');
    await harness.service.settled();
    harness.destination.written = err(denied);
    await harness.service.confirm(await reviewed(harness, ['p']), 'replace');
    await harness.service.settled();
    expect(harness.keysExported).toEqual([]);
  });
});
