import { join } from 'node:path';
import { appArguments, lacksSandbox } from '#scripts/demo/electronApp.ts';
import { run } from '#scripts/lib/processes.ts';
import { type Bench, inTurns } from './lib/bench.ts';
import { seededProfile } from './lib/seededProfile.ts';

/** Commands for monitoring over 10,000 orders with endpoints, tags and former certificates, without the running app, against `status --json`. */
export const commandBench: Bench = {
  names: ['metrics-10000', 'check-10000'],
  async run(context) {
    const { electron, env, folder, samples } = context;
    const profile = await seededProfile(context, 10_000, { isFull: true });
    const first = [
      ...appArguments({ profile, isVirtual: false }),
      ...(lacksSandbox() ? ['--no-sandbox'] : []),
    ];
    const took = (...words: string[]) => {
      return async () => {
        const startedAt = performance.now();
        const { code, output } = await run(electron, [...first, ...words], { env });
        if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${output}`);
        return performance.now() - startedAt;
      };
    };
    const samplers = {
      status: took('status', '--json'),
      metrics: took('metrics', '--out', join(folder, 'notafter.prom')),
      check: took('check', '--timeout', '60'),
    };
    await inTurns(1, samplers);
    const { status: floors, metrics, check } = await inTurns(samples, samplers);
    const against = { unit: 'ms', floors, goal: { of: 'ratio', atMost: 1.3 } } as const;
    return [
      { name: 'metrics-10000', values: metrics, ...against },
      { name: 'check-10000', values: check, ...against },
    ];
  },
};
