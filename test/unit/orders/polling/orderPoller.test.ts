import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { AppError } from '#shared/errors.ts';
import { failed, given } from './fakes.ts';
import { createHarness } from './pollerHarness.ts';

const refused: AppError = { kind: 'network', reason: 'refused', code: 'ECONNREFUSED' };
const down: AppError = { kind: 'serverError', status: 503, retryAfterMs: null };

describe('polling in time', () => {
  it('polls every order at start, at most eight at the same time', async () => {
    const harness = createHarness();
    harness.add('a', 20);
    harness.poller.start();
    expect(harness.poller.polling()).toHaveLength(8);
    await harness.time.advance(5000);
    expect(harness.service.requests).toHaveLength(20);
    expect(harness.service.mostInFlight('a')).toBe(8);
    expect(harness.poller.polling()).toEqual([]);
    expect(harness.orders.list().every(({ commonName }) => commonName !== null)).toBe(true);
  });

  it('polls again after the interval, not before', async () => {
    const harness = createHarness();
    harness.add('a', 1);
    harness.poller.start();
    await harness.time.advance(6 * HOUR_MS);
    expect(harness.asked()).toEqual({ 'rid-0': 1 });
    await harness.time.advance(MINUTE_MS);
    expect(harness.asked()).toEqual({ 'rid-0': 2 });
    expect(harness.orders.get('order-1')?.nextPollAt).toBeGreaterThan(harness.time.clock.now());
  });

  it('polls an order hourly while its renewal is due', async () => {
    const today = Math.floor(Date.UTC(2026, 0, 1) / DAY_MS);
    const harness = createHarness({
      answer: ({ rid }) => given(rid, { days: [today - 80, today + (rid === 'rid-0' ? 10 : 300)] }),
    });
    harness.add('a', 2);
    harness.poller.start();
    await harness.time.advance(5.5 * HOUR_MS);
    expect(harness.asked()).toEqual({ 'rid-0': 6, 'rid-1': 1 });
  });

  it('polls an added order at once, and a removed one no more', async () => {
    const harness = createHarness();
    harness.poller.start();
    const [id = ''] = harness.add('a', 1);
    await harness.time.advance(1000);
    expect(harness.asked()).toEqual({ 'rid-0': 1 });
    harness.list.remove([id]);
    await harness.time.advance(2 * DAY_MS);
    expect(harness.asked()).toEqual({ 'rid-0': 1 });
    harness.list.restore([id]);
    await harness.time.advance(1000);
    expect(harness.asked()).toEqual({ 'rid-0': 2 });
  });

  it('aborts the poll of an order that is removed, and stores nothing of it', async () => {
    const harness = createHarness();
    const [id = ''] = harness.add('a', 1);
    harness.poller.start();
    harness.list.remove([id]);
    expect(harness.service.requests[0]?.signal.aborted).toBe(true);
    await harness.time.advance(1000);
    expect(harness.repository.stored.get(id)?.lastAttemptAt).toBeNull();
    expect(harness.poller.polling()).toEqual([]);
  });

  it('does not poll an order again after a restart that was polled a moment ago', async () => {
    const first = createHarness();
    first.add('a', 1);
    first.poller.start();
    await first.time.advance(1000);
    const second = createHarness({ stored: [...first.repository.stored.values()] });
    second.time.setNow(first.time.clock.now() + MINUTE_MS);
    second.poller.start();
    await second.time.advance(HOUR_MS);
    expect(second.asked()).toEqual({});
    await second.time.advance(6 * HOUR_MS);
    expect(second.asked()).toEqual({ 'rid-0': 1 });
  });

  it('polls sooner when the interval is shortened, and stores the new times', async () => {
    const harness = createHarness();
    harness.add('a', 300);
    harness.poller.start();
    await harness.time.advance(HOUR_MS);
    harness.set({ pollIntervalMinutes: 120 });
    await harness.time.advance(1000);
    const latest = Math.max(...harness.orders.list().map(({ nextPollAt }) => nextPollAt ?? 0));
    expect(latest - harness.time.clock.now()).toBeLessThanOrEqual(HOUR_MS + 10_000);
    await harness.time.advance(HOUR_MS + MINUTE_MS);
    expect(Object.values(harness.asked()).every((times) => times === 2)).toBe(true);
  });

  it('needs only a few timers for hundreds of waiting orders, and none after it is disposed', async () => {
    const harness = createHarness();
    harness.add('a', 500);
    harness.poller.start();
    await harness.time.advance(MINUTE_MS);
    expect(harness.time.pending()).toBeLessThan(10);
    harness.poller.dispose();
    expect(harness.time.pending()).toBe(0);
  });
});

describe('failures', () => {
  it('of one order do not delay others', async () => {
    const harness = createHarness({
      answer: ({ rid }) => (rid === 'rid-0' ? failed(down) : given(rid)),
      latencyMs: ({ rid }) => (rid === 'rid-0' ? 29_000 : 50),
    });
    harness.add('a', 60);
    harness.poller.start();
    await harness.time.advance(3000);
    expect(harness.orders.list().filter(({ lastConfirmedAt }) => lastConfirmedAt !== null)).toHaveLength(59);
    await harness.time.advance(DAY_MS);
    expect(harness.states).toEqual([]);
    expect(harness.asked()['rid-1']).toBe(5);
    expect(harness.asked()['rid-0']).toBeGreaterThan(24);
  });

  it('back off, and end with the first success', async () => {
    const harness = createHarness({ answer: () => failed({ kind: 'unknownRid' }), random: () => 0.999_999 });
    harness.add('a', 1);
    harness.poller.start();
    await harness.time.advance(10 * MINUTE_MS);
    const gaps = harness.service.requests.map(({ at }, index, all) => at - (all[index - 1]?.at ?? at));
    expect(gaps.slice(1).map((gap) => Math.round(gap / 30_000))).toEqual([1, 2, 4, 8]);
    harness.answerWith(() => given('found'));
    await harness.time.advance(10 * MINUTE_MS);
    expect(harness.orders.get('order-1')).toMatchObject({ failures: 0, failure: null });
  });

  it('of a whole connection limit it to one probe at a time, until one succeeds', async () => {
    const harness = createHarness({ answer: () => failed(refused) });
    harness.add('a', 100);
    harness.add('b', 3, 'other');
    harness.poller.start();
    await harness.time.advance(2000);
    expect(harness.poller.pollingState('a')).toMatchObject({ kind: 'probing', error: refused });
    expect(harness.poller.pollingState('b').kind).toBe('active');
    const before = harness.service.requests.length;
    expect(before).toBeLessThan(20);
    await harness.time.advance(10 * MINUTE_MS);
    expect(harness.service.requests.filter(({ connectionId }) => connectionId === 'a').length).toBeLessThan(
      before + 10,
    );
    harness.answerWith(({ rid }) => given(rid));
    await harness.time.advance(HOUR_MS);
    expect(harness.poller.pollingState('a').kind).toBe('active');
    expect(harness.orders.list().every(({ failure }) => failure === null)).toBe(true);
    expect(harness.states.filter(({ connectionId }) => connectionId === 'a').at(-1)?.state.kind).toBe(
      'active',
    );
  });

  it('of two orders do not delay the others of their connection for long', async () => {
    const harness = createHarness({
      answer: ({ rid }) => (['rid-0', 'rid-1'].includes(rid) ? failed(down) : given(rid)),
      random: () => 0.9,
    });
    harness.add('a', 4);
    harness.poller.start();
    await harness.time.advance(2 * DAY_MS);
    for (const rid of ['rid-2', 'rid-3']) {
      const times = harness.service.requests.filter((request) => request.rid === rid).map(({ at }) => at);
      const gaps = times.map((at, index) => at - (times[index - 1] ?? at));
      expect(Math.max(...gaps)).toBeLessThan(6.6 * HOUR_MS + 2 * MINUTE_MS);
    }
  });

  it('of a connection with one order limit it too', async () => {
    const harness = createHarness({ answer: () => failed(refused) });
    harness.add('a', 1);
    harness.poller.start();
    await harness.time.advance(HOUR_MS);
    expect(harness.poller.pollingState('a').kind).toBe('probing');
    harness.answerWith(({ rid }) => given(rid));
    void harness.poller.poll(null);
    await harness.time.advance(1000);
    expect(harness.poller.pollingState('a').kind).toBe('active');
  });
});
