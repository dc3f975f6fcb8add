import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The first line of a test file that needs a page. */
const pageMark = '// @vitest-environment jsdom';

/**
 * Runs the test files that need a page before the others. A process that runs several files (`isolate: false`) is used
 * for one environment only: with both kinds mixed, nearly each file would start a process, and import everything again.
 */
export default class GroupedFiles extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const longestFirst = await super.sort(files);
    const [pages, others] = [true, false].map((needsPage) =>
      longestFirst.filter(
        ({ moduleId }) => readFileSync(moduleId, 'utf8').startsWith(pageMark) === needsPage,
      ),
    );
    return [...(pages ?? []), ...(others ?? [])];
  }
}
