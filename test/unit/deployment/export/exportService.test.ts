import { describe, expect, test } from 'vitest';
import type { BundleOutcome } from '#main/deployment/export/exportDestination.ts';
import type { ExportPart } from '#shared/domain/export.ts';
import { err, ok } from '#shared/result.ts';
import { pullSource } from '#test/support/orderRows.ts';
import {
  denied,
  expectKeysGone,
  materialOf,
  mismatch,
  orderRow,
  requestFor,
  reviewed,
  setUp,
  startJob,
  states,
} from './exportServiceSetUp.ts';

describe('starting', () => {
  test('opens the dialog of the container and uses the chosen target', async () => {
    const it = setUp([orderRow('a')]);
    expect(await startJob(it, ['a'])).toBe('job-1');
    expect(it.service.view()).toMatchObject({ id: 'job-1', phase: 'fetching', target: '/target' });
    await it.service.settled();
    it.service.dismiss('job-1');
    it.choose(() => Promise.resolve('/target/x.zip'));
    await startJob(it, ['a'], { container: 'zip' });
    expect(it.targets).toEqual(['folder /target', 'zip /target/x.zip']);
  });

  test('returns null if the dialog is closed, and starts no job', async () => {
    const it = setUp([orderRow('a')]);
    it.choose(() => Promise.resolve(null));
    expect(await it.service.start(requestFor(['a']))).toEqual(ok(null));
    expect(it.service.view()).toBeNull();
    expect(it.asked).toEqual([]);
  });

  test('is refused while a dialog is open or a job is running, and works again afterwards', async () => {
    const it = setUp([orderRow('a')]);
    let close = (_: string | null) => {};
    it.choose(
      () =>
        new Promise((resolve) => {
          close = resolve;
        }),
    );
    const first = it.service.start(requestFor(['a']));
    expect(await it.service.start(requestFor(['a']))).toEqual(err({ kind: 'busy' }));
    close('/target');
    await first;
    it.choose(() => Promise.resolve('/target'));
    expect(await it.service.start(requestFor(['a']))).toEqual(err({ kind: 'busy' }));
    await it.service.settled();
    it.service.cancel('job-1');
    expect(await it.service.start(requestFor(['a']))).toEqual(ok('job-2'));
  });

  test('is possible again after a dialog that failed', async () => {
    const it = setUp([orderRow('a')]);
    it.choose(() => Promise.reject(new Error('no display')));
    await expect(it.service.start(requestFor(['a']))).rejects.toThrow('no display');
    it.choose(() => Promise.resolve('/target'));
    expect(await startJob(it, ['a'])).toBe('job-1');
  });

  test('refuses unknown orders, before any dialog', async () => {
    const it = setUp([orderRow('a')]);
    it.choose(() => Promise.reject(new Error('not to be opened')));
    expect(await it.service.start(requestFor(['a', 'gone']))).toEqual(err({ kind: 'unknownId' }));
  });
});

describe('fetching', () => {
  test('requests each order once, at most eight at a time, and keys only if they are wanted', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `o${index}`);
    const it = setUp(ids.map((id) => orderRow(id)));
    await reviewed(it, [...ids, 'o0'], { parts: ['certificate'] });
    expect(it.asked.map(({ rid }) => rid)).toEqual(ids.map((id) => `rid-${id}`));
    expect(it.asked.every(({ withKey }) => !withKey)).toBe(true);
    expect(it.mostInFlight()).toBe(8);
    expect(it.service.view()?.completed).toBe(40);
    it.service.dismiss('job-1');
    await reviewed(it, ['o1']);
    expect(it.asked.at(-1)?.withKey).toBe(true);
  });

  test('shows the fetched leaf, and marks and reports a renewed one', async () => {
    const it = setUp([
      orderRow('a'),
      orderRow('b', { fingerprint256: 'former leaf' }),
      orderRow('c', { fingerprint256: null }),
    ]);
    await reviewed(it, ['a', 'b', 'c']);
    const leaves = it.service.view()?.items.map(({ leaf }) => leaf);
    expect(leaves?.map((leaf) => leaf?.renewed)).toEqual([false, true, false]);
    expect(leaves?.[1]).toEqual({
      commonName: 'cn',
      fingerprint256: 'leaf of b',
      notBefore: 0,
      notAfter: 1000,
      renewed: true,
    });
    expect(it.fetched).toEqual(['b', 'c']);
  });

  test('handles failed orders separately', async () => {
    const it = setUp([orderRow('a'), orderRow('b'), orderRow('c'), orderRow('d')]);
    it.answers.set('a', async () => err({ kind: 'unknownRid' }));
    it.answers.set('b', async () => ok(materialOf('b', 'wrong key')));
    it.answers.set('c', async () => ok(materialOf('chainless')));
    await reviewed(it, ['a', 'b', 'c', 'd'], { parts: ['key', 'certificateChain'] });
    expect(it.service.view()?.items.map(({ error }) => error)).toEqual([
      { kind: 'unknownRid' },
      mismatch,
      { kind: 'invalidMaterial', reason: 'pemMissing', part: 'certificateChain' },
      null,
    ]);
    expect(states(it)).toEqual(['a failed', 'b failed', 'c failed', 'd ready']);
    expect(it.destination.bundles.map(({ orderId }) => orderId)).toEqual(['d']);
  });

  test('stops using a connection that rejects the token', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `o${index}`);
    const other = orderRow('other', { source: pullSource('rid-other', 'c2') });
    const it = setUp([...ids.map((id) => orderRow(id)), other]);
    for (const id of ids) it.answers.set(id, async () => err({ kind: 'unauthorized', status: 401 }));
    await reviewed(it, [...ids, 'other']);
    expect(it.asked.length).toBeLessThanOrEqual(9);
    expect(
      it.service
        .view()
        ?.items.slice(0, 30)
        .every(({ error }) => error?.kind === 'unauthorized'),
    ).toBe(true);
    expect(states(it).at(-1)).toBe('other ready');
  });

  test('ends with a summary if nothing could be fetched', async () => {
    const it = setUp([orderRow('a')]);
    it.answers.set('a', async () => err({ kind: 'offline' }));
    await startJob(it, ['a']);
    await it.service.settled();
    expect(it.service.view()).toMatchObject({ phase: 'done', cancelled: false, error: null });
    expect(states(it)).toEqual(['a failed']);
  });

  test('publishes progress at intervals, not for every order', async () => {
    const ids = Array.from({ length: 500 }, (_, index) => `o${index}`);
    const it = setUp(ids.map((id) => orderRow(id)));
    await reviewed(it, ids);
    expect(it.views.map((view) => view?.phase)).toEqual(['fetching', 'review']);
    it.service.dismiss('job-1');
    await startJob(it, ids);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    it.fire(100);
    expect(it.views.at(-1)?.completed).toBeGreaterThan(0);
  });
});

describe('the review', () => {
  test('shows warnings, conflicting files, and orders that cannot be written', async () => {
    const it = setUp([orderRow('a'), orderRow('b')]);
    it.destination.warnings = [{ kind: 'writableByOthers' }];
    it.destination.conflicts.set('a', ['cert.pem']);
    it.destination.refusals.set('b', denied);
    await reviewed(it, ['a', 'b']);
    expect(it.service.view()).toMatchObject({
      warnings: [{ kind: 'writableByOthers' }],
      items: [
        { folder: 'a.example', state: 'ready', conflicts: ['cert.pem'] },
        { folder: 'b.example', state: 'failed', error: denied },
      ],
    });
  });

  test('ends the export before any fetch if the target cannot be used', async () => {
    const it = setUp([orderRow('a')]);
    it.destination.reviewed = err(denied);
    await startJob(it, ['a']);
    await it.service.settled();
    expect(it.service.view()).toMatchObject({ phase: 'done', error: denied, items: [{ error: denied }] });
    expect(it.asked).toEqual([]);
    expectKeysGone(it);
  });

  test('writes a private key to a place with warnings only once the user agreed', async () => {
    const it = setUp([orderRow('a'), orderRow('b')]);
    it.answers.set('b', async () => err(denied));
    it.destination.warnings = [{ kind: 'writableByOthers' }];
    const id = await reviewed(it, ['a', 'b']);
    expect(it.service.view()?.asksToAccept).toBe(true);
    const declined = err({ kind: 'consent', reason: 'declined' } as const);
    it.setConfirmPlace(async () => declined);
    expect(await it.service.confirm(id, 'replace')).toEqual(declined);
    expect(it.service.view()?.phase).toBe('review');
    expect(it.destination.options).toBeNull();
    expect(it.places).toEqual([
      {
        container: 'folder',
        target: '/target',
        warnings: [{ kind: 'writableByOthers' }],
        orders: ['a.example'],
      },
    ]);
    it.setConfirmPlace(async () => ok(null));
    expect(await it.service.confirm(id, 'replace')).toEqual(ok(null));
    await it.service.settled();
    expect(states(it)).toEqual(['a written', 'b failed']);
  });

  test('writes nothing if the export ended while the user was asked', async () => {
    const it = setUp([orderRow('a')]);
    it.destination.warnings = [{ kind: 'writableByOthers' }];
    const id = await reviewed(it, ['a']);
    it.setConfirmPlace(async () => {
      it.service.cancel(id);
      return ok(null);
    });
    expect(await it.service.confirm(id, 'replace')).toEqual(err({ kind: 'cancelled' }));
    expect(states(it)).toEqual(['a cancelled']);
    expectKeysGone(it);
  });

  test('shows no dialog for warnings if no private key is written', async () => {
    const it = setUp([orderRow('a')]);
    it.destination.warnings = [{ kind: 'writableByOthers' }];
    const id = await reviewed(it, ['a'], { parts: ['certificate'] });
    expect(it.service.view()?.asksToAccept).toBe(false);
    expect(await it.service.confirm(id, 'replace')).toEqual(ok(null));
    await it.service.settled();
  });

  test('is cancelled after five minutes, and the keys are wiped', async () => {
    const it = setUp([orderRow('a')]);
    const id = await reviewed(it, ['a']);
    it.fire(5 * 60_000);
    expect(it.service.view()).toMatchObject({ phase: 'done', cancelled: true, error: { kind: 'cancelled' } });
    expectKeysGone(it);
    expect(await it.service.confirm(id, 'replace')).toEqual(err({ kind: 'busy' }));
    expect(it.destination.contents.size).toBe(0);
  });

  test('that was confirmed is not cancelled later', async () => {
    const it = setUp([orderRow('a')]);
    await it.service.confirm(await reviewed(it, ['a']), 'replace');
    expect([...it.timers].filter(({ delayMs }) => delayMs === 5 * 60_000)).toEqual([]);
    await it.service.settled();
    expect(states(it)).toEqual(['a written']);
  });
});

describe('confirming', () => {
  test('writes the chosen parts with the names of Certbot, and returns a summary', async () => {
    const it = setUp([orderRow('a'), orderRow('b'), orderRow('c')]);
    const outcomes: Record<string, BundleOutcome> = {
      b: { kind: 'kept' },
      c: { kind: 'failed', error: denied },
    };
    it.destination.outcome = (id) =>
      outcomes[id] ?? { kind: 'written', previous: null, files: ['a.example/privkey.pem'] };
    const all: readonly ExportPart[] = ['certificateChain', 'certificate', 'key', 'certificateServer'];
    const id = await reviewed(it, ['a', 'b', 'c'], { parts: all });
    expect(await it.service.confirm(id, 'keep')).toEqual(ok(null));
    expect(it.service.view()).toMatchObject({ phase: 'writing', completed: 0 });
    await it.service.settled();
    expect(it.destination.options?.conflicts).toBe('keep');
    expect(it.destination.contents.get('a')).toEqual([
      'privkey.pem key of a secret',
      'fullchain.pem leaf of a and chain',
      'cert.pem leaf of a',
      'chain.pem  and chain',
    ]);
    expect(it.service.view()).toMatchObject({
      phase: 'done',
      completed: 1,
      cancelled: false,
      items: [
        { state: 'written', files: ['a.example/privkey.pem'], error: null },
        { state: 'kept', files: [] },
        { state: 'failed', error: denied },
      ],
    });
    expectKeysGone(it);
  });

  test('reports a failure of the whole export', async () => {
    const it = setUp([orderRow('a'), orderRow('b')]);
    it.answers.set('b', async () => err({ kind: 'unknownRid' }));
    it.destination.written = err(denied);
    await it.service.confirm(await reviewed(it, ['a', 'b']), 'replace');
    await it.service.settled();
    expect(it.service.view()).toMatchObject({
      phase: 'done',
      error: denied,
      items: [{ error: denied }, { error: { kind: 'unknownRid' } }],
    });
    expectKeysGone(it);
  });

  test('is refused for another job, and while the job does not wait for confirmation', async () => {
    const it = setUp([orderRow('a')]);
    const id = await startJob(it, ['a']);
    expect(await it.service.confirm('other', 'replace')).toEqual(err({ kind: 'unknownId' }));
    expect(await it.service.confirm(id, 'replace')).toEqual(err({ kind: 'busy' }));
    await it.service.settled();
    expect(await it.service.confirm(id, 'replace')).toEqual(ok(null));
    expect(await it.service.confirm(id, 'replace')).toEqual(err({ kind: 'busy' }));
  });
});
