import { expect, it } from 'vitest';
import { tierResult } from '#scripts/lib/tiers.ts';
import type { TierOutcome } from '#scripts/vitest/tierReporter.ts';

const outcome: TierOutcome = { passed: 5, failed: 0, skipped: [], secondTry: [] };
const counts = (given: TierOutcome | undefined, code: number, isNarrowed = false) =>
  tierResult(given, code, 'output', isNarrowed).counts;

it('counts passed and failed tests', () => {
  expect(counts({ ...outcome, failed: 2 }, 1)).toEqual({ passed: 5, failed: 2, skipped: 0 });
});

it('counts a failed run without a failed test as one failure', () => {
  expect(counts(outcome, 1)).toEqual({ passed: 5, failed: 1, skipped: 0 });
});

it('counts a run without a result as failed', () => {
  expect(counts(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

it('prints one line for each reason of skipped tests', () => {
  const skipped = [
    { name: 'test/a.test.ts > one', reason: 'this is not Linux' },
    { name: 'test/a.test.ts > two', reason: 'this is not Linux' },
    { name: 'test/b.test.ts > three', reason: 'this run is not by root' },
  ];
  expect(tierResult({ ...outcome, skipped }, 0, '', false)).toMatchObject({
    counts: { passed: 5, failed: 0, skipped: 3 },
    remarks: [
      '2 skipped, as this is not Linux: test/a.test.ts',
      '1 skipped, as this run is not by root: test/b.test.ts',
    ],
  });
});

it('counts a test skipped without a reason as failed, and names it', () => {
  const skipped = [{ name: 'test/a.test.ts > one', reason: null }];
  const result = tierResult({ ...outcome, skipped }, 0, '', false);
  expect(result.counts).toEqual({ passed: 5, failed: 1, skipped: 0 });
  expect(result.details).toContain('Skipped without a reason: test/a.test.ts > one');
});

it('needs no reason if tests were filtered by name', () => {
  const skipped = [{ name: 'test/a.test.ts > one', reason: null }];
  expect(counts({ ...outcome, skipped }, 0, true)).toEqual({ passed: 5, failed: 0, skipped: 1 });
});

it('names tests that passed only on retry, with the reason of the first try', () => {
  const secondTry = [{ name: 'test/a.test.ts > shaky', why: 'it was late (line 3)' }];
  expect(tierResult({ ...outcome, secondTry }, 0, '', false).remarks).toEqual([
    'Passed only on retry: test/a.test.ts > shaky: it was late (line 3)',
  ]);
});
