import { expect, it } from 'vitest';
import { Progress } from '#scripts/lib/progress.ts';

const expected = { types: 20, unit: 40, build: 10, e2e: 200 };

function started() {
  let now = 1_000;
  const progress = new Progress(
    [
      ['types', 'unit'],
      ['build', 'e2e'],
    ],
    expected,
    () => now,
  );
  return {
    progress,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

it('starts with the last duration of the longer lane', () => {
  expect(started().progress.leftMs).toBe(210);
});

it('counts down while a step runs, and includes later steps', () => {
  const { progress, pass } = started();
  progress.start('build');
  pass(4);
  expect(progress.leftMs).toBe(206);
  progress.end('build');
  expect(progress.leftMs).toBe(200);
});

it('relies more and more on the pace of a step, and only on it from half of the step on', () => {
  const { progress, pass } = started();
  for (const step of ['types', 'unit', 'build']) {
    progress.start(step);
    progress.end(step);
  }
  progress.start('e2e');
  pass(100);
  // A quarter took as long as half last time: half of the rest is estimated at each pace.
  progress.update('e2e', 0.25);
  expect(progress.leftMs).toBe(0.75 * (0.5 * 200 + 0.5 * 400));
  pass(100);
  progress.update('e2e', 0.5);
  expect(progress.leftMs).toBe(200);
  pass(160);
  progress.update('e2e', 0.9);
  expect(progress.leftMs).toBeCloseTo(40);
});

it('has no time left at the end, and knows the duration of each step', () => {
  const { progress, pass } = started();
  for (const step of ['types', 'unit', 'build', 'e2e']) {
    progress.start(step);
    pass(5);
    progress.end(step);
  }
  expect(progress.leftMs).toBe(0);
  expect(progress.took).toEqual({ types: 5, unit: 5, build: 5, e2e: 5 });
});

it('prints the running steps with their progress', () => {
  const { progress } = started();
  progress.start('types');
  progress.start('e2e');
  progress.update('e2e', 0.257);
  expect(progress.line).toMatch(/^types 0 %, e2e 25 %: about .* left$/);
});

it('names no time while a step has no pace, and takes longer than last time or is only a part of what it was', () => {
  const { progress, pass } = started();
  progress.start('types');
  pass(21);
  expect(progress.leftMs).toBeNull();
  expect(progress.line).toBe('types 0 %');
  progress.update('types', 0.5);
  expect(progress.leftMs).toBe(210);

  const part = new Progress([['unit']], {}, () => 0);
  expect(part.leftMs).toBeNull();
});

it('goes by the own pace of a step that is only a part of what it was', () => {
  let now = 0;
  const progress = new Progress([['unit']], {}, () => now);
  progress.start('unit');
  now = 30;
  progress.update('unit', 0.25);
  expect(progress.leftMs).toBe(90);
});
