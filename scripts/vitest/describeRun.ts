import type { TestCase, TestModule, TestSuite } from 'vitest/node';
import type { TierOutcome } from '../lib/tierEvents.ts';

/**
 * What came of a run. A file that failed without a failed test (it could not be loaded, say) counts as one failed test.
 * A test that did not run because a hook failed counts as failed, and so does an error that no test caught.
 */
export function describeRun(modules: readonly TestModule[], unhandledErrors: number): TierOutcome {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const passed = tests.filter((test) => test.result().state === 'passed');
  const skipped = tests.filter((test) => test.result().state === 'skipped' && !isHeldUp(test));
  const isFailed = (test: TestCase) => test.result().state === 'failed' || isHeldUp(test);
  const broken = modules.filter(
    (module) => module.state() === 'failed' && ![...module.children.allTests()].some(isFailed),
  );
  return {
    passed: passed.length,
    failed: tests.length - passed.length - skipped.length + broken.length + unhandledErrors,
    skipped: skipped.map((test) => ({ name: nameOf(test), reason: reasonOf(test) })),
    secondTry: passed.filter((test) => test.diagnostic()?.flaky === true).map(nameOf),
  };
}

/** Whether a test did not run because a hook of a block around it failed. */
function isHeldUp(test: TestCase): boolean {
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

function nameOf(test: TestCase): string {
  return `${test.module.relativeModuleId} > ${test.fullName}`;
}
