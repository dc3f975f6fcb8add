import { run } from './processes.ts';
import { type StepResult, wholeResult } from './steps.ts';
import { toolPath } from './tools.ts';

/** Bundles the application into out/app. */
export async function buildApp(): Promise<StepResult> {
  const { code, output } = await run(process.execPath, [toolPath('electron-vite'), 'build']);
  return wholeResult(code === 0, output);
}
