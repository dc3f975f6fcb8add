import { expect, it } from 'vitest';
import { isGood, sumCounts, summaryLine, wholeResult } from '#scripts/lib/steps.ts';

it('says only how many passed and failed when nothing was skipped', () => {
  expect(summaryLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed');
});

it('adds how many were skipped', () => {
  expect(summaryLine({ passed: 12, failed: 1, skipped: 3 })).toBe('12 passed, 1 failed, 3 skipped');
});

it('sums the counts of all steps', () => {
  const results = [
    wholeResult(true, ''),
    { counts: { passed: 5, failed: 2, skipped: 1 }, details: '' },
    wholeResult(false, ''),
  ];
  expect(sumCounts(results)).toEqual({ passed: 6, failed: 3, skipped: 1 });
});

it('is good only when something ran and nothing failed', () => {
  expect(isGood({ counts: { passed: 1, failed: 0, skipped: 0 } })).toBe(true);
  expect(isGood({ counts: { passed: 0, failed: 0, skipped: 4 } })).toBe(false);
  expect(isGood({ counts: { passed: 9, failed: 1, skipped: 0 } })).toBe(false);
});
