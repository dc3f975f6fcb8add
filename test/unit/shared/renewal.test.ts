import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renewalState, usualLead, type ValiditySpan } from '#shared/domain/renewal.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/thresholds.ts';

const start = Date.UTC(2026, 0, 1);

function span(name: string, fromDay: number, days: number, change: Partial<ValiditySpan> = {}): ValiditySpan {
  const notBefore = start + fromDay * DAY_MS;
  return {
    fingerprint256: name,
    notBefore,
    notAfter: notBefore + days * DAY_MS,
    firstSeenAt: notBefore + HOUR_MS,
    ...change,
  };
}

/** Leaves of `days` days, each renewed the given number of days before the end of its predecessor. */
function history(days: number, leads: readonly number[]): ValiditySpan[] {
  const spans = [span('0', 0, days)];
  let from = 0;
  for (const [index, lead] of leads.entries()) {
    from += days - lead;
    spans.push(span(`${index + 1}`, from, days));
  }
  return spans;
}

const leadDays = (spans: readonly ValiditySpan[]) => {
  const lead = usualLead(spans);
  return lead === null ? null : [lead.leadMs / DAY_MS, lead.renewals];
};

describe('usualLead', () => {
  it('is unknown without a leaf, and a third of the lifetime without a renewal', () => {
    expect(leadDays([])).toBeNull();
    expect(leadDays(history(90, []))).toEqual([30, 0]);
  });

  it('is the median, the shorter of the middle two for an even number', () => {
    expect(leadDays(history(90, [20]))).toEqual([20, 1]);
    expect(leadDays(history(90, [40, 20]))).toEqual([20, 2]);
    expect(leadDays(history(90, [31, 29, 30]))).toEqual([30, 3]);
  });

  it('takes no habit from a single renewal in the first third of the lifetime, as after a lost key', () => {
    expect(leadDays(history(90, [80]))).toEqual([30, 0]);
    expect(leadDays(history(90, [61]))).toEqual([30, 0]);
    expect(leadDays(history(90, [60]))).toEqual([60, 1]);
    expect(leadDays(history(90, [80, 80]))).toEqual([80, 2]);
    expect(leadDays(history(90, [80, 30]))).toEqual([30, 2]);
  });

  it('uses the last five renewals', () => {
    expect(leadDays(history(90, [50, 50, 50, 50, 50, 50, 20, 20, 20]))).toEqual([20, 5]);
  });

  it('is robust against one outlier', () => {
    const usual = fc.integer({ min: 10, max: 40 });
    const odd = fc.integer({ min: 0, max: 80 });
    fc.assert(
      fc.property(usual, odd, fc.integer({ min: 0, max: 4 }), (lead, outlier, at) => {
        const leads = [lead, lead, lead, lead, lead].with(at, outlier);
        expect(leadDays(history(90, leads))?.[0]).toBe(lead);
      }),
    );
  });

  it('does not count a renewal at or after the expiry, which was late', () => {
    expect(leadDays([span('a', 0, 90), span('b', 95, 90)])).toEqual([30, 0]);
    expect(leadDays([span('a', 0, 90), span('b', 90, 90)])).toEqual([30, 0]);
    expect(leadDays([span('a', 0, 90), span('b', 95, 90), span('c', 165, 90)])).toEqual([20, 1]);
  });

  it('counts reissues within a day once, from the first of them', () => {
    const spans = [span('a', 0, 90), span('b', 60, 90), span('c', 60.5, 90), span('d', 120.5, 90)];
    expect(leadDays(spans)).toEqual([30, 2]);
  });

  it('does not count a reissue with the same notAfter, or a former leaf seen again', () => {
    const [a, b] = history(90, [30]) as [ValiditySpan, ValiditySpan];
    const reissue = span('r', 75, 75);
    const again = { ...a, firstSeenAt: b.firstSeenAt + 5 * DAY_MS };
    expect(leadDays([a, b, reissue, again])).toEqual([30, 1]);
  });

  it('does not depend on when this computer saw a leaf, and handles leaves issued ahead', () => {
    const [a, b] = history(90, [30]) as [ValiditySpan, ValiditySpan];
    expect(leadDays([a, { ...b, firstSeenAt: b.notBefore + 20 * DAY_MS }])).toEqual([30, 1]);
    expect(leadDays([a, { ...b, firstSeenAt: b.notBefore - 5 * DAY_MS }])).toEqual([35, 1]);
  });

  it('keeps the history when lifetimes change: the same part of a shorter one, the same time of a longer one', () => {
    const year = history(398, [60, 60]);
    const end = 398 - 60 + 398 - 60 + 398 - 60;
    const [half, renewals] = leadDays([...year, span('a', end, 200)]) ?? [];
    expect(renewals).toBe(3);
    expect(half).toBeCloseTo((60 * 200) / 398, 6);
    const [hundred] = leadDays([...year, span('a', end, 200), span('b', end + 170, 100)]) ?? [];
    expect(hundred).toBeCloseTo(15, 0);
    const later = [span('a', end, 200), span('b', end + 170, 100), span('c', end + 255, 47)];
    const [shortest, all] = leadDays([...year, ...later]) ?? [];
    expect(all).toBe(5);
    expect(shortest).toBeCloseTo(7, 0);
    expect(leadDays([span('a', 0, 90), span('b', 60, 398)])).toEqual([30, 1]);
  });

  it('works for certificates of days and of hours', () => {
    expect(leadDays(history(6, [3, 3, 3]))).toEqual([3, 3]);
    expect(leadDays(history(1, [0.5, 0.5]))).toEqual([0.5, 2]);
  });

  const anyHistory = fc.array(
    fc.record({
      fingerprint256: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
      notBefore: fc.integer({ min: 0, max: 1000 }).map((hours) => start + hours * HOUR_MS),
      lifetime: fc.integer({ min: 0, max: 1000 }).map((hours) => hours * HOUR_MS),
      seenAfter: fc.integer({ min: -100, max: 1000 }).map((hours) => hours * HOUR_MS),
    }),
    { maxLength: 8 },
  );
  const toSpans = (
    drawn: readonly { fingerprint256: string; notBefore: number; lifetime: number; seenAfter: number }[],
  ) => {
    // A fingerprint has one validity, however often it is seen.
    const validity = new Map(drawn.map((one) => [one.fingerprint256, one]));
    return drawn.map(({ fingerprint256, seenAfter }): ValiditySpan => {
      const { notBefore = 0, lifetime = 0 } = validity.get(fingerprint256) ?? {};
      return {
        fingerprint256,
        notBefore,
        notAfter: notBefore + lifetime,
        firstSeenAt: notBefore + seenAfter,
      };
    });
  };

  it('does not depend on the order of the history', () => {
    const shuffled = anyHistory
      .map(toSpans)
      .chain((spans) =>
        fc.tuple(fc.constant(spans), fc.shuffledSubarray(spans, { minLength: spans.length })),
      );
    fc.assert(
      fc.property(shuffled, ([spans, others]) => {
        expect(usualLead(others)).toEqual(usualLead(spans));
      }),
    );
  });

  it('is never negative, of whole milliseconds, and counts five renewals at most', () => {
    fc.assert(
      fc.property(anyHistory.map(toSpans), (spans) => {
        const lead = usualLead(spans);
        expect(lead === null).toBe(spans.length === 0);
        if (lead === null) return;
        expect(Number.isInteger(lead.leadMs) && lead.leadMs >= 0).toBe(true);
        expect(lead.renewals).toBeLessThanOrEqual(5);
      }),
    );
  });
});

const order = (leadMs: number, lifetimeMs = 90 * DAY_MS) => ({
  notBefore: start,
  notAfter: start + lifetimeMs,
  lead: { leadMs, renewals: 3 },
  source: { kind: 'push' } as const,
  lastConfirmedAt: null,
});
const rank = { unknown: 0, notDue: 1, due: 2, overdue: 3 } as const;

describe('renewalState', () => {
  it('is due at the usual time, and overdue when that is past by more than a tenth', () => {
    const usual = order(30 * DAY_MS);
    const dueAt = usual.notAfter - 30 * DAY_MS;
    expect(renewalState(usual, dueAt - 1)).toEqual({ kind: 'notDue', dueAt });
    expect(renewalState(usual, dueAt)).toEqual({ kind: 'due', dueAt });
    expect(renewalState(usual, dueAt + 3 * DAY_MS)).toEqual({ kind: 'due', dueAt });
    expect(renewalState(usual, dueAt + 4 * DAY_MS)).toEqual({ kind: 'overdue', dueAt, byMs: 4 * DAY_MS });
  });

  it('is overdue after a day at least, and half of a short lead at most', () => {
    const sixDays = order(3 * DAY_MS, 6 * DAY_MS);
    expect(renewalState(sixDays, sixDays.notAfter - 2 * DAY_MS).kind).toBe('due');
    expect(renewalState(sixDays, sixDays.notAfter - 2 * DAY_MS + 1).kind).toBe('overdue');
    const hours = order(8 * HOUR_MS, 24 * HOUR_MS);
    expect(renewalState(hours, hours.notAfter - 4 * HOUR_MS).kind).toBe('due');
    expect(renewalState(hours, hours.notAfter - 4 * HOUR_MS + 1).kind).toBe('overdue');
  });

  it('is never overdue by a guess, or without the word of the service since', () => {
    const usual = order(30 * DAY_MS);
    const late = usual.notAfter - 20 * DAY_MS;
    expect(renewalState({ ...usual, lead: { leadMs: 30 * DAY_MS, renewals: 0 } }, late).kind).toBe('due');
    const pulled = { ...usual, source: { kind: 'pull' } as const };
    expect(renewalState({ ...pulled, lastConfirmedAt: usual.notAfter - 30 * DAY_MS }, late).kind).toBe('due');
    expect(renewalState({ ...pulled, lastConfirmedAt: late }, late).kind).toBe('overdue');
  });

  it('is not known without a leaf', () => {
    expect(renewalState({ ...order(0), notBefore: null, notAfter: null, lead: null }, start).kind).toBe(
      'unknown',
    );
    expect(renewalState({ ...order(0), lead: null }, start).kind).toBe('unknown');
  });

  it('is never due before notBefore', () => {
    expect(renewalState(order(200 * DAY_MS), start - 1)).toEqual({ kind: 'notDue', dueAt: start });
  });

  const anyLead = fc.integer({ min: 0, max: 200 * DAY_MS });
  const anyLifetime = fc.integer({ min: 1, max: 400 * DAY_MS });
  const anyTime = fc.integer({ min: -10 * DAY_MS, max: 500 * DAY_MS }).map((ms) => start + ms);

  it('only advances as time passes', () => {
    fc.assert(
      fc.property(anyLead, anyLifetime, anyTime, anyTime, (lead, lifetime, one, other) => {
        const at = (now: number) => renewalState(order(lead, lifetime), now);
        const [earlier, later] = [at(Math.min(one, other)), at(Math.max(one, other))];
        expect(rank[later.kind]).toBeGreaterThanOrEqual(rank[earlier.kind]);
      }),
    );
  });

  it('is never overdue before it is due, and always by the end of the certificate', () => {
    fc.assert(
      fc.property(anyLead, anyLifetime, anyTime, (lead, lifetime, now) => {
        const facts = order(lead, lifetime);
        const state = renewalState(facts, now);
        if (state.kind === 'overdue') expect(state.byMs).toBe(now - state.dueAt);
        if (state.kind === 'overdue') expect(state.byMs).toBeGreaterThan(0);
        expect(renewalState(facts, facts.notAfter + 1).kind).toBe('overdue');
      }),
    );
  });
});
