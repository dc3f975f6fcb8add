import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { CertificateMaterial } from '#main/x509/material.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { expectKeysGone, reviewed, setUp, startJob, states } from './exportServiceSetUp.ts';
import { materialOf, orderRow } from './exportValues.ts';

describe('cancelling', () => {
  test('during the fetch drops fetched and pending results', async () => {
    const harness = setUp([orderRow('a'), orderRow('b')]);
    const answer = Promise.withResolvers<Result<CertificateMaterial>>();
    harness.answers.set('b', () => answer.promise);
    const id = await startJob(harness, ['a', 'b']);
    await vi.waitFor(() => expect(harness.asked).toHaveLength(2));
    harness.service.cancel(id);
    expect(harness.asked.every(({ signal }) => signal.aborted)).toBe(true);
    expect(harness.service.view()).toMatchObject({ phase: 'done', cancelled: true, error: null });
    answer.resolve(ok(materialOf('b')));
    await harness.service.settled();
    expect(states(harness)).toEqual(['a cancelled', 'b cancelled']);
    expect(harness.service.view()?.phase).toBe('done');
  });

  test('during the review writes nothing and wipes the keys', async () => {
    const harness = setUp([orderRow('a')]);
    harness.service.cancel(await reviewed(harness, ['a']));
    expect(states(harness)).toEqual(['a cancelled']);
    expectKeysGone(harness);
    expect(harness.destination.contents.size).toBe(0);
  });

  test('during the write aborts it, and keys are kept until it ends', async () => {
    const harness = setUp([orderRow('a'), orderRow('b')]);
    let release = () => {};
    harness.destination.hold = new Promise((resolve) => (release = resolve));
    harness.destination.outcome = (id) =>
      id === 'a' ? { kind: 'written', previous: null, files: [] } : { kind: 'cancelled' };
    const id = await reviewed(harness, ['a', 'b']);
    await harness.service.confirm(id, 'replace');
    await vi.waitFor(() => expect(harness.destination.options).not.toBeNull());
    harness.service.cancel(id);
    expect(harness.destination.options?.signal.aborted).toBe(true);
    expect(harness.service.view()?.phase).toBe('writing');
    expect(harness.destination.bundles[0]?.files[0]?.content?.every((byte) => byte === 0)).toBe(false);
    release();
    await harness.service.settled();
    expect(harness.service.view()).toMatchObject({ phase: 'done', cancelled: true });
    expect(states(harness)).toEqual(['a written', 'b cancelled']);
    expectKeysGone(harness);
  });

  test('another job, or a finished one, does nothing', async () => {
    const harness = setUp([orderRow('a')]);
    const id = await reviewed(harness, ['a']);
    harness.service.cancel('other');
    expect(harness.service.view()?.phase).toBe('review');
    await harness.service.confirm(id, 'replace');
    await harness.service.settled();
    harness.service.cancel(id);
    expect(harness.service.view()?.cancelled).toBe(false);
  });
});

test('dismissing removes the job, and cancels it if it is running', async () => {
  const harness = setUp([orderRow('a')]);
  harness.service.dismiss(await reviewed(harness, ['a']));
  expect(harness.service.view()).toBeNull();
  expect(harness.views.at(-1)).toBeNull();
  expectKeysGone(harness);
});

test('the keys are wiped when the app quits', async () => {
  const harness = setUp([orderRow('a')]);
  await reviewed(harness, ['a']);
  harness.service.dispose();
  expectKeysGone(harness);
  expect(harness.timers.size).toBe(0);
});

test('revealing shows the first written folder or the ZIP file, and nothing if there is none', async () => {
  const harness = setUp([orderRow('a'), orderRow('b')]);
  harness.destination.outcome = (id) =>
    id === 'a' ? { kind: 'kept' } : { kind: 'written', previous: null, files: [] };
  for (const container of ['folder', 'zip'] as const) {
    const id = await reviewed(harness, ['a', 'b'], { container });
    harness.service.reveal(id);
    await harness.service.confirm(id, 'keep');
    await harness.service.settled();
    harness.service.reveal(id);
  }
  expect(harness.shown).toEqual([join('/target', 'b.example'), '/target']);
});

test('a bug while writing ends the job and wipes the keys', async () => {
  const harness = setUp([orderRow('a')]);
  const id = await reviewed(harness, ['a']);
  harness.destination.hold = Promise.reject(new TypeError('bug'));
  await harness.service.confirm(id, 'replace');
  await expect(harness.service.settled()).rejects.toThrow('bug');
  expect(harness.service.view()?.phase).toBe('done');
  expectKeysGone(harness);
});

test('a write waits for other writes, which may be to the same folder', async () => {
  const harness = setUp([orderRow('a')]);
  const other = Promise.withResolvers<void>();
  void harness.writeQueue.run(() => other.promise);
  const id = await reviewed(harness, ['a']);
  await harness.service.confirm(id, 'replace');
  await new Promise(setImmediate);
  expect(harness.service.view()?.phase).toBe('writing');
  expect(harness.destination.options).toBeNull();
  other.resolve();
  await harness.service.settled();
  expect(states(harness)).toEqual(['a written']);
});

describe('a database without space', () => {
  const full = err({ kind: 'storage', reason: 'full', detail: '' } as const);

  test('before the write: nothing is written', async () => {
    const harness = setUp([orderRow('a')]);
    harness.records.intend = full;
    await harness.service.confirm(await reviewed(harness, ['a']), 'replace');
    await harness.service.settled();
    expect(harness.service.view()).toMatchObject({ phase: 'done', error: full.error });
    expect([states(harness), harness.destination.contents.size]).toEqual([['a failed'], 0]);
  });

  test('after the write: the order failed, its command waits, and its delivered key is kept', async () => {
    const harness = setUp([orderRow('a')]);
    harness.records.stored = full;
    await harness.service.confirm(await reviewed(harness, ['a']), 'replace');
    await harness.service.settled();
    expect(harness.service.view()?.items).toMatchObject([
      { state: 'failed', error: { kind: 'notRecorded', reason: 'full' } },
    ]);
    expect([harness.finished.flat(), harness.keysExported]).toEqual([[], []]);
    expectKeysGone(harness);
  });
});
