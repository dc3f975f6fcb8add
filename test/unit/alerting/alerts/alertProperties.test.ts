import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderRow } from '#shared/domain/order.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { CLOCK_SLACK_MS, DAY_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { soakCount } from '#test/support/soak.ts';
import { FakeAlertDisk, startSession } from './alertHarness.ts';

const id = fc.nat(4).map(String);
/** Days in whole hours. */
const daysWithin = (min: number, max: number) =>
  fc.integer({ min: min * 24, max: max * 24 }).map((hours) => hours / 24);
const days = daysWithin(0, 20);
const step = fc.oneof(
  // A poll returns a former or a new leaf, in any order.
  fc.record({
    kind: fc.constant('poll' as const),
    id,
    leaf: fc.nat(6),
    days: daysWithin(-3, 50),
  }),
  fc.record({ kind: fc.constant('remove' as const), id }),
  fc.record({ kind: fc.constant('pass' as const), days }),
  fc.record({ kind: fc.constant('sleep' as const), days }),
  fc.record({ kind: fc.constant('clock' as const), days: daysWithin(-30, 30) }),
  fc.record({ kind: fc.constant('snooze' as const), id, span: fc.constantFrom('day', 'week', 'renewal') }),
  fc.record({ kind: fc.constant('unsnooze' as const), id }),
  fc.record({
    kind: fc.constantFrom(
      'restart' as const,
      'pause' as const,
      'resume' as const,
      'fill' as const,
      'free' as const,
      'offline' as const,
      'online' as const,
    ),
  }),
);

/** The tightest threshold that is passed with `daysLeft`; `null` for none. Leaves here are valid for 90 days. */
function tightest(daysLeft: number): number | null {
  if (daysLeft < 0) return 0;
  const passed = defaultSettings.alertDays.filter((threshold) => daysLeft <= threshold);
  return passed.at(-1) ?? null;
}

/** An alert waits this long for an answer of the service at most. */
const ANSWER_MS = 2 * MINUTE_MS;

describe('any sequence of polls, restarts, sleeps, clock changes and flapping leaves', () => {
  it('a (fingerprint, threshold) alerts at most once unless the clock was ahead, and an expiring order is never silent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
        const disk = new FakeAlertDisk();
        const notAfters = new Map<number, number>();
        const orders = new Map<string, OrderRow>();
        let session = startSession([], disk);
        let isOnline = true;
        let shown: Shown = new Map();
        const leftDays = (order: OrderRow) => ((order.notAfter ?? 0) - session.time.clock.now()) / DAY_MS;

        /** The tightest threshold that was shown for a leaf, not at a time that is still to come. */
        const heard = (order: OrderRow) => {
          const now = session.time.clock.now();
          const times = [...(shown.get(order.fingerprint256 ?? '') ?? [])];
          return Math.min(...times.filter(([, at]) => at <= now + CLOCK_SLACK_MS).map(([each]) => each));
        };
        const look = () => {
          session.state.rows = [...orders.values()];
          session.state.isAnswering = isOnline;
          session.look();
          for (const order of session.state.rows) orders.set(order.id, order);
          for (const news of session.news.splice(0)) {
            if (news.kind !== 'expiry') continue;
            const { order } = news;
            expect(session.pause.isPaused()).toBe(false);
            expect(session.snoozes.of(order)).toBeNull();
            const threshold = tightest(leftDays(order));
            expect(threshold).toBeLessThan(heard(order));
            const now = session.time.clock.now();
            const times = shown.get(order.fingerprint256 ?? '') ?? new Map<number, number>();
            // A looser threshold counts as shown with a tighter one.
            for (const each of [...defaultSettings.alertDays, 0])
              if (
                each >= (threshold ?? Number.NaN) &&
                !((times.get(each) ?? Infinity) <= now + CLOCK_SLACK_MS)
              )
                times.set(each, now);
            shown.set(order.fingerprint256 ?? '', times);
          }
        };

        for (const taken of steps) {
          switch (taken.kind) {
            case 'poll': {
              // The notAfter of a leaf never changes.
              const notAfter = notAfters.get(taken.leaf) ?? session.time.clock.now() + taken.days * DAY_MS;
              notAfters.set(taken.leaf, notAfter);
              const now = session.time.clock.now();
              const leaf = { fingerprint256: `leaf-${taken.leaf}` };
              orders.set(taken.id, orderWithDays(taken.id, (notAfter - now) / DAY_MS, now, leaf));
              break;
            }
            case 'remove':
              orders.delete(taken.id);
              break;
            case 'pass':
              await session.time.advance(taken.days * DAY_MS);
              break;
            case 'sleep':
            case 'clock':
              session.time.setNow(session.time.clock.now() + taken.days * DAY_MS);
              break;
            case 'snooze':
              session.state.rows = [...orders.values()];
              session.snoozes.snooze([taken.id], taken.span as 'day' | 'week' | 'renewal');
              break;
            case 'unsnooze':
              session.snoozes.unsnooze([taken.id]);
              break;
            case 'restart':
              session = startSession([], disk, session.time.clock.now());
              shown = recorded(disk);
              break;
            case 'pause':
              session.pause.pause('resumed');
              break;
            case 'resume':
              session.pause.resume();
              break;
            case 'fill':
              disk.broken = 'writes';
              break;
            case 'free':
              disk.broken = 'nothing';
              break;
            case 'offline':
            case 'online':
              isOnline = taken.kind === 'online';
          }
          look();
          // The service had enough time to answer, as far as the threshold was passed before.
          await session.time.advance(ANSWER_MS);
          look();
          if (session.pause.isPaused()) continue;
          for (const order of orders.values()) {
            const threshold = tightest(leftDays(order) + ANSWER_MS / DAY_MS);
            if (threshold === null || session.snoozes.of(order) !== null) continue;
            expect(heard(order)).toBeLessThanOrEqual(threshold);
          }
        }
      }),
      { numRuns: soakCount(500) },
    );
  });
});

/** By leaf: when its thresholds were shown, Unix ms. */
type Shown = Map<string, Map<number, number>>;

/** The thresholds recorded on disk; a looser threshold counts as shown with a tighter one. */
function recorded(disk: FakeAlertDisk): Shown {
  const shown: Shown = new Map();
  for (const [name, at] of disk.kept) {
    const [leaf = '', threshold] = name.split(' ');
    if (!/^\d+$/u.test(threshold ?? '')) continue;
    shown.set(leaf, (shown.get(leaf) ?? new Map<number, number>()).set(Number(threshold), at));
  }
  return shown;
}
