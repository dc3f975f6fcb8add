import { expect, it } from 'vitest';
import {
  chooseSteps,
  isGood,
  stepsProblem,
  sumCounts,
  summaryLine,
  wholeResult,
} from '#scripts/lib/steps.ts';

it('prints passed and failed tests if none was skipped', () => {
  expect(summaryLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed');
});

it('prints skipped tests', () => {
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

it('succeeds only if something ran and nothing failed', () => {
  expect(isGood({ counts: { passed: 1, failed: 0, skipped: 0 } })).toBe(true);
  expect(isGood({ counts: { passed: 0, failed: 0, skipped: 4 } })).toBe(false);
  expect(isGood({ counts: { passed: 9, failed: 1, skipped: 0 } })).toBe(false);
});

const all = ['types', 'lint', 'unit', 'integration', 'e2e'] as const;

it('runs all steps without arguments', () => {
  expect(chooseSteps([], all)).toEqual({ steps: all, args: [] });
});

it('runs the named steps only', () => {
  expect(chooseSteps(['unit', 'lint'], all)).toEqual({ steps: ['unit', 'lint'], args: [] });
});

it('passes the words after the steps to Vitest, even if they are names of steps', () => {
  expect(chooseSteps(['e2e', '-t', 'unit'], all)).toEqual({ steps: ['e2e'], args: ['-t', 'unit'] });
});

it.each([
  ['darwin', ['types', 'lint', 'unit'], [all, ['unit', 'e2e'], ['integration']]],
  ['win32', ['types', 'lint', 'unit', 'integration'], [all, ['unit', 'e2e']]],
  ['linux', all, []],
] as const)('on %s only the steps run that can', (platform, possible, refused) => {
  expect(stepsProblem(possible, platform)).toBeNull();
  for (const steps of refused) expect(stepsProblem(steps, platform)).toMatch(/only on Linux.*npm run check/u);
});
