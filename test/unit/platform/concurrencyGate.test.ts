import { expect, it } from 'vitest';
import { ConcurrencyGate } from '#main/platform/concurrencyGate.ts';

const { signal } = new AbortController();
const turn = () => new Promise((resolve) => setImmediate(resolve));

function harness(atOnce: number) {
  const gate = new ConcurrencyGate(atOnce);
  const started: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const enter = (name: string, by = signal) =>
    gate.run(by, () => {
      started.push(name);
      return new Promise<string>((resolve, reject) =>
        ends.set(name, (error) => (error === undefined ? resolve(name) : reject(error))),
      );
    });
  return { enter, started, end: (name: string, error?: Error) => ends.get(name)?.(error) };
}

it('runs up to the limit at once, and the others in the order of their requests', async () => {
  const { enter, started, end } = harness(2);
  const all = ['a', 'b', 'c', 'd'].map((name) => enter(name));
  await turn();
  expect(started).toEqual(['a', 'b']);
  end('b');
  const late = enter('e');
  await turn();
  expect(started).toEqual(['a', 'b', 'c']);
  for (const name of ['c', 'a']) end(name);
  await turn();
  expect(started).toEqual(['a', 'b', 'c', 'd', 'e']);
  for (const name of ['d', 'e']) end(name);
  expect(await Promise.all([...all, late])).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('frees the place of a task that failed', async () => {
  const { enter, started, end } = harness(1);
  const failed = enter('a');
  void enter('b');
  await turn();
  end('a', new Error('broken'));
  await expect(failed).rejects.toThrow('broken');
  await turn();
  expect(started).toEqual(['a', 'b']);
});

it('drops a waiting task that is cancelled, without losing a place', async () => {
  const { enter, started, end } = harness(1);
  const controller = new AbortController();
  void enter('a');
  const left = enter('b', controller.signal);
  void enter('c');
  controller.abort(new Error('enough'));
  await expect(left).rejects.toThrow('enough');
  end('a');
  await turn();
  expect(started).toEqual(['a', 'c']);
  await expect(enter('d', controller.signal)).rejects.toThrow('enough');
});
