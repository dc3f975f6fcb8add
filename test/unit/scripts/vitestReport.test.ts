import { expect, it } from 'vitest';
import { countTests, type VitestReport } from '#scripts/lib/vitestReport.ts';

const report: VitestReport = {
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [{ status: 'passed', assertionResults: [{}] }],
};

it('takes the counts of the report', () => {
  expect(countTests({ ...report, numFailedTests: 2 }, 1)).toEqual({ passed: 5, failed: 2, skipped: 0 });
});

it('counts pending and todo tests as skipped', () => {
  expect(countTests({ ...report, numPendingTests: 1, numTodoTests: 2 }, 0).skipped).toBe(3);
});

it('counts a file that could not be loaded as a failed test', () => {
  const broken = { status: 'failed', assertionResults: [] };
  expect(countTests({ ...report, testResults: [...report.testResults, broken] }, 1).failed).toBe(1);
});

it('fails a run that ended badly although no test failed', () => {
  expect(countTests(report, 1)).toEqual({ passed: 5, failed: 1, skipped: 0 });
});

it('fails a run that left no report', () => {
  expect(countTests(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});
