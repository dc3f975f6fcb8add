import { afterAll, afterEach, beforeEach } from 'vitest';

/** A test that has just ended. */
export interface EndedTest {
  readonly name: string;
  readonly hasFailed: boolean;
}

type Ending<Given> = (given: Given) => Promise<void>;

const endingsOfTests: Ending<EndedTest>[] = [];
const endingsOfFiles: Ending<void>[] = [];
let isInTest = false;

/** Whether a test runs, or its `beforeEach`, and not `beforeAll`. */
export function runsTest(): boolean {
  return isInTest;
}

/**
 * Runs this after every test of every file. Modules of helpers call it when they load: test files share them, so their own
 * hooks would belong to the first file alone.
 */
export function atEndOfTests(ending: Ending<EndedTest>): void {
  endingsOfTests.push(ending);
}

/** The same after the last test of every file. */
export function atEndOfFiles(ending: Ending<void>): void {
  endingsOfFiles.push(ending);
}

/** Gives a test file the hooks that run all endings, also those of modules that it loads later. */
export function registerEndings(): void {
  beforeEach(() => {
    isInTest = true;
  });
  afterEach(async ({ task }) => {
    isInTest = false;
    await runAll(endingsOfTests, { name: task.name, hasFailed: task.result?.state === 'fail' });
  });
  afterAll(() => runAll(endingsOfFiles, undefined));
}

/** Runs all, also after one that failed. */
async function runAll<Given>(endings: readonly Ending<Given>[], given: Given): Promise<void> {
  const errors: unknown[] = [];
  for (const ending of endings) await ending(given).catch((error: unknown) => errors.push(error));
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join('\n'));
}
