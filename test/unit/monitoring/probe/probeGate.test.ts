import { expect, it } from 'vitest';
import { PROBES_AT_ONCE, ProbeGate, probeShares } from '#main/monitoring/probe/probeGate.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A gate, and what has a place there in order. A connection stays open until it is ended. */
function harness(shares = probeShares) {
  const gate = new ProbeGate(shares);
  const opened: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const probes = new Map<string, object>();
  const connect = (probe: string, number: number, signal = new AbortController().signal) => {
    if (!probes.has(probe)) probes.set(probe, {});
    return gate.run(probes.get(probe) ?? {}, signal, () => {
      opened.push(`${probe}${number}`);
      return new Promise<void>((resolve, reject) =>
        ends.set(`${probe}${number}`, (error) => (error === undefined ? resolve() : reject(error))),
      );
    });
  };
  const many = (probe: string, count: number) => {
    for (let number = 0; number < count; number += 1) void connect(probe, number);
  };
  const countOf = (probe: string) => opened.filter((name) => name.startsWith(probe)).length;
  const end = async (name: string, error?: Error) => {
    ends.get(name)?.(error);
    await turn();
  };
  return { connect, many, countOf, opened, end };
}

it('hosts with sixteen addresses each that never answer hold up no other', async () => {
  const { many, countOf, opened } = harness();
  const dead = ['a', 'b', 'c', 'd'];
  for (const probe of dead) many(probe, 16);
  await turn();
  // Each has no more of the shared places than it leaves.
  expect(dead.map(countOf)).toEqual([9, 5, 3, 2]);
  const others = Array.from({ length: PROBES_AT_ONCE - dead.length }, (_, index) =>
    String.fromCodePoint(0x100 + index),
  );
  for (const probe of others) many(probe, 2);
  await turn();
  expect(new Set(others.map(countOf))).toEqual(new Set([1, 2]));
  expect(opened).toHaveLength(probeShares.atOnce);
});

it('a place that is free goes to the probe that has the fewest', async () => {
  const { many, opened, end } = harness({ atOnce: 4, own: 2, more: 2 });
  many('a', 4);
  many('b', 2);
  many('c', 2);
  await turn();
  expect(opened).toEqual(['a0', 'a1', 'a2', 'b0']);
  await end('a0');
  expect(opened.slice(4)).toEqual(['c0']);
  await end('b0');
  expect(opened.slice(5)).toEqual(['b1']);
});

it('frees the place of a connection that failed, and forgets one that is cancelled while it waits', async () => {
  const { connect, opened, end } = harness({ atOnce: 1, own: 1, more: 0 });
  const controller = new AbortController();
  const failed = connect('a', 0);
  const left = connect('b', 0, controller.signal);
  void connect('c', 0);
  controller.abort(new Error('enough'));
  await expect(left).rejects.toThrow('enough');
  const broken = expect(failed).rejects.toThrow('broken');
  await end('a0', new Error('broken'));
  await broken;
  expect(opened).toEqual(['a0', 'c0']);
  await expect(connect('d', 0, controller.signal)).rejects.toThrow('enough');
});
