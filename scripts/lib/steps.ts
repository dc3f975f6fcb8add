import { duration, indented, say, styled } from './terminal.ts';

/** How many tests of a step ended how. */
export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number };

/** What a step came to: its counts, and what it wrote, which is shown if something failed. */
export type StepResult = { readonly counts: Counts; readonly details: string; readonly note?: string };

/** The result of a step that either passes or fails as a whole, such as the type check. */
export function wholeResult(isPassed: boolean, details: string): StepResult {
  return { counts: { passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1, skipped: 0 }, details };
}

/** Runs a step and prints one line about it with the time that it took; its details follow if something failed. */
export async function runStep(name: string, step: () => Promise<StepResult>): Promise<Counts> {
  const start = performance.now();
  const { counts, details, note } = await step();
  const mark = counts.failed > 0 ? styled('red', 'failed') : styled('green', 'ok    ');
  const time = duration(performance.now() - start).padStart(8);
  say(`${name.padEnd(12)} ${mark} ${styled('dim', time)}  ${note ?? ''}`.trimEnd());
  if (counts.failed > 0) {
    say(indented(details));
  }
  return counts;
}

/** The sum of some counts. */
export function sumCounts(all: readonly Counts[]): Counts {
  const sum = (pick: (counts: Counts) => number) => all.reduce((total, counts) => total + pick(counts), 0);
  return { passed: sum((c) => c.passed), failed: sum((c) => c.failed), skipped: sum((c) => c.skipped) };
}

/** The last line of `npm test`: `N passed, N failed`, with `, N skipped` only where some were. */
export function summaryLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Whether all is well: nothing failed, and something ran. */
export function isGood({ passed, failed }: Counts): boolean {
  return failed === 0 && passed > 0;
}
