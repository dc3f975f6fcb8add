import { duration, indented, say, styled } from './terminal.ts';

/** How many tests of a step ended how. */
export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number };

/** What a step came to: its counts, and what it wrote, which is shown if something failed. */
export type StepResult = {
  readonly counts: Counts;
  readonly details: string;
  readonly note?: string;
  /** Lines for the end of the whole run, such as why tests were skipped. */
  readonly remarks?: readonly string[];
};

/** The result of a step that either passes or fails as a whole, such as the type check. */
export function wholeResult(isPassed: boolean, details: string): StepResult {
  return { counts: { passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1, skipped: 0 }, details };
}

/** Runs a step and prints one line about it with the time that it took; its details follow if something failed. */
export async function runStep(name: string, step: () => Promise<StepResult>): Promise<StepResult> {
  const start = performance.now();
  const result = await step();
  const { counts, details, note } = result;
  const mark = counts.failed > 0 ? styled('red', 'failed') : styled('green', 'ok    ');
  const time = duration(performance.now() - start).padStart(8);
  say(`${name.padEnd(12)} ${mark} ${styled('dim', time)}  ${note ?? ''}`.trimEnd());
  if (counts.failed > 0) {
    say(indented(details));
  }
  return result;
}

/** The sum of the counts of some steps. */
export function sumCounts(all: readonly StepResult[]): Counts {
  const sum = (pick: (counts: Counts) => number) =>
    all.reduce((total, { counts }) => total + pick(counts), 0);
  return { passed: sum((c) => c.passed), failed: sum((c) => c.failed), skipped: sum((c) => c.skipped) };
}

/** Prints the remarks of the steps and the line that counts their tests. Gives the exit code: 0 where all is well. */
export function sayOutcome(results: readonly StepResult[]): number {
  for (const remark of results.flatMap(({ remarks }) => remarks ?? [])) {
    say(remark);
  }
  const counts = sumCounts(results);
  say(summaryLine(counts));
  return isGood({ counts }) ? 0 : 1;
}

/** The last line of `npm test`: `N passed, N failed`, with `, N skipped` only where some were. */
export function summaryLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Whether all is well: nothing failed, and something ran. */
export function isGood({ counts }: Pick<StepResult, 'counts'>): boolean {
  return counts.failed === 0 && counts.passed > 0;
}
