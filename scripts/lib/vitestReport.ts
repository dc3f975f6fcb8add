import type { Counts } from './steps.ts';

/** The part of Vitest's JSON report that we read. */
export type VitestReport = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
};

/**
 * Counts a tier's tests. A file that could not even be loaded counts as one failed test, and so does a run that ended
 * badly without a failed test (an unhandled rejection) or without a report (`undefined`).
 * @param code the exit code of Vitest
 */
export function countTests(report: VitestReport | undefined, code: number): Counts {
  if (report === undefined) {
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const failed = report.numFailedTests + brokenFiles.length;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}
