import { describe, expect, it } from 'vitest';
import { type Arrival, FloodGate } from '#main/webhook/inbox/floodGate.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';

function arrival(signature: number, change: Partial<Arrival> = {}): Arrival {
  return {
    signature: `${signature}`,
    body: 'body',
    hookId: 'hook',
    bytes: 8_000,
    isMapped: false,
    ...change,
  };
}

const none = { count: 0, bytes: 0 };

/** How many of `count` arrivals with a signature each, from `first` on, may pass. */
function admitted(gate: FloodGate, count: number, first: number): number {
  return Array.from({ length: count }, (_, index) => gate.admit(arrival(first + index), none)).filter(Boolean)
    .length;
}

describe('the flood gate', () => {
  it('admits four thousand for a hook at once, and sixty more per minute', async () => {
    const { clock, advance } = createFakeTime();
    const gate = new FloodGate(clock, []);
    expect(admitted(gate, 5_000, 0)).toBe(4_000);
    expect(gate.admit(arrival(5_000, { hookId: 'other' }), none)).toBe(true);
    await advance(60_000);
    expect(admitted(gate, 100, 10_000)).toBe(60);
    await advance(24 * 3_600_000);
    expect(admitted(gate, 5_000, 20_000)).toBe(4_000);
  });

  it('admits two thousand bodies per signature, including those before a restart', () => {
    const { clock } = createFakeTime();
    const seen = Array.from({ length: 1_998 }, (_, index) => ({
      signature: '1',
      body: `earlier ${index}`,
      timestamp: 1,
      deliveryId: 'd',
    }));
    const gate = new FloodGate(clock, seen);
    const bodies = ['a', 'b', 'c', 'd'].map((body) => gate.admit(arrival(1, { body }), none));
    expect(bodies).toEqual([true, true, false, false]);
    // The same once more, as after a full disk.
    expect(gate.admit(arrival(1, { body: 'a' }), none)).toBe(true);
  });

  it('does not let one captured head use up the limit of a hook', () => {
    const { clock } = createFakeTime();
    const gate = new FloodGate(clock, []);
    for (let index = 0; index < 100_000; index += 1) gate.admit(arrival(1, { body: `${index}` }), none);
    expect(admitted(gate, 5_000, 10)).toBe(4_000 - 2_000);
  });

  it('admits large bodies up to the limits per signature and per hook, and ordinary ones beyond', async () => {
    const { clock, advance } = createFakeTime();
    const gate = new FloodGate(clock, []);
    const bytes = 256 * 1024;
    const large = (signature: number, count: number) =>
      Array.from({ length: count }, (_, body) =>
        gate.admit(arrival(signature, { body: `${body}`, bytes }), none),
      ).filter(Boolean).length;
    // 224 KiB each beyond an ordinary one.
    expect(large(1, 100)).toBe(36);
    expect(gate.admit(arrival(1, { bytes: 32 * 1024 }), none)).toBe(true);
    expect([2, 3, 4, 5, 6].map((signature) => large(signature, 100))).toEqual([36, 36, 36, 2, 0]);
    expect(gate.admit(arrival(6, { body: 'ordinary' }), none)).toBe(true);
    await advance(60_000);
    expect(large(7, 100)).toBe(1);
  });

  it('admits eight variants of one delivery per signature', () => {
    const { clock } = createFakeTime();
    const gate = new FloodGate(clock, []);
    const cargo = { order: 'shop', task: 'Push', leaf: 'ab' };
    const forms = Array.from({ length: 10 }, (_, body) =>
      gate.admitCargo(arrival(1, { body: `${body}` }), cargo),
    );
    expect(forms.filter(Boolean)).toHaveLength(8);
    expect(gate.admitCargo(arrival(1, { body: '0' }), cargo)).toBe(true);
    for (const other of [{ order: 'blog' }, { task: 'Copy' }, { leaf: 'cd' }])
      expect(gate.admitCargo(arrival(1, { body: 'x' }), { ...cargo, ...other })).toBe(true);
    expect(gate.admitCargo(arrival(2, { body: 'x' }), cargo)).toBe(true);
  });

  it('refuses unlinked names when two thousand wait, but not linked ones', () => {
    const { clock } = createFakeTime();
    const gate = new FloodGate(clock, []);
    const full = { count: 2000, bytes: 0 };
    expect(gate.admit(arrival(1), { count: 1999, bytes: 0 })).toBe(true);
    expect(gate.admit(arrival(2), full)).toBe(false);
    expect(gate.admit(arrival(2, { isMapped: true }), full)).toBe(true);
    expect(gate.admit(arrival(3), { count: 1, bytes: 64 * 1024 * 1024 })).toBe(false);
  });

  it('forgets a signature after an hour', async () => {
    const { clock, advance } = createFakeTime();
    const gate = new FloodGate(clock, []);
    for (let index = 0; index < 2_100; index += 1) gate.admit(arrival(1, { body: `${index}` }), none);
    expect(gate.admit(arrival(1, { body: 'new' }), none)).toBe(false);
    await advance(3_600_001);
    expect(gate.admit(arrival(1, { body: 'new' }), none)).toBe(true);
  });
});
