import { describe, expect, it, onTestFinished } from 'vitest';
import type { PollResult } from '#main/orders/polling/pollResults.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { AppError } from '#shared/errors.ts';
import { failed, given, inspectFake } from './fakes.ts';
import { createHarness, type HarnessOptions } from './pollerHarness.ts';

/** A poller with orders that were all polled a minute ago. */
async function polledOrders(count: number, options: HarnessOptions = {}) {
  const harness = createHarness(options);
  onTestFinished(() => harness.poller.dispose());
  harness.add('a', count);
  harness.poller.start();
  await harness.time.advance(MINUTE_MS);
  return harness;
}

/** The results of a request for all orders; `null` until it has ended. */
function request({ poller }: Pick<ReturnType<typeof createHarness>, 'poller'>) {
  const seen: { results: readonly PollResult[] | null } = { results: null };
  void poller.poll(null).then((results) => {
    seen.results = results;
  });
  return seen;
}

const kindsOf = (results: readonly PollResult[] | null) => new Set(results?.map(({ kind }) => kind));

describe('orders that the user asked for', () => {
  it.each<[string, (harness: Awaited<ReturnType<typeof polledOrders>>) => void]>([
    ['the computer wakes up', ({ jumped }) => jumped.fire()],
    ['the network comes back', ({ connectivity }) => connectivity.set(true)],
    [
      'the network goes and comes back',
      ({ connectivity }) => {
        connectivity.set(false);
        connectivity.set(true);
      },
    ],
    [
      'the clock was set',
      ({ time, poller }) => {
        time.setNow(time.clock.now() + HOUR_MS);
        poller.resumed();
      },
    ],
    ['the settings change', ({ set }) => set({ pollIntervalMinutes: 60 })],
    ['the token is replaced', ({ poller }) => poller.tokenChanged('a')],
    ['the connection changes', ({ poller }) => poller.connectionChanged('a')],
  ])('are all polled at once although %s meanwhile', async (_, happens) => {
    const harness = await polledOrders(40);
    const asked = request(harness);
    await harness.time.advance(150);
    happens(harness);
    await harness.time.advance(10_000);
    expect(asked.results).toHaveLength(40);
    expect(kindsOf(asked.results)).toEqual(new Set(['unchanged']));
  });

  it('are polled while the computer wakes again and again', async () => {
    const harness = await polledOrders(40);
    const asked = request(harness);
    for (let times = 0; times < 20; times += 1) {
      await harness.time.advance(90);
      harness.jumped.fire();
    }
    await harness.time.advance(1000);
    expect(kindsOf(asked.results)).toEqual(new Set(['unchanged']));
  });
});

describe('who waits for an order gets an error at once', () => {
  const internal: AppError = { kind: 'internal' };

  it('when the evaluation of its answer throws, and the order is polled again in a minute', async () => {
    let isBroken = false;
    const harness = await polledOrders(3, {
      ports: {
        inspect: (material) => {
          if (isBroken) throw new TypeError('secret');
          return inspectFake(material);
        },
      },
    });
    isBroken = true;
    harness.answerWith(({ rid }) => given(`${rid}.renewed`));
    const asked = request(harness);
    await harness.time.advance(1000);
    expect(asked.results?.map((result) => 'error' in result && result.error)).toEqual(
      Array(3).fill(internal),
    );
    isBroken = false;
    await harness.time.advance(MINUTE_MS);
    expect(harness.orders.list().every(({ commonName }) => commonName?.endsWith('.renewed'))).toBe(true);
  });

  it('when the storage of its result throws, and the order is polled again in a minute', async () => {
    const harness = await polledOrders(3);
    const save = harness.repository.saveStates;
    harness.repository.saveStates = () => {
      throw new TypeError('cannot store REAL value in INTEGER column');
    };
    harness.answerWith(({ rid }) => given(`${rid}.renewed`));
    const asked = request(harness);
    await harness.time.advance(1000);
    expect(asked.results?.map((result) => 'error' in result && result.error)).toEqual(
      Array(3).fill(internal),
    );
    harness.repository.saveStates = save;
    await harness.time.advance(2 * MINUTE_MS);
    expect(harness.orders.list().every(({ commonName }) => commonName?.endsWith('.renewed'))).toBe(true);
  });

  it('when the order can no longer be read, and the others are polled', async () => {
    const harness = await polledOrders(3);
    const get = harness.orders.get.bind(harness.orders);
    harness.orders.get = (id) => {
      if (id === 'order-2') throw new TypeError('secret');
      return get(id);
    };
    const asked = request(harness);
    await harness.time.advance(1000);
    expect(asked.results?.map(({ kind }) => kind)).toEqual(['unchanged', 'failed', 'unchanged']);
    harness.orders.get = get;
    await harness.time.advance(7 * HOUR_MS);
    expect(harness.asked()['rid-1']).toBeGreaterThanOrEqual(2);
  });

  it('when the request itself throws at once', async () => {
    const harness = await polledOrders(3, {
      ports: {
        source: {
          poll: () => {
            throw new TypeError('secret');
          },
        },
      },
    });
    const asked = request(harness);
    await harness.time.advance(1000);
    expect(asked.results?.map((result) => 'error' in result && result.error)).toEqual(
      Array(3).fill(internal),
    );
    expect(harness.poller.polling()).toEqual([]);
  });

  it.each<AppError>([{ kind: 'offline' }, { kind: 'cancelled' }])(
    'when it ended with $kind',
    async (error) => {
      const harness = await polledOrders(1);
      harness.answerWith(() => failed(error));
      const asked = request(harness);
      await harness.time.advance(1000);
      expect(asked.results).toEqual([{ orderId: 'order-1', kind: 'failed', error }]);
    },
  );
});
