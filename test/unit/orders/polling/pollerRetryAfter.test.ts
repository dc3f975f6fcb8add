import { describe, expect, it } from 'vitest';
import type { OrderRow } from '#shared/domain/order.ts';
import { waitsUntil } from '#shared/domain/serviceWait.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { AppError } from '#shared/errors.ts';
import { failed, given } from './fakes.ts';
import { createHarness } from './pollerHarness.ts';

describe('Retry-After', () => {
  const limited: AppError = { kind: 'rateLimited', retryAfterMs: 2 * HOUR_MS };

  it('is respected, also on waking and after a restart', async () => {
    const harness = createHarness({ answer: () => failed(limited) });
    harness.add('a', 1);
    harness.poller.start();
    await harness.time.advance(HOUR_MS);
    harness.poller.resumed();
    harness.connectivity.set(true);
    await harness.time.advance(MINUTE_MS);
    expect(harness.asked()).toEqual({ 'rid-0': 1 });
    const restarted = createHarness({ stored: [...harness.repository.stored.values()] });
    restarted.time.setNow(harness.time.clock.now());
    restarted.poller.start();
    await restarted.time.advance(58 * MINUTE_MS);
    expect(restarted.asked()).toEqual({});
    await restarted.time.advance(3 * MINUTE_MS);
    expect(restarted.asked()).toEqual({ 'rid-0': 1 });
  });

  it('of a whole connection delays its probes', async () => {
    const harness = createHarness({ answer: () => failed(limited) });
    harness.add('a', 50);
    harness.poller.start();
    await harness.time.advance(5000);
    const first = harness.service.requests.length;
    harness.poller.resumed();
    await harness.time.advance(1.9 * HOUR_MS);
    expect(harness.service.requests).toHaveLength(first);
    await harness.time.advance(0.2 * HOUR_MS);
    expect(harness.service.requests).toHaveLength(first + 1);
  });

  const absurd: AppError = { kind: 'rateLimited', retryAfterMs: 90 * DAY_MS };

  it('of 20 minutes is respected by a manual sync: it is the next poll', async () => {
    const harness = createHarness({ answer: () => failed({ ...limited, retryAfterMs: 20 * MINUTE_MS }) });
    const [id = ''] = harness.add('a', 1);
    harness.poller.start();
    await harness.time.advance(5 * MINUTE_MS);
    const askedAt = harness.orders.get(id)?.lastAttemptAt ?? 0;
    void harness.poller.poll([id]);
    expect(harness.orders.get(id)?.nextPollAt).toBe(askedAt + 20 * MINUTE_MS);
    await harness.time.advance(14 * MINUTE_MS);
    expect(harness.asked()).toEqual({ 'rid-0': 1 });
    await harness.time.advance(2 * MINUTE_MS);
    expect(harness.asked()).toEqual({ 'rid-0': 2 });
  });

  it('of a day delays a manual sync for an hour after the answer at most', async () => {
    const harness = createHarness({ answer: () => failed(absurd) });
    const [id = ''] = harness.add('a', 1);
    harness.poller.start();
    await harness.time.advance(10 * MINUTE_MS);
    const row = () => harness.orders.get(id);
    const askedAt = row()?.lastAttemptAt ?? 0;
    expect(row()?.nextPollAt).toBe(askedAt + DAY_MS);
    void harness.poller.poll(null);
    expect(row()?.nextPollAt).toBe(askedAt + HOUR_MS);
    expect(waitsUntil(row() as OrderRow, harness.time.clock.now())).toBe(askedAt + HOUR_MS);
    await harness.time.advance(49 * MINUTE_MS);
    expect(harness.asked()).toEqual({ 'rid-0': 1 });
    await harness.time.advance(2 * MINUTE_MS);
    expect(harness.asked()).toEqual({ 'rid-0': 2 });
    // Each answer that asks to wait counts from itself; much later nothing is left to wait for.
    await harness.time.advance(3 * HOUR_MS);
    expect(harness.asked()).toEqual({ 'rid-0': 2 });
    void harness.poller.poll(null);
    await harness.time.advance(1000);
    expect(harness.asked()).toEqual({ 'rid-0': 3 });
  });

  it('stays shortened after a restart', async () => {
    const harness = createHarness({ answer: () => failed(absurd) });
    harness.add('a', 1);
    harness.poller.start();
    await harness.time.advance(10 * MINUTE_MS);
    void harness.poller.poll(null);
    await harness.time.advance(1000);
    const restarted = createHarness({ stored: [...harness.repository.stored.values()] });
    restarted.time.setNow(harness.time.clock.now());
    restarted.poller.start();
    await restarted.time.advance(49 * MINUTE_MS);
    expect(restarted.asked()).toEqual({});
    await restarted.time.advance(2 * MINUTE_MS);
    expect(restarted.asked()).toEqual({ 'rid-0': 1 });
  });

  it('of a day on a whole connection allows a probe an hour after a manual sync', async () => {
    const harness = createHarness({ answer: () => failed(absurd) });
    harness.add('a', 50);
    harness.poller.start();
    await harness.time.advance(5000);
    const first = harness.service.requests.length;
    void harness.poller.poll(null);
    await harness.time.advance(0.9 * HOUR_MS);
    expect(harness.service.requests).toHaveLength(first);
    await harness.time.advance(0.2 * HOUR_MS);
    expect(harness.service.requests.length).toBeGreaterThan(first);
  });

  it.each([
    ['token', 1, 'tokenChanged'],
    ['token', 50, 'tokenChanged'],
    ['address', 1, 'connectionChanged'],
    ['address', 50, 'connectionChanged'],
  ] as const)('ends with a new %s, of %i orders', async (_what, count, changed) => {
    const harness = createHarness({ answer: () => failed(absurd) });
    const ids = harness.add('a', count);
    harness.poller.start();
    await harness.time.advance(5000);
    const held = harness.orders.list().filter((row) => waitsUntil(row, harness.time.clock.now()) !== null);
    expect(held.length).toBeGreaterThan(0);
    harness.answerWith(({ rid }) => given(rid));
    const from = harness.time.clock.monotonic();
    harness.poller[changed]('a');
    for (const row of held)
      expect(waitsUntil(harness.orders.get(row.id) as OrderRow, harness.time.clock.now())).toBeNull();
    await harness.time.advance(10_000);
    for (const { source } of held) expect(harness.asked(from)).toHaveProperty(source.rid);
    expect(harness.poller.pollingState('a').kind).toBe('active');
    expect(ids).toHaveLength(count);
  });

  it('longer than a day is limited to a day', async () => {
    const harness = createHarness({
      answer: () => failed({ kind: 'rateLimited', retryAfterMs: 90 * DAY_MS }),
    });
    harness.add('a', 1);
    harness.poller.start();
    await harness.time.advance(DAY_MS + MINUTE_MS);
    expect(harness.asked()).toEqual({ 'rid-0': 2 });
  });
});
