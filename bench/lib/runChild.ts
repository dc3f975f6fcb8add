import { join } from 'node:path';
import type { z } from 'zod';
import { run } from '#scripts/lib/processes.ts';
import { asNode } from '#scripts/lib/tiers.ts';
import type { BenchContext } from './bench.ts';

const children = join(import.meta.dirname, '..', 'children');

/**
 * Runs a script of `children/` in Electron's own Node, cold, and returns the answer that is the last line of its output.
 * @param input reaches the script as JSON, its one argument
 */
export async function runChild<Answer extends z.ZodType>(
  { electron, env }: Pick<BenchContext, 'electron' | 'env'>,
  script: string,
  input: unknown,
  answer: Answer,
): Promise<z.output<Answer>> {
  const { code, output } = await run(electron, [join(children, script), JSON.stringify(input)], {
    env: { ...asNode(env), NODE_NO_WARNINGS: '1' },
  });
  if (code !== 0) throw new Error(`${script} ended with code ${code}:\n${output}`);
  return answer.parse(JSON.parse(output.trimEnd().split('\n').at(-1) ?? ''));
}
