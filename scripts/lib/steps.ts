import { duration, indented, say, styled } from './terminal.ts';

/** Numbers of tests by result. */
export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number };

/** The result of a step: its counts, and its output, which is shown if something failed. */
export type StepResult = {
  readonly counts: Counts;
  readonly details: string;
  readonly note?: string;
  /** Lines for the end of the run, such as the reasons of skipped tests. */
  readonly remarks?: readonly string[];
};

/** The result of a step that passes or fails as a whole, such as the type check. */
export function wholeResult(isPassed: boolean, details: string): StepResult {
  return { counts: { passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1, skipped: 0 }, details };
}

/** Runs a step and prints its result and duration in one line, and its details if something failed. */
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

/** The sum of the counts of steps. */
export function sumCounts(all: readonly StepResult[]): Counts {
  const sum = (pick: (counts: Counts) => number) =>
    all.reduce((total, { counts }) => total + pick(counts), 0);
  return { passed: sum((c) => c.passed), failed: sum((c) => c.failed), skipped: sum((c) => c.skipped) };
}

/** Prints the remarks of the steps and the line with the sums. @returns the exit code: 0 if nothing failed */
export function sayOutcome(results: readonly StepResult[]): number {
  for (const remark of results.flatMap(({ remarks }) => remarks ?? [])) {
    say(remark);
  }
  const counts = sumCounts(results);
  say(summaryLine(counts));
  return isGood({ counts }) ? 0 : 1;
}

/** The last line of `npm test`: `N passed, N failed`, with `, N skipped` if there are any. */
export function summaryLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Whether nothing failed and something ran. */
export function isGood({ counts }: Pick<StepResult, 'counts'>): boolean {
  return counts.failed === 0 && counts.passed > 0;
}

/** The steps of `npm test`. */
export const testSteps = ['types', 'lint', 'unit', 'integration', 'e2e'] as const;

export type TestStep = (typeof testSteps)[number];

/** The sentence that says why a system cannot run these steps, or `null` if it can. */
export function stepsProblem(steps: readonly TestStep[], platform: NodeJS.Platform): string | null {
  // Windows runs those integration tests that need none of Linux's programs.
  const isForLinux = (step: TestStep) => step === 'e2e' || (step === 'integration' && platform !== 'win32');
  if (platform === 'linux' || !steps.some(isForLinux)) return null;
  return 'The integration and end-to-end tests run only on Linux; here, `npm run check` checks types, lint and unit tests.';
}

/**
 * Reads a command line: the first words name steps (all if there are none), the rest are arguments for Vitest.
 * @param all the steps of the command
 */
export function chooseSteps<Step extends string>(
  words: readonly string[],
  all: readonly Step[],
): {
  readonly steps: readonly Step[];
  readonly args: readonly string[];
} {
  const stepNamed = (word: string) => all.find((step) => step === word);
  const end = words.findIndex((word) => stepNamed(word) === undefined);
  const named = (end === -1 ? words : words.slice(0, end)).flatMap((word) => stepNamed(word) ?? []);
  return { steps: named.length > 0 ? named : all, args: words.slice(named.length) };
}
