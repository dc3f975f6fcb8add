import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CertificateMaterial } from '#main/x509/material.ts';
import { ok, type Result } from '#shared/result.ts';
import {
  expectKeysGone,
  materialOf,
  orderRow,
  reviewed,
  setUp,
  startJob,
  states,
} from './exportServiceSetUp.ts';

describe('cancelling', () => {
  test('during the fetch drops fetched and pending results', async () => {
    const it = setUp([orderRow('a'), orderRow('b')]);
    let answer = (_: Result<CertificateMaterial>) => {};
    it.answers.set('b', () => new Promise((resolve) => (answer = resolve)));
    const id = await startJob(it, ['a', 'b']);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    it.service.cancel(id);
    expect(it.asked.every(({ signal }) => signal.aborted)).toBe(true);
    expect(it.service.view()).toMatchObject({ phase: 'done', cancelled: true, error: null });
    answer(ok(materialOf('b')));
    await it.service.settled();
    expect(states(it)).toEqual(['a cancelled', 'b cancelled']);
    expect(it.service.view()?.phase).toBe('done');
  });

  test('during the review writes nothing and wipes the keys', async () => {
    const it = setUp([orderRow('a')]);
    it.service.cancel(await reviewed(it, ['a']));
    expect(states(it)).toEqual(['a cancelled']);
    expectKeysGone(it);
    expect(it.destination.contents.size).toBe(0);
  });

  test('during the write aborts it, and keys are kept until it ends', async () => {
    const it = setUp([orderRow('a'), orderRow('b')]);
    let release = () => {};
    it.destination.hold = new Promise((resolve) => (release = resolve));
    it.destination.outcome = (id) =>
      id === 'a' ? { kind: 'written', previous: null, files: [] } : { kind: 'cancelled' };
    const id = await reviewed(it, ['a', 'b']);
    await it.service.confirm(id, 'replace');
    await new Promise(setImmediate);
    it.service.cancel(id);
    expect(it.destination.options?.signal.aborted).toBe(true);
    expect(it.service.view()?.phase).toBe('writing');
    expect(it.destination.bundles[0]?.files[0]?.content?.every((byte) => byte === 0)).toBe(false);
    release();
    await it.service.settled();
    expect(it.service.view()).toMatchObject({ phase: 'done', cancelled: true });
    expect(states(it)).toEqual(['a written', 'b cancelled']);
    expectKeysGone(it);
  });

  test('another job, or a finished one, does nothing', async () => {
    const it = setUp([orderRow('a')]);
    const id = await reviewed(it, ['a']);
    it.service.cancel('other');
    expect(it.service.view()?.phase).toBe('review');
    await it.service.confirm(id, 'replace');
    await it.service.settled();
    it.service.cancel(id);
    expect(it.service.view()?.cancelled).toBe(false);
  });
});

test('dismissing removes the job, and cancels it if it is running', async () => {
  const it = setUp([orderRow('a')]);
  it.service.dismiss(await reviewed(it, ['a']));
  expect(it.service.view()).toBeNull();
  expect(it.views.at(-1)).toBeNull();
  expectKeysGone(it);
});

test('the keys are wiped when the app quits', async () => {
  const it = setUp([orderRow('a')]);
  await reviewed(it, ['a']);
  it.service.dispose();
  expectKeysGone(it);
  expect(it.timers.size).toBe(0);
});

test('revealing shows the first written folder or the ZIP file, and nothing if there is none', async () => {
  const it = setUp([orderRow('a'), orderRow('b')]);
  it.destination.outcome = (id) =>
    id === 'a' ? { kind: 'kept' } : { kind: 'written', previous: null, files: [] };
  for (const container of ['folder', 'zip'] as const) {
    const id = await reviewed(it, ['a', 'b'], { container });
    it.service.reveal(id);
    await it.service.confirm(id, 'keep');
    await it.service.settled();
    it.service.reveal(id);
  }
  expect(it.shown).toEqual([join('/target', 'b.example'), '/target']);
});

test('a bug while writing ends the job and wipes the keys', async () => {
  const it = setUp([orderRow('a')]);
  const id = await reviewed(it, ['a']);
  it.destination.hold = Promise.reject(new TypeError('bug'));
  await it.service.confirm(id, 'replace');
  await expect(it.service.settled()).rejects.toThrow('bug');
  expect(it.service.view()?.phase).toBe('done');
  expectKeysGone(it);
});

test('a write waits for other writes, which may be to the same folder', async () => {
  const it = setUp([orderRow('a')]);
  const other = Promise.withResolvers<void>();
  void it.writeQueue.run(() => other.promise);
  const id = await reviewed(it, ['a']);
  await it.service.confirm(id, 'replace');
  await new Promise(setImmediate);
  expect(it.service.view()?.phase).toBe('writing');
  expect(it.destination.options).toBeNull();
  other.resolve();
  await it.service.settled();
  expect(states(it)).toEqual(['a written']);
});
