import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type TimerEntry, TimerQueue } from '#main/platform/timerQueue.ts';

const id = fc.integer({ min: 0, max: 15 }).map(String);
const command = fc.oneof(
  fc.record({
    kind: fc.constant('set' as const),
    entry: fc.record({ id, dueAt: fc.integer({ min: 0, max: 9 }), urgent: fc.boolean() }),
  }),
  fc.record({ kind: fc.constant('delete' as const), id }),
);

function isBefore(a: TimerEntry, b: TimerEntry): boolean {
  return a.urgent === b.urgent ? a.dueAt < b.dueAt : a.urgent;
}

describe('TimerQueue', () => {
  it('returns entries for the same time in the order in which they were set', () => {
    const queue = new TimerQueue();
    for (const id of ['c', 'a', 'd', 'b', 'e']) queue.set({ id, dueAt: 5, urgent: false });
    queue.set({ id: 'a', dueAt: 5, urgent: false });
    const order: string[] = [];
    for (let first = queue.first(); first !== null; first = queue.first()) {
      order.push(first.id);
      queue.delete(first.id);
    }
    expect(order).toEqual(['c', 'd', 'b', 'e', 'a']);
  });

  it('always has urgent entries first, then the earliest, for any entries set and deleted', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 80 }), (commands) => {
        const queue = new TimerQueue();
        const model = new Map<string, TimerEntry>();
        for (const step of commands) {
          if (step.kind === 'set') {
            queue.set(step.entry);
            model.set(step.entry.id, step.entry);
          } else {
            queue.delete(step.id);
            model.delete(step.id);
          }
          const first = queue.first();
          expect(queue.size).toBe(model.size);
          expect(first === null).toBe(model.size === 0);
          for (const entry of model.values()) {
            expect(queue.get(entry.id)).toMatchObject(entry);
            if (first !== null) expect(isBefore(entry, first)).toBe(false);
          }
        }
        expect(queue.ids().sort()).toEqual([...model.keys()].sort());
      }),
    );
  });
});
