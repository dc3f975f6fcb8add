import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { asksToShuffle, grouped, needsPage, shuffled } from './fileOrder.ts';

/**
 * Runs the test files that need a page one after another. A process that runs several files (`isolate: false`) is used
 * for one environment only: with both kinds mixed, nearly each file would start a process, and import everything again.
 * The longest come first, or they are shuffled: the configuration that a sequencer sees does not tell which was asked for.
 */
export default class GroupedFiles extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isPage = ({ moduleId }: TestSpecification) => needsPage(readFileSync(moduleId, 'utf8'));
    if (!asksToShuffle(process.argv)) return grouped(await super.sort(files), isPage);
    const { root, sequence } = this.ctx.config;
    console.log(`Files are shuffled with --sequence.seed=${sequence.seed}`);
    const order = shuffled(files, sequence.seed, ({ moduleId }) => relative(root, moduleId));
    return grouped(order, isPage, sequence.seed % 2 === 0 ? 'pages' : 'others');
  }
}
