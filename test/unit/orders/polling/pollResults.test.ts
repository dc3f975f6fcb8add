import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { failed, given } from './fakes.ts';
import { createHarness } from './pollerHarness.ts';

/** Starts a poll, and keeps its results once they are there. */
function poll(
  harness: ReturnType<typeof createHarness>,
  ids: readonly string[] | null,
  signal?: AbortSignal,
) {
  const polled: { results: Awaited<ReturnType<typeof harness.poller.poll>> | null } = { results: null };
  void harness.poller.poll(ids, signal).then((results) => {
    polled.results = results;
  });
  return polled;
}

describe('the results of a poll', () => {
  it('are one for each order: a new certificate, the same one, an error', async () => {
    const harness = createHarness();
    const ids = harness.add('a', 3);
    harness.poller.start();
    await harness.time.advance(MINUTE_MS);
    harness.answerWith(({ rid }) => {
      if (rid === 'rid-0') return given('renewed', { days: [20_100, 21_100] });
      return rid === 'rid-1' ? given('rid-1.example') : failed({ kind: 'unknownRid' });
    });
    const polled = poll(harness, ids);
    await harness.time.advance(MINUTE_MS);
    expect(polled.results).toEqual([
      { orderId: ids[0], kind: 'newCertificate', previous: 'fingerprint of rid-0.example' },
      { orderId: ids[1], kind: 'unchanged' },
      { orderId: ids[2], kind: 'failed', error: { kind: 'unknownRid' } },
    ]);
  });

  it('of a first certificate name no previous one', async () => {
    const harness = createHarness();
    const [orderId = ''] = harness.add('a', 1);
    const polled = poll(harness, [orderId]);
    harness.poller.start();
    await harness.time.advance(MINUTE_MS);
    expect(polled.results).toEqual([{ orderId, kind: 'newCertificate', previous: null }]);
  });

  it('are visible in the orders when they are returned', async () => {
    const harness = createHarness();
    const [orderId = ''] = harness.add('a', 1);
    harness.poller.start();
    let name: string | null = null;
    void harness.poller.poll(null).then(() => {
      name = harness.orders.get(orderId)?.commonName ?? null;
    });
    await harness.time.advance(MINUTE_MS);
    expect(name).toBe('rid-0.example');
  });

  it('come from a poll that was under way already', async () => {
    const harness = createHarness();
    harness.add('a', 1);
    harness.poller.start();
    await harness.time.advance(50);
    const polled = poll(harness, null);
    await harness.time.advance(MINUTE_MS);
    expect(polled.results).toMatchObject([{ kind: 'newCertificate' }]);
    expect(harness.service.requests).toHaveLength(1);
  });

  it('are reported for planned polls too', async () => {
    const harness = createHarness();
    const [orderId] = harness.add('a', 1);
    const events: unknown[] = [];
    harness.poller.onDidPoll((results) => events.push(...results));
    harness.poller.start();
    await harness.time.advance(MINUTE_MS);
    expect(events).toEqual([{ orderId, kind: 'newCertificate', previous: null }]);
  });

  it('that cannot be stored are a failure', async () => {
    const harness = createHarness();
    const [orderId = ''] = harness.add('a', 1);
    harness.repository.failWith({ kind: 'storage', reason: 'full', detail: '' });
    harness.poller.start();
    const polled = poll(harness, null);
    await harness.time.advance(MINUTE_MS);
    expect(polled.results).toEqual([
      { orderId, kind: 'failed', error: { kind: 'storage', reason: 'full', detail: '' } },
    ]);
  });
});

describe('orders that cannot be polled are skipped', () => {
  it('when the order is unknown, or the list is empty', async () => {
    const harness = createHarness();
    harness.poller.start();
    expect(await harness.poller.poll(['nothing'])).toEqual([
      { orderId: 'nothing', kind: 'skipped', reason: { kind: 'unknownOrder' } },
    ]);
    expect(await harness.poller.poll([])).toEqual([]);
  });

  it('without network, if the request fails', async () => {
    const harness = createHarness({
      answer: () => failed({ kind: 'network', reason: 'unreachable', code: '' }),
    });
    const [orderId = ''] = harness.add('a', 1);
    harness.connectivity.set(false);
    harness.poller.start();
    const polled = poll(harness, [orderId]);
    await harness.time.advance(MINUTE_MS);
    expect(polled.results).toEqual([{ orderId, kind: 'skipped', reason: { kind: 'offline' } }]);
  });

  it('with a refused token, apart from the one that found it refused', async () => {
    const harness = createHarness({
      answer: () => failed({ kind: 'unauthorized', status: 401 }),
    });
    const ids = harness.add('a', 12);
    harness.poller.start();
    const polled = poll(harness, ids);
    await harness.time.advance(MINUTE_MS);
    const kinds = polled.results?.map((result) =>
      result.kind === 'skipped' ? result.reason.kind : result.kind,
    );
    expect(new Set(kinds)).toEqual(new Set(['failed', 'rejected']));
  });

  it('without a token', async () => {
    const harness = createHarness({ answer: () => failed({ kind: 'tokenMissing' }) });
    const [orderId = ''] = harness.add('a', 1);
    harness.poller.start();
    const polled = poll(harness, [orderId]);
    await harness.time.advance(MINUTE_MS);
    expect(polled.results).toEqual([{ orderId, kind: 'skipped', reason: { kind: 'noToken' } }]);
  });

  it('while the service asks to wait', async () => {
    const harness = createHarness({
      answer: () => failed({ kind: 'rateLimited', retryAfterMs: HOUR_MS / 2 }),
    });
    const [orderId = ''] = harness.add('a', 1);
    harness.add('a', 1, 'other');
    harness.poller.start();
    await harness.time.advance(MINUTE_MS);
    const until = harness.time.clock.now() + HOUR_MS / 2 - MINUTE_MS + 100;
    expect(await harness.poller.poll([orderId])).toEqual([
      { orderId, kind: 'skipped', reason: { kind: 'retryAfter', until } },
    ]);
  });

  it('while another order is the probe, but not before that one has its result', async () => {
    const harness = createHarness({
      answer: () => failed({ kind: 'network', reason: 'refused', code: 'ECONNREFUSED' }),
      random: () => 0.9,
    });
    const ids = harness.add('a', 20);
    harness.poller.start();
    await harness.time.advance(3 * MINUTE_MS);
    const polled = poll(harness, ids.slice(-2));
    expect(polled.results).toBeNull();
    await harness.time.advance(1000);
    expect(polled.results?.map(({ kind }) => kind).sort()).toEqual(['failed', 'skipped']);
  });

  it('except when the probe finds that the service is back', async () => {
    const harness = createHarness({
      answer: () => failed({ kind: 'network', reason: 'refused', code: 'ECONNREFUSED' }),
      random: () => 0.9,
    });
    const ids = harness.add('a', 20);
    harness.poller.start();
    await harness.time.advance(3 * MINUTE_MS);
    harness.answerWith(({ rid }) => given(rid));
    const polled = poll(harness, ids);
    await harness.time.advance(5000);
    expect(polled.results?.every(({ kind }) => kind === 'newCertificate')).toBe(true);
  });

  it('when the caller cancels, or the poller ends', async () => {
    const aborted = { kind: 'skipped', reason: { kind: 'aborted' } };
    const harness = createHarness({ latencyMs: () => HOUR_MS });
    const [orderId = ''] = harness.add('a', 1);
    harness.poller.start();
    const caller = new AbortController();
    const impatient = poll(harness, [orderId], caller.signal);
    const waiting = poll(harness, [orderId]);
    caller.abort();
    await harness.time.advance(1000);
    expect(impatient.results).toEqual([{ orderId, ...aborted }]);
    expect(waiting.results).toBeNull();
    harness.poller.dispose();
    await harness.time.advance(0);
    expect(waiting.results).toEqual([{ orderId, ...aborted }]);
    expect(await harness.poller.poll([orderId])).toEqual([{ orderId, ...aborted }]);
  });
});
