import { describe, expect, it } from 'vitest';
import type { FetchOutcome } from '#main/x509/material.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { AppError } from '#shared/errors.ts';
import { err } from '#shared/result.ts';
import { seededRandom } from '#test/support/movingTime.ts';
import { type FakeRequest, given } from './fakes.ts';
import { createHarness } from './pollerHarness.ts';

const SILENT = 40;
const GOOD = 300;
const timeout: AppError = { kind: 'timeout', phase: 'headers' };
const isIll = ({ rid }: FakeRequest) => rid.startsWith('ill-');
const failing = (error: AppError): FetchOutcome => ({ material: err(error), serviceNotAfter: null });

/** Orders of one connection, of which some get this error after a time. The ill ones are first. */
function setUp(error: AppError, illMs: number, random = () => 0.5) {
  const harness = createHarness({
    answer: (request) => (isIll(request) ? failing(error) : given(`${request.rid}.example`)),
    latencyMs: (request) => (isIll(request) ? illMs : 50),
    random,
  });
  const ill = harness.add('a', SILENT, 'ill');
  const good = harness.add('a', GOOD, 'good');
  const confirmed = () => good.filter((id) => harness.orders.get(id)?.lastConfirmedAt !== null).length;
  return { ...harness, ill, good, confirmed };
}

describe('orders that never get an answer', () => {
  it.each([1, 2, 3, 4, 5])(
    'do not keep the others of their connection from being polled (%i)',
    async (seed) => {
      const { poller, time, confirmed } = setUp(timeout, 15_000, seededRandom(seed));
      poller.start();
      await time.advance(2 * MINUTE_MS);
      expect(confirmed()).toBe(GOOD);
    },
  );

  it.each([1, 2, 3])('do not keep them from a second poll, which the user asked for (%i)', async (seed) => {
    const { poller, time, good, orders } = setUp(timeout, 15_000, seededRandom(seed));
    poller.start();
    await time.advance(5 * MINUTE_MS);
    const asked = time.clock.now();
    void poller.poll(null);
    await time.advance(30_000);
    expect(good.filter((id) => (orders.get(id)?.lastConfirmedAt ?? 0) >= asked).length).toBe(GOOD);
  });

  it('are themselves polled again, a few at a time', async () => {
    const { poller, time, asked } = setUp(timeout, 15_000, seededRandom(7));
    poller.start();
    await time.advance(3 * 60 * MINUTE_MS);
    const counts = asked();
    for (let index = 0; index < SILENT; index += 1) expect(counts[`ill-${index}`]).toBeGreaterThan(1);
  });

  it('have a place of their own once they answer again', async () => {
    const { poller, time, ill, orders, answerWith } = setUp(timeout, 15_000, seededRandom(3));
    poller.start();
    await time.advance(5 * MINUTE_MS);
    answerWith((request) => given(`${request.rid}.example`));
    await time.advance(2 * 60 * MINUTE_MS);
    expect(ill.every((id) => orders.get(id)?.failure === null)).toBe(true);
  });
});

describe('orders for which the service fails', () => {
  it.each([1, 2, 3])('do not keep the others from being polled (%i)', async (seed) => {
    const error: AppError = { kind: 'serverError', status: 500, retryAfterMs: null };
    const { poller, time, confirmed } = setUp(error, 10, seededRandom(seed));
    poller.start();
    await time.advance(5 * MINUTE_MS);
    expect(confirmed()).toBe(GOOD);
  });
});

describe('a service that answers nobody', () => {
  it('gets a few requests, and then one at a time', async () => {
    const { poller, time, service, answerWith } = setUp(timeout, 15_000, seededRandom(1));
    answerWith(() => failing(timeout));
    poller.start();
    await time.advance(MINUTE_MS);
    const first = service.requests.length;
    expect(first).toBeLessThan(40);
    await time.advance(10 * MINUTE_MS);
    expect(service.requests.length - first).toBeLessThan(30);
    expect(poller.pollingState('a').kind).toBe('probing');
  });
});
