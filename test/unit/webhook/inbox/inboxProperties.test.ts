import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { soakCount } from '#test/support/soak.ts';
import { type Carried, FakePulledOrders, issued, startInbox, stranger } from './inboxHarness.ts';

/** Leaves of one name, of other names and of an unknown issuer, with validities in all orders. */
const pool: readonly Carried[] = await Promise.all([
  issued(-60, 30),
  issued(-30, 60),
  issued(-10, 20),
  issued(-1, 89),
  issued(-1, 400),
  issued(-400, -1),
  issued(-1, 89, ['shop.example.com', 'www.example.com']),
  issued(-1, 500, ['shop.example.com'], stranger),
]);
const what = (leaf: number): Carried => {
  const carried = pool[leaf];
  if (carried === undefined) throw new Error(`No leaf ${leaf}`);
  return carried;
};

const leaf = fc.nat(pool.length - 1);
const order = fc.constantFrom('a', 'b');
const pick = fc.nat(30);
const happening = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('deliver' as const),
      leaf,
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('poll' as const), order, leaf }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fail' as const), order }) },
  fc.record({ kind: fc.constant('pass' as const), ms: fc.constantFrom(1, MINUTE_MS, HOUR_MS) }),
  fc.record({ kind: fc.constant('clock' as const), ms: fc.integer({ min: -HOUR_MS, max: HOUR_MS }) }),
  fc.record({ kind: fc.constantFrom('touch' as const, 'remove' as const, 'restore' as const), order }),
  fc.record({ kind: fc.constant('map' as const), pick, order }),
  fc.record({ kind: fc.constantFrom('unmap' as const, 'recheck' as const, 'discard' as const), pick }),
  fc.record({
    kind: fc.constantFrom('restart' as const, 'crash' as const, 'fill' as const, 'free' as const),
  }),
);

describe('any sequence of deliveries, polls, failures, commands and restarts', () => {
  it('a delivery is confirmed only by the same leaf, given by the service after it came', async () => {
    let confirmations = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 40, size: 'max' }), async (happenings) => {
        const orders = new FakePulledOrders();
        for (const id of ['a', 'b']) orders.add(id, what(0).leaf);
        let session = startInbox(undefined, orders);
        session.names.set('h1', 'shop', 'a');
        const removed = new Map<string, ReturnType<FakePulledOrders['remove']>>();
        /** By delivery and order: the leaves returned by the service since the delivery. */
        const given = new Map<string, Set<string>>();
        const idOf = (n: number) =>
          session.store.list()[n % Math.max(1, session.store.list().length)]?.id ?? '';

        for (const taken of happenings) {
          switch (taken.kind) {
            case 'deliver': {
              const deliveries = Array.from({ length: taken.count }, () => {
                const id = `d${given.size}`;
                given.set(id, new Set());
                return { id, what: what(taken.leaf) };
              });
              session.keep(deliveries);
              break;
            }
            case 'poll': {
              const asked = what(taken.leaf).leaf;
              if (orders.get(taken.order) !== null) {
                for (const leaves of given.values()) leaves.add(`${taken.order} ${asked.fingerprint256}`);
              }
              await session.polled(taken.order, asked);
              break;
            }
            case 'fail':
              await session.polled(taken.order, { kind: 'offline' });
              break;
            case 'pass':
              await session.time.advance(taken.ms);
              break;
            case 'clock':
              session.time.setNow(session.time.clock.now() + taken.ms);
              break;
            case 'touch':
              orders.touch(taken.order);
              break;
            case 'remove':
              if (orders.get(taken.order) !== null) removed.set(taken.order, orders.remove(taken.order));
              break;
            case 'restore': {
              const row = removed.get(taken.order) ?? null;
              if (row !== null && orders.get(taken.order) === null) orders.restore(row);
              break;
            }
            case 'map':
              session.inbox.map(idOf(taken.pick), taken.order);
              break;
            case 'unmap':
            case 'recheck':
              session.inbox[taken.kind](idOf(taken.pick));
              break;
            case 'discard':
              session.inbox.discard([idOf(taken.pick)]);
              break;
            case 'restart':
            case 'crash': {
              if (taken.kind === 'restart') await session.time.advance(1);
              session.inbox.dispose();
              session = startInbox(session.disk, orders, session.time.clock.now());
              break;
            }
            case 'fill':
            case 'free':
              session.disk.isFull = taken.kind === 'fill';
          }
          for (const { id, orderId, verdict, leaf: delivered } of session.store.list()) {
            if (verdict.kind !== 'confirmed') continue;
            confirmations += 1;
            expect(given.get(id)).toContain(`${orderId} ${delivered.fingerprint256}`);
          }
        }
        await session.time.advance(HOUR_MS);
        // No delivery stays undecided without a reason, and polling ends.
        expect(session.store.list().filter(({ verdict }) => verdict.kind === 'checking')).toEqual([]);
        expect(session.time.pending()).toBe(0);
      }),
      { numRuns: soakCount(1_000) },
    );
    expect(confirmations).toBeGreaterThan(0);
  });

  it('a push-only order never goes back to an older certificate without an approval, and has only what the rules allow', async () => {
    let renewals = 0;
    const step = fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({
          kind: fc.constant('deliver' as const),
          leaf,
          count: fc.integer({ min: 1, max: 3 }),
        }),
      },
      fc.record({ kind: fc.constant('pass' as const), ms: fc.constantFrom(1, HOUR_MS) }),
      fc.record({ kind: fc.constant('clock' as const), ms: fc.integer({ min: -HOUR_MS, max: HOUR_MS }) }),
      fc.record({ kind: fc.constantFrom('approve' as const, 'recheck' as const, 'discard' as const), pick }),
      fc.record({
        kind: fc.constantFrom(
          'remove' as const,
          'restore' as const,
          'restart' as const,
          'crash' as const,
          'fill' as const,
          'free' as const,
        ),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25, size: 'max' }), async (steps) => {
        let session = startInbox();
        await session.deliver('d0', what(1));
        session.inbox.approve('d0');
        let count = 1;
        let notBefore = what(1).leaf.notBefore;
        const idOf = (n: number) => session.store.list()[n % session.store.list().length]?.id ?? '';
        for (const taken of steps) {
          switch (taken.kind) {
            case 'deliver':
              session.keep(
                Array.from({ length: taken.count }, () => ({ id: `d${count++}`, what: what(taken.leaf) })),
              );
              break;
            case 'pass':
              await session.time.advance(taken.ms);
              break;
            case 'clock':
              session.time.setNow(session.time.clock.now() + taken.ms);
              break;
            case 'approve':
              // The user may approve an older certificate.
              if (session.inbox.approve(idOf(taken.pick)).ok) notBefore = 0;
              break;
            case 'recheck':
              session.inbox.recheck(idOf(taken.pick));
              break;
            case 'discard':
              session.inbox.discard([idOf(taken.pick)]);
              break;
            case 'remove':
            case 'restore':
              session.orderList[taken.kind](['push-1']);
              break;
            case 'restart':
            case 'crash':
              if (taken.kind === 'restart') await session.time.advance(1);
              session.inbox.dispose();
              session = startInbox(session.disk, session.orders, session.time.clock.now());
              break;
            case 'fill':
            case 'free':
              session.disk.isFull = taken.kind === 'fill';
          }
          const row = session.pushOrders.get('push-1');
          if (row === null) continue;
          expect(row.notBefore).toBeGreaterThanOrEqual(notBefore);
          if (notBefore > 0 && (row.notBefore ?? 0) > notBefore) renewals += 1;
          notBefore = row.notBefore ?? 0;
          expect(session.pushOrders.find('push-1')?.approvedNames).toEqual([...row.domains].sort());
          expect([what(5), what(7)].map((bad) => bad.leaf.fingerprint256)).not.toContain(row.fingerprint256);
          const accepted = session.store.list().filter(({ verdict }) => verdict.kind === 'accepted');
          expect(new Set(accepted.map((one) => one.leaf.fingerprint256))).toEqual(
            new Set([row.fingerprint256]),
          );
        }
      }),
      {
        numRuns: soakCount(400),
        examples: [
          // A removed order keeps its names when what is approved can't replace its certificate.
          [
            [
              { kind: 'deliver', leaf: 6, count: 1 },
              { kind: 'approve', pick: 1 },
              { kind: 'deliver', leaf: 7, count: 1 },
              { kind: 'remove' },
              { kind: 'approve', pick: 2 },
            ],
          ],
          // What a full disk kept from being stored was never stored.
          [
            [
              { kind: 'fill' },
              { kind: 'deliver', leaf: 3, count: 1 },
              { kind: 'crash' },
              { kind: 'deliver', leaf: 4, count: 1 },
              { kind: 'free' },
              { kind: 'restart' },
            ],
          ],
        ],
      },
    );
    expect(renewals).toBeGreaterThan(0);
  });
});
