import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { handleUnexpected } from '#main/platform/errors.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { waitsUntil } from '#shared/domain/serviceWait.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { AppError } from '#shared/errors.ts';
import { err } from '#shared/result.ts';
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
    harness.orders.remove([id]);
    await harness.time.advance(2 * DAY_MS);
    expect(harness.asked()).toEqual({ 'rid-0': 1 });
    harness.orders.restore([id]);
    await harness.time.advance(1000);
    expect(harness.asked()).toEqual({ 'rid-0': 2 });
  });

  it('aborts the poll of an order that is removed, and stores nothing of it', async () => {
    const harness = createHarness();
    const [id = ''] = harness.add('a', 1);
    harness.poller.start();
    harness.orders.remove([id]);
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

describe('answers', () => {
  it('are written in batches, and not inspected again while they are the same', async () => {
    let inspected = 0;
    const { inspectFake } = await import('./fakes.ts');
    const harness = createHarness({
      ports: {
        inspect: (material) => {
          inspected += 1;
          return inspectFake(material);
        },
      },
    });
    harness.add('a', 40);
    harness.poller.start();
    await harness.time.advance(7 * HOUR_MS);
    expect(harness.service.requests).toHaveLength(80);
    expect(inspected).toBe(40);
    expect(harness.repository.stateWrites.length).toBeLessThanOrEqual(20);
    const [order] = harness.orders.list();
    expect(order?.lastConfirmedAt).toBeGreaterThan(Date.UTC(2026, 0, 1) + 5 * HOUR_MS);
  });

  it('are confirmations, not new results, when only the JSON around the material is new', async () => {
    let asked = 0;
    const harness = createHarness({
      ports: {
        source: {
          poll: async () => {
            asked += 1;
            return { ...given('a.example'), bodyDigest: `body ${asked}` };
          },
        },
      },
    });
    harness.add('a', 1);
    const kinds: string[] = [];
    harness.poller.onDidPoll((results) => kinds.push(...results.map(({ kind }) => kind)));
    harness.poller.start();
    await harness.time.advance(20 * HOUR_MS);
    expect(kinds).toEqual(['newCertificate', 'unchanged', 'unchanged', 'unchanged']);
  });

  it('with a known body are read again once the order has changed', async () => {
    const known: (string | null)[] = [];
    let name = 'a.example';
    const harness = createHarness({
      ports: {
        source: {
          poll: async (_order, options) => {
            known.push(options.known);
            return options.known === name ? { sameAs: name } : { ...given(name), bodyDigest: name };
          },
        },
      },
    });
    harness.add('a', 1);
    harness.poller.start();
    await harness.time.advance(7 * HOUR_MS);
    name = 'b.example';
    await harness.time.advance(7 * HOUR_MS);
    expect(known).toEqual([null, 'a.example', 'a.example']);
    expect(harness.orders.get('order-1')?.commonName).toBe('b.example');
    harness.poller.connectionChanged('a');
    await harness.time.advance(1000);
    expect(known.at(-1)).toBeNull();
  });

  it('share their writes while others are in flight, and do not wait otherwise', async () => {
    const harness = createHarness({ latencyMs: () => 20 });
    harness.add('a', 320);
    harness.poller.start();
    await harness.time.advance(5000);
    expect(harness.repository.stateWrites.length).toBeLessThanOrEqual(12);
    expect(harness.service.mostInFlight('a')).toBe(8);
    const [id = ''] = harness.add('a', 1, 'late');
    await harness.time.advance(20);
    expect(harness.repository.stored.get(id)?.lastConfirmedAt).not.toBeNull();
  });

  it('for an order that is removed before they are written are dropped', async () => {
    const harness = createHarness({ latencyMs: ({ rid }) => (rid === 'rid-0' ? 1 : 90) });
    const [first = '', second = ''] = harness.add('a', 2);
    harness.poller.start();
    await harness.time.advance(10);
    harness.orders.remove([first]);
    await harness.time.advance(1000);
    expect(harness.repository.stored.get(first)?.lastAttemptAt).toBeNull();
    expect(harness.repository.stored.get(second)?.lastConfirmedAt).not.toBeNull();
    expect(harness.poller.polling()).toEqual([]);
  });

  it('that only confirm are written late and in batches, and all of them on dispose', async () => {
    const harness = createHarness();
    harness.add('a', 300);
    harness.poller.start();
    await harness.time.advance(MINUTE_MS);
    const { stored } = harness.repository;
    const isStored = () =>
      harness.orders.list().every((row) => stored.get(row.id)?.lastConfirmedAt === row.lastConfirmedAt);
    const writes = () => harness.repository.stateWrites.length;
    const writesBefore = writes();
    void harness.poller.poll(null);
    await harness.time.advance(MINUTE_MS);
    const since = harness.time.clock.now() - MINUTE_MS;
    expect(harness.orders.list().every(({ lastConfirmedAt }) => (lastConfirmedAt ?? 0) >= since)).toBe(true);
    expect(writes()).toBe(writesBefore);
    await harness.time.advance(5 * MINUTE_MS);
    expect(isStored()).toBe(true);
    expect(writes() - writesBefore).toBeLessThan(10);
    void harness.poller.poll(null);
    await harness.time.advance(MINUTE_MS);
    expect(isStored()).toBe(false);
    harness.poller.dispose();
    expect(isStored()).toBe(true);
  });

  it('that only confirm are written later when the disk was full, for all orders', async () => {
    const harness = createHarness();
    harness.add('a', 2);
    harness.poller.start();
    await harness.time.advance(MINUTE_MS);
    harness.repository.failWith({ kind: 'storage', reason: 'full', detail: 'full' });
    void harness.poller.poll(null);
    await harness.time.advance(12 * MINUTE_MS);
    expect(harness.orders.list().map(({ failure }) => failure)).toEqual([null, null]);
    harness.repository.failWith(null);
    await harness.time.advance(5 * MINUTE_MS);
    const confirmed = harness.orders.list().map(({ lastConfirmedAt }) => lastConfirmedAt);
    expect([...harness.repository.stored.values()].map((order) => order.lastConfirmedAt)).toEqual(confirmed);
  });

  it('are inspected again after the connection changed', async () => {
    let inspected = 0;
    const { inspectFake } = await import('./fakes.ts');
    const inspect: typeof inspectFake = (material) => {
      inspected += 1;
      return inspectFake(material);
    };
    const harness = createHarness({ ports: { inspect } });
    harness.add('a', 1);
    harness.poller.start();
    await harness.time.advance(1000);
    harness.poller.connectionChanged('a');
    await harness.time.advance(1000);
    expect(harness.service.requests).toHaveLength(2);
    expect(inspected).toBe(2);
  });

  it('report a renewal', async () => {
    const harness = createHarness();
    harness.add('a', 1);
    const renewed: unknown[] = [];
    harness.orders.onDidChange((change) => renewed.push(...change.renewed));
    harness.poller.start();
    await harness.time.advance(1000);
    harness.answerWith(() => given('renewed', { days: [20_100, 21_100] }));
    void harness.poller.poll(null);
    await harness.time.advance(1000);
    expect(renewed).toEqual([
      { orderId: 'order-1', from: 'fingerprint of rid-0.example', to: 'fingerprint of renewed' },
    ]);
  });

  it('never leave a key behind, though it came unasked', async () => {
    const harness = createHarness({ answer: ({ rid }) => given(rid, { key: 'PRIVATE-KEY-SENTINEL' }) });
    harness.add('a', 3);
    harness.poller.start();
    await harness.time.advance(7 * HOUR_MS);
    const everything = JSON.stringify([
      [...harness.repository.stored.values()],
      harness.logLines,
      harness.orders.list(),
    ]);
    expect(everything).toContain('rid-0');
    expect(everything).not.toContain('SENTINEL');
  });

  it('that fail the inspection are failures, and the known certificate stays', async () => {
    const invalid: AppError = { kind: 'invalidMaterial', reason: 'keyMismatch', part: 'key' };
    let isBroken = false;
    const { inspectFake } = await import('./fakes.ts');
    const harness = createHarness({
      ports: { inspect: (material) => (isBroken ? err(invalid) : inspectFake(material)) },
    });
    harness.add('a', 1);
    harness.poller.start();
    await harness.time.advance(1000);
    isBroken = true;
    harness.answerWith(() => given('other'));
    void harness.poller.poll(null);
    await harness.time.advance(1000);
    expect(harness.orders.get('order-1')).toMatchObject({ commonName: 'rid-0.example', failure: invalid });
  });

  it('that cannot be stored are polled again soon', async () => {
    const harness = createHarness();
    harness.add('a', 1);
    harness.repository.failWith({ kind: 'storage', reason: 'full', detail: '' });
    harness.poller.start();
    await harness.time.advance(1000);
    expect(harness.orders.get('order-1')).toMatchObject({ failures: 1, commonName: null });
    harness.repository.failWith(null);
    await harness.time.advance(MINUTE_MS);
    expect(harness.orders.get('order-1')).toMatchObject({ failures: 0, commonName: 'rid-0.example' });
  });

  it('that fail with a bug do not affect other orders', async () => {
    const harness = createHarness({
      ports: {
        inspect: (material) => {
          if (material.certificate.includes('rid-0.')) throw new TypeError('secret text');
          return err({ kind: 'invalidMaterial', reason: 'unreadable', part: 'certificate' });
        },
      },
      answer: ({ rid }) =>
        rid === 'rid-1' ? Promise.reject(new RangeError('secret text')) : given(`${rid}.example`),
    });
    harness.add('a', 3);
    harness.poller.start();
    await harness.time.advance(2 * MINUTE_MS);
    expect(harness.orders.get('order-3')?.failures).toBeGreaterThan(0);
    expect(harness.asked()['rid-0']).toBeGreaterThan(1);
    expect(harness.asked()['rid-1']).toBeGreaterThan(1);
    expect(JSON.stringify(harness.logLines)).not.toContain('secret');
    expect(harness.logLines.map(({ fields }) => fields.error)).toContain('TypeError');
  });

  it('that a bug keeps from being stored do not affect other orders, and are polled again after a while', async () => {
    const harness = createHarness();
    const { repository } = harness;
    const saveStates = repository.saveStates.bind(repository);
    repository.saveStates = (changes) => {
      if (changes.some(({ record }) => record.rid === 'rid-0')) throw new TypeError('secret text');
      return saveStates(changes);
    };
    harness.add('a', 20);
    harness.poller.start();
    await harness.time.advance(2.5 * MINUTE_MS);
    expect(harness.orders.list().filter(({ commonName }) => commonName === null)).toHaveLength(1);
    expect(harness.asked()['rid-0']).toBe(3);
    expect(harness.poller.polling()).toEqual([]);
    expect(JSON.stringify(harness.logLines)).not.toContain('secret');
  });

  it('that renew an order are written once and reach every listener, even if one throws', async () => {
    const today = Math.floor(Date.UTC(2026, 0, 1) / DAY_MS);
    const harness = createHarness({ answer: ({ rid }) => given(rid, { days: [today - 80, today + 10] }) });
    harness.add('a', 2);
    harness.poller.start();
    await harness.time.advance(1000);
    const reported: unknown[] = [];
    const handling = handleUnexpected((error) => reported.push(error));
    onTestFinished(() => handling.dispose());
    const heard: string[] = [];
    const bug = new TypeError('a listener broke');
    harness.orders.onDidChange(({ renewed }) => {
      if (renewed.length > 0) throw bug;
    });
    harness.orders.onDidChange(({ renewed }) => heard.push(...renewed.map(({ orderId }) => orderId)));
    const saveStates = vi.spyOn(harness.repository, 'saveStates');
    harness.answerWith(({ rid }) => given(`${rid} renewed`, { days: [today, today + 90] }));
    void harness.poller.poll(null);
    await harness.time.advance(1000);
    expect(heard).toEqual(['order-1', 'order-2']);
    expect(saveStates).toHaveBeenCalledTimes(1);
    expect(reported).toEqual([bug]);
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
