import { appendFileSync, writeSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type {
  Reporter,
  SerializedError,
  TestCase,
  TestModule,
  TestSpecification,
  TestSuite,
} from 'vitest/node';

/** The result of a tier of tests. */
export type TierOutcome = {
  readonly passed: number;
  readonly failed: number;
  /** Tests that did not run; `reason` is `null` where none was given. */
  readonly skipped: readonly { readonly name: string; readonly reason: string | null }[];
  /** Tests that passed only on retry, with why the first try failed. */
  readonly secondTry: readonly { readonly name: string; readonly why: string }[];
};

/** Progress of a Vitest run. `ms` is a duration; files are absolute paths. */
export type TierEvent =
  | { readonly kind: 'started'; readonly files: readonly string[] }
  | { readonly kind: 'fileEnded'; readonly file: string; readonly ms: number }
  | { readonly kind: 'ended'; readonly outcome: TierOutcome };

/** The file descriptor on which `scripts/lib/tiers.ts` reads events, one line of JSON each. */
const eventChannel = 3;

/** The environment variable that names a file for the events, for a program without that file descriptor. */
export const eventFileVariable = 'NOTAFTER_TEST_EVENTS';

/** Reports progress and the result to the process that started Vitest. */
export default class TierReporter implements Reporter {
  onTestRunStart(specifications: readonly TestSpecification[]): void {
    send({ kind: 'started', files: specifications.map(({ moduleId }) => moduleId) });
  }

  onTestModuleEnd(module: TestModule): void {
    send({ kind: 'fileEnded', file: module.moduleId, ms: module.diagnostic().duration });
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    send({ kind: 'ended', outcome: describeRun(modules, unhandledErrors.length) });
  }
}

function send(event: TierEvent): void {
  const line = `${JSON.stringify(event)}\n`;
  const file = process.env[eventFileVariable];
  if (file === undefined) writeSync(eventChannel, line);
  else appendFileSync(file, line);
}

/**
 * The result of a run. A file that failed without a failed test (for instance, it could not be loaded) counts as one
 * failed test. A test that did not run because a hook failed counts as failed, and so does an uncaught error.
 */
export function describeRun(modules: readonly TestModule[], unhandledErrors: number): TierOutcome {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const passed = tests.filter((test) => test.result().state === 'passed');
  const skipped = tests.filter((test) => test.result().state === 'skipped' && !isBlockedByHook(test));
  const isFailed = (test: TestCase) => test.result().state === 'failed' || isBlockedByHook(test);
  const broken = modules.filter(
    (module) => module.state() === 'failed' && ![...module.children.allTests()].some(isFailed),
  );
  return {
    passed: passed.length,
    failed: tests.length - passed.length - skipped.length + broken.length + unhandledErrors,
    skipped: skipped.map((test) => ({ name: nameOf(test), reason: reasonOf(test) })),
    secondTry: passed
      .filter((test) => test.diagnostic()?.flaky === true)
      .map((test) => ({ name: nameOf(test), why: firstFailure(test) })),
  };
}

/** Whether a test did not run because a hook of an enclosing block failed. */
function isBlockedByHook(test: TestCase): boolean {
  for (let parent: TestSuite | TestModule = test.parent; ; parent = parent.parent) {
    if (parent.errors().length > 0) return true;
    if (parent.type === 'module') return false;
  }
}

function reasonOf(test: TestCase): string | null {
  const result = test.result();
  if (result.state === 'skipped' && result.note !== undefined) return result.note;
  return test.meta().skipReason ?? null;
}

/** The first line of the message of the first failed try, and the place in the test. Vitest keeps it also when a later try passed. */
function firstFailure(test: TestCase): string {
  const [error] = test.result().errors ?? [];
  const [place] = error?.stacks ?? [];
  const [message = ''] = stripVTControlCharacters(error?.message ?? 'no reason is known').split('\n');
  return place === undefined ? message : `${message} (line ${place.line})`;
}

function nameOf(test: TestCase): string {
  return `${test.module.relativeModuleId} > ${test.fullName}`;
}
