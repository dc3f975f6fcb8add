import { describe, expect, it } from 'vitest';
import { type Arrival, FloodGate } from '#main/inbox/floodGate.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';

function arrival(signature: number, change: Partial<Arrival> = {}): Arrival {
  return { signature: `${signature}`, body: 'body', hookId: 'hook', isMapped: false, ...change };
}

/** How many of `count` arrivals with a signature each, from `first` on, may pass. */
function admitted(gate: FloodGate, count: number, first: number): number {
  return Array.from({ length: count }, (_, index) => gate.admit(arrival(first + index), 0)).filter(Boolean)
    .length;
}

describe('the flood gate', () => {
  it('lets six hundred through for a hook at once, and sixty more every minute', async () => {
    const { clock, advance } = createFakeTime();
    const gate = new FloodGate(clock, []);
    expect(admitted(gate, 700, 0)).toBe(600);
    expect(gate.admit(arrival(700, { hookId: 'other' }), 0)).toBe(true);
    await advance(60_000);
    expect(admitted(gate, 100, 1000)).toBe(60);
    await advance(24 * 3_600_000);
    expect(admitted(gate, 700, 2000)).toBe(600);
  });

  it('lets thirty-two bodies through under a signature, those before a restart among them', () => {
    const { clock } = createFakeTime();
    const seen = Array.from({ length: 30 }, (_, index) => ({
      signature: '1',
      body: `earlier ${index}`,
      timestamp: 1,
      deliveryId: 'd',
    }));
    const gate = new FloodGate(clock, seen);
    const bodies = ['a', 'b', 'c', 'd'].map((body) => gate.admit(arrival(1, { body }), 0));
    expect(bodies).toEqual([true, true, false, false]);
    // The same once more, as after a full disk.
    expect(gate.admit(arrival(1, { body: 'a' }), 0)).toBe(true);
  });

  it('does not let one captured pair use up what a hook may send', () => {
    const { clock } = createFakeTime();
    const gate = new FloodGate(clock, []);
    for (let index = 0; index < 100_000; index += 1) gate.admit(arrival(1, { body: `${index}` }), 0);
    expect(admitted(gate, 700, 10)).toBe(600 - 32);
  });

  it('refuses unmapped names when two thousand wait, and mapped ones never for that', () => {
    const { clock } = createFakeTime();
    const gate = new FloodGate(clock, []);
    expect(gate.admit(arrival(1), 1999)).toBe(true);
    expect(gate.admit(arrival(2), 2000)).toBe(false);
    expect(gate.admit(arrival(2, { isMapped: true }), 2000)).toBe(true);
  });

  it('forgets a signature when its hour is over', async () => {
    const { clock, advance } = createFakeTime();
    const gate = new FloodGate(clock, []);
    for (let index = 0; index < 40; index += 1) gate.admit(arrival(1, { body: `${index}` }), 0);
    expect(gate.admit(arrival(1, { body: 'new' }), 0)).toBe(false);
    await advance(3_600_001);
    expect(gate.admit(arrival(1, { body: 'new' }), 0)).toBe(true);
  });
});
