import { run } from './processes.ts';
import { type StepResult, wholeResult } from './steps.ts';
import { toolPath } from './tools.ts';

/** The type check of the whole project; counts as one test. */
export async function checkTypes(): Promise<StepResult> {
  const { code, output } = await run(process.execPath, [toolPath('tsc'), '-b']);
  return wholeResult(code === 0, output);
}

/** Format, lint and the rules who may import whom (biome.json); counts as one test. */
export async function checkLint(): Promise<StepResult> {
  const { code, output } = await run(process.execPath, [toolPath('biome'), 'ci', '--error-on-warnings']);
  return wholeResult(code === 0, output);
}
