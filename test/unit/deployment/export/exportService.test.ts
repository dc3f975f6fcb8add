import { describe, expect, test, vi } from 'vitest';
import type { BundleOutcome } from '#main/deployment/export/exportDestination.ts';
import type { ExportPart } from '#shared/domain/export.ts';
import { err, ok } from '#shared/result.ts';
import { pullSource } from '#test/support/orderRows.ts';
import { expectKeysGone, reviewed, setUp, startJob, states } from './exportServiceSetUp.ts';
import { denied, materialOf, mismatch, orderRow, requestFor } from './exportValues.ts';

describe('starting', () => {
  test('opens the dialog of the container and uses the chosen target', async () => {
    const harness = setUp([orderRow('a')]);
    expect(await startJob(harness, ['a'])).toBe('job-1');
    expect(harness.service.view()).toMatchObject({ id: 'job-1', phase: 'fetching', target: '/target' });
    await harness.service.settled();
    harness.service.dismiss('job-1');
    harness.choose(() => Promise.resolve('/target/x.zip'));
    await startJob(harness, ['a'], { container: 'zip' });
    expect(harness.targets).toEqual(['folder /target', 'zip /target/x.zip']);
  });

  test('returns null if the dialog is closed, and starts no job', async () => {
    const harness = setUp([orderRow('a')]);
    harness.choose(() => Promise.resolve(null));
    expect(await harness.service.start(requestFor(['a']))).toEqual(ok(null));
    expect(harness.service.view()).toBeNull();
    expect(harness.asked).toEqual([]);
  });

  test('is refused while a dialog is open or a job is running, and works again afterwards', async () => {
    const harness = setUp([orderRow('a')]);
    let close = (_: string | null) => {};
    harness.choose(
      () =>
        new Promise((resolve) => {
          close = resolve;
        }),
    );
    const first = harness.service.start(requestFor(['a']));
    expect(await harness.service.start(requestFor(['a']))).toEqual(err({ kind: 'busy' }));
    close('/target');
    await first;
    harness.choose(() => Promise.resolve('/target'));
    expect(await harness.service.start(requestFor(['a']))).toEqual(err({ kind: 'busy' }));
    await harness.service.settled();
    harness.service.cancel('job-1');
    expect(await harness.service.start(requestFor(['a']))).toEqual(ok('job-2'));
  });

  test('is possible again after a dialog that failed', async () => {
    const harness = setUp([orderRow('a')]);
    harness.choose(() => Promise.reject(new Error('no display')));
    await expect(harness.service.start(requestFor(['a']))).rejects.toThrow('no display');
    harness.choose(() => Promise.resolve('/target'));
    expect(await startJob(harness, ['a'])).toBe('job-1');
  });

  test('refuses unknown orders, before any dialog', async () => {
    const harness = setUp([orderRow('a')]);
    harness.choose(() => Promise.reject(new Error('not to be opened')));
    expect(await harness.service.start(requestFor(['a', 'gone']))).toEqual(err({ kind: 'unknownId' }));
  });
});

describe('fetching', () => {
  test('requests each order once, at most eight at a time, and keys only if they are wanted', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `o${index}`);
    const harness = setUp(ids.map((id) => orderRow(id)));
    await reviewed(harness, [...ids, 'o0'], { parts: ['certificate'] });
    expect(harness.asked.map(({ rid }) => rid)).toEqual(ids.map((id) => `rid-${id}`));
    expect(harness.asked.every(({ withKey }) => !withKey)).toBe(true);
    expect(harness.mostInFlight()).toBe(8);
    expect(harness.service.view()?.completed).toBe(40);
    harness.service.dismiss('job-1');
    await reviewed(harness, ['o1']);
    expect(harness.asked.at(-1)?.withKey).toBe(true);
  });

  test('shows the fetched leaf, and marks and reports a renewed one', async () => {
    const harness = setUp([
      orderRow('a'),
      orderRow('b', { fingerprint256: 'former leaf' }),
      orderRow('c', { fingerprint256: null }),
    ]);
    await reviewed(harness, ['a', 'b', 'c']);
    const leaves = harness.service.view()?.items.map(({ leaf }) => leaf);
    expect(leaves?.map((leaf) => leaf?.renewed)).toEqual([false, true, false]);
    expect(leaves?.[1]).toEqual({
      commonName: 'cn',
      fingerprint256: 'leaf of b',
      notBefore: 0,
      notAfter: 1000,
      renewed: true,
    });
    expect(harness.fetched).toEqual(['b', 'c']);
  });

  test('handles failed orders separately', async () => {
    const harness = setUp([orderRow('a'), orderRow('b'), orderRow('c'), orderRow('d')]);
    harness.answers.set('a', async () => err({ kind: 'unknownRid' }));
    harness.answers.set('b', async () => ok(materialOf('b', 'wrong key')));
    harness.answers.set('c', async () => ok(materialOf('chainless')));
    await reviewed(harness, ['a', 'b', 'c', 'd'], { parts: ['key', 'certificateChain'] });
    expect(harness.service.view()?.items.map(({ error }) => error)).toEqual([
      { kind: 'unknownRid' },
      mismatch,
      { kind: 'invalidMaterial', reason: 'pemMissing', part: 'certificateChain' },
      null,
    ]);
    expect(states(harness)).toEqual(['a failed', 'b failed', 'c failed', 'd ready']);
    expect(harness.destination.bundles.map(({ orderId }) => orderId)).toEqual(['d']);
  });

  test('stops using a connection that rejects the token', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `o${index}`);
    const other = orderRow('other', { source: pullSource('rid-other', 'c2') });
    const harness = setUp([...ids.map((id) => orderRow(id)), other]);
    for (const id of ids) harness.answers.set(id, async () => err({ kind: 'unauthorized', status: 401 }));
    await reviewed(harness, [...ids, 'other']);
    expect(harness.asked.length).toBeLessThanOrEqual(9);
    expect(
      harness.service
        .view()
        ?.items.slice(0, 30)
        .every(({ error }) => error?.kind === 'unauthorized'),
    ).toBe(true);
    expect(states(harness).at(-1)).toBe('other ready');
  });

  test('ends with a summary if nothing could be fetched', async () => {
    const harness = setUp([orderRow('a')]);
    harness.answers.set('a', async () => err({ kind: 'offline' }));
    await startJob(harness, ['a']);
    await harness.service.settled();
    expect(harness.service.view()).toMatchObject({ phase: 'done', cancelled: false, error: null });
    expect(states(harness)).toEqual(['a failed']);
  });

  test('publishes progress at intervals, not for every order', async () => {
    const ids = Array.from({ length: 500 }, (_, index) => `o${index}`);
    const harness = setUp(ids.map((id) => orderRow(id)));
    await reviewed(harness, ids);
    expect(harness.views.map((view) => view?.phase)).toEqual(['fetching', 'review']);
    harness.service.dismiss('job-1');
    await startJob(harness, ids);
    await vi.waitFor(() => {
      harness.fire(100);
      expect(harness.views.at(-1)?.completed).toBeGreaterThan(0);
    });
  });
});

describe('the review', () => {
  test('shows warnings, conflicting files, and orders that cannot be written', async () => {
    const harness = setUp([orderRow('a'), orderRow('b')]);
    harness.destination.warnings = [{ kind: 'writableByOthers' }];
    harness.destination.conflicts.set('a', ['cert.pem']);
    harness.destination.refusals.set('b', denied);
    await reviewed(harness, ['a', 'b']);
    expect(harness.service.view()).toMatchObject({
      warnings: [{ kind: 'writableByOthers' }],
      items: [
        { folder: 'a.example', state: 'ready', conflicts: ['cert.pem'] },
        { folder: 'b.example', state: 'failed', error: denied },
      ],
    });
  });

  test('ends the export before any fetch if the target cannot be used', async () => {
    const harness = setUp([orderRow('a')]);
    harness.destination.reviewed = err(denied);
    await startJob(harness, ['a']);
    await harness.service.settled();
    expect(harness.service.view()).toMatchObject({
      phase: 'done',
      error: denied,
      items: [{ error: denied }],
    });
    expect(harness.asked).toEqual([]);
    expectKeysGone(harness);
  });

  test('writes a private key to a place with warnings only once the user agreed', async () => {
    const harness = setUp([orderRow('a'), orderRow('b')]);
    harness.answers.set('b', async () => err(denied));
    harness.destination.warnings = [{ kind: 'writableByOthers' }];
    const id = await reviewed(harness, ['a', 'b']);
    expect(harness.service.view()?.asksToAccept).toBe(true);
    const declined = err({ kind: 'consent', reason: 'declined' } as const);
    harness.setConfirmPlace(async () => declined);
    expect(await harness.service.confirm(id, 'replace')).toEqual(declined);
    expect(harness.service.view()?.phase).toBe('review');
    expect(harness.destination.options).toBeNull();
    expect(harness.places).toEqual([
      {
        container: 'folder',
        target: '/target',
        warnings: [{ kind: 'writableByOthers' }],
        orders: ['a.example'],
      },
    ]);
    harness.setConfirmPlace(async () => ok(null));
    expect(await harness.service.confirm(id, 'replace')).toEqual(ok(null));
    await harness.service.settled();
    expect(states(harness)).toEqual(['a written', 'b failed']);
  });

  test('writes nothing if the export ended while the user was asked', async () => {
    const harness = setUp([orderRow('a')]);
    harness.destination.warnings = [{ kind: 'writableByOthers' }];
    const id = await reviewed(harness, ['a']);
    harness.setConfirmPlace(async () => {
      harness.service.cancel(id);
      return ok(null);
    });
    expect(await harness.service.confirm(id, 'replace')).toEqual(err({ kind: 'cancelled' }));
    expect(states(harness)).toEqual(['a cancelled']);
    expectKeysGone(harness);
  });

  test('shows no dialog for warnings if no private key is written', async () => {
    const harness = setUp([orderRow('a')]);
    harness.destination.warnings = [{ kind: 'writableByOthers' }];
    const id = await reviewed(harness, ['a'], { parts: ['certificate'] });
    expect(harness.service.view()?.asksToAccept).toBe(false);
    expect(await harness.service.confirm(id, 'replace')).toEqual(ok(null));
    await harness.service.settled();
  });

  test('is cancelled after five minutes, and the keys are wiped', async () => {
    const harness = setUp([orderRow('a')]);
    const id = await reviewed(harness, ['a']);
    harness.fire(5 * 60_000);
    expect(harness.service.view()).toMatchObject({
      phase: 'done',
      cancelled: true,
      error: { kind: 'cancelled' },
    });
    expectKeysGone(harness);
    expect(await harness.service.confirm(id, 'replace')).toEqual(err({ kind: 'busy' }));
    expect(harness.destination.contents.size).toBe(0);
  });

  test('that was confirmed is not cancelled later', async () => {
    const harness = setUp([orderRow('a')]);
    await harness.service.confirm(await reviewed(harness, ['a']), 'replace');
    expect([...harness.timers].filter(({ delayMs }) => delayMs === 5 * 60_000)).toEqual([]);
    await harness.service.settled();
    expect(states(harness)).toEqual(['a written']);
  });
});

describe('confirming', () => {
  test('writes the chosen parts with the names of Certbot, and returns a summary', async () => {
    const harness = setUp([orderRow('a'), orderRow('b'), orderRow('c')]);
    const outcomes: Record<string, BundleOutcome> = {
      b: { kind: 'kept' },
      c: { kind: 'failed', error: denied },
    };
    harness.destination.outcome = (id) =>
      outcomes[id] ?? { kind: 'written', previous: null, files: ['a.example/privkey.pem'] };
    const all: readonly ExportPart[] = ['certificateChain', 'certificate', 'key', 'certificateServer'];
    const id = await reviewed(harness, ['a', 'b', 'c'], { parts: all });
    expect(await harness.service.confirm(id, 'keep')).toEqual(ok(null));
    expect(harness.service.view()).toMatchObject({ phase: 'writing', completed: 0 });
    await harness.service.settled();
    expect(harness.destination.options?.conflicts).toBe('keep');
    expect(harness.destination.contents.get('a')).toEqual([
      'privkey.pem key of a secret',
      'fullchain.pem leaf of a and chain',
      'cert.pem leaf of a',
      'chain.pem  and chain',
    ]);
    expect(harness.service.view()).toMatchObject({
      phase: 'done',
      completed: 1,
      cancelled: false,
      items: [
        { state: 'written', files: ['a.example/privkey.pem'], error: null },
        { state: 'kept', files: [] },
        { state: 'failed', error: denied },
      ],
    });
    expectKeysGone(harness);
  });

  test('reports a failure of the whole export', async () => {
    const harness = setUp([orderRow('a'), orderRow('b')]);
    harness.answers.set('b', async () => err({ kind: 'unknownRid' }));
    harness.destination.written = err(denied);
    await harness.service.confirm(await reviewed(harness, ['a', 'b']), 'replace');
    await harness.service.settled();
    expect(harness.service.view()).toMatchObject({
      phase: 'done',
      error: denied,
      items: [{ error: denied }, { error: { kind: 'unknownRid' } }],
    });
    expectKeysGone(harness);
  });

  test('is refused for another job, and while the job does not wait for confirmation', async () => {
    const harness = setUp([orderRow('a')]);
    const id = await startJob(harness, ['a']);
    expect(await harness.service.confirm('other', 'replace')).toEqual(err({ kind: 'unknownId' }));
    expect(await harness.service.confirm(id, 'replace')).toEqual(err({ kind: 'busy' }));
    await harness.service.settled();
    expect(await harness.service.confirm(id, 'replace')).toEqual(ok(null));
    expect(await harness.service.confirm(id, 'replace')).toEqual(err({ kind: 'busy' }));
  });
});
