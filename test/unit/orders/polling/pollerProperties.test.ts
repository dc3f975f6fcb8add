import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { AppError } from '#shared/errors.ts';
import { soakCount } from '#test/support/soak.ts';
import { failed, given } from './fakes.ts';
import { createHarness } from './pollerHarness.ts';

const passing = fc.constantFrom<AppError>(
  { kind: 'network', reason: 'refused', code: 'ECONNREFUSED' },
  { kind: 'tls', reason: 'notTrusted', code: 'X' },
  { kind: 'timeout', phase: 'total' },
  { kind: 'serverError', status: 503, retryAfterMs: null },
  { kind: 'serverError', status: 503, retryAfterMs: 20 * MINUTE_MS },
  { kind: 'rateLimited', retryAfterMs: null },
  { kind: 'rateLimited', retryAfterMs: 3 * HOUR_MS },
  { kind: 'unknownRid' },
  { kind: 'invalidResponse', reason: 'html', detail: null },
  { kind: 'offline' },
  { kind: 'cancelled' },
  { kind: 'keychainLocked' },
);
const answers = fc.array(fc.option(passing, { nil: null, freq: 2 }), { minLength: 1, maxLength: 40 });
const event = fc.constantFrom(
  'sync',
  'resume',
  'offline',
  'online',
  'token',
  'changed',
  'restart',
  'none',
  'jump',
);
const steps = fc.array(fc.tuple(event, fc.integer({ min: 0, max: 5 * HOUR_MS })), { maxLength: 12 });
// Whatever is drawn, a middling number comes in between: with nothing but zeros every back-off is its shortest, and hours
// of time are hundreds of thousands of requests, which no real generator draws.
const draws = fc
  .array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { maxLength: 20 })
  .map((drawn) => [...drawn, 0.5]);
const orderCount = fc.integer({ min: 1, max: 25 });

describe('whatever the service answers and whatever happens', () => {
  it('at most eight polls at a time, one per order, Retry-After respected, every order polled again', async () => {
    await fc.assert(
      fc.asyncProperty(orderCount, answers, steps, draws, async (count, given_, events, randoms) => {
        let turn = 0;
        let draw = 0;
        const held = new Map<string, { readonly at: number; readonly ms: number }>();
        const forget = (prefix: string) => {
          for (const rid of held.keys()) if (rid.startsWith(prefix)) held.delete(rid);
        };
        const early: string[] = [];
        const harness = createHarness({
          random: () => randoms[draw++ % randoms.length] ?? 0,
          latencyMs: ({ rid, at }) => {
            // The wall clock counts whole milliseconds.
            const wait = held.get(rid);
            if (wait !== undefined && at < wait.at + wait.ms - 1) early.push(rid);
            return (rid.length * 37 + turn * 13) % 900;
          },
          answer: ({ rid }) => {
            const error = given_[turn++ % given_.length] ?? null;
            if (error === null) return given(rid);
            if ('retryAfterMs' in error && error.retryAfterMs !== null) {
              held.set(rid, { at: harness.time.clock.monotonic(), ms: error.retryAfterMs });
            }
            return failed(error);
          },
        });
        harness.add('a', count);
        harness.add('b', 3, 'other');
        harness.poller.start();
        for (const [name, ms] of events) {
          await harness.time.advance(ms);
          switch (name) {
            case 'sync':
              // A manual sync waits an hour after the answer at most.
              for (const [rid, { at, ms: waitMs }] of held)
                held.set(rid, { at, ms: Math.min(waitMs, HOUR_MS) });
              void harness.poller.poll(null);
              break;
            case 'resume':
              harness.poller.resumed();
              break;
            case 'offline':
            case 'online':
              harness.connectivity.set(name === 'online');
              break;
            case 'token':
              forget('rid');
              harness.poller.tokenChanged('a');
              break;
            case 'changed':
              forget('rid');
              harness.poller.connectionChanged('a');
              break;
            case 'restart':
              harness.list.remove(['order-1']);
              harness.list.restore(['order-1']);
              break;
            case 'jump':
              harness.time.setNow(harness.time.clock.now() - 40 * DAY_MS);
              break;
            case 'none':
              break;
          }
        }
        harness.connectivity.set(true);
        // With good answers from here on, every order is confirmed soon: none was lost.
        harness.answerWith(({ rid }) => given(rid));
        const from = harness.time.clock.monotonic();
        await harness.time.advance(8 * HOUR_MS);
        expect(Object.keys(harness.asked(from))).toHaveLength(count + 3);
        expect(
          harness.orders.list().every(({ failure, commonName }) => failure === null && commonName !== null),
        ).toBe(true);
        expect(harness.poller.pollingState('a').kind).toBe('active');
        expect(harness.service.mostInFlight('a')).toBeLessThanOrEqual(8);
        expect(harness.service.overlapped()).toBe(false);
        expect(early).toEqual([]);
        // No order is polled in a loop.
        const busiest = Math.max(...Object.values(harness.asked(from)));
        expect(busiest).toBeLessThanOrEqual(4);
        harness.poller.dispose();
        expect(harness.time.pending()).toBeLessThanOrEqual(count + 3);
      }),
      { numRuns: soakCount(100) },
    );
  });
});
