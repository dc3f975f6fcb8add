import { expect, it } from 'vitest';
import { isGood, sumCounts, summaryLine, wholeResult } from '#scripts/lib/steps.ts';

it('says only how many passed and failed when nothing was skipped', () => {
  expect(summaryLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed');
});

it('adds how many were skipped', () => {
  expect(summaryLine({ passed: 12, failed: 1, skipped: 3 })).toBe('12 passed, 1 failed, 3 skipped');
});

it('sums the counts of all steps', () => {
  const counts = [
    wholeResult(true, '').counts,
    { passed: 5, failed: 2, skipped: 1 },
    wholeResult(false, '').counts,
  ];
  expect(sumCounts(counts)).toEqual({ passed: 6, failed: 3, skipped: 1 });
});

it('is good only when something ran and nothing failed', () => {
  expect(isGood({ passed: 1, failed: 0, skipped: 0 })).toBe(true);
  expect(isGood({ passed: 0, failed: 0, skipped: 4 })).toBe(false);
  expect(isGood({ passed: 9, failed: 1, skipped: 0 })).toBe(false);
});
