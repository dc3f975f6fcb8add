import { writeSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule, TestSpecification } from 'vitest/node';
import type { TierEvent } from '../lib/tierEvents.ts';
import { describeRun } from './describeRun.ts';

/** Where `scripts/lib/tiers.ts` reads events, one line of JSON each. */
const eventChannel = 3;

/** Tells the process that started Vitest how far the run is, and in the end what came of it. */
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
  writeSync(eventChannel, `${JSON.stringify(event)}\n`);
}
