import { join } from 'node:path';
import { projectFolder } from './paths.ts';
import { run } from './processes.ts';
import { isGood, type StepResult, wholeResult } from './steps.ts';

/** Programs of our devDependencies, as scripts for Node, so that they start in the same way on every system. */
const tools = {
  biome: '@biomejs/biome/bin/biome',
  'electron-builder': 'electron-builder/cli.js',
  'electron-vite': 'electron-vite/bin/electron-vite.js',
  knip: 'knip/bin/knip.js',
  tsc: 'typescript/bin/tsc',
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
} as const;

/** The path of a devDependency's program, for Node to run. */
export function toolPath(name: keyof typeof tools): string {
  return join(projectFolder, 'node_modules', tools[name]);
}

/** Checks the types of the whole project; counts as one test. */
export async function checkTypes(): Promise<StepResult> {
  const { code, output } = await run(process.execPath, [toolPath('tsc'), '-b']);
  return wholeResult(code === 0, output);
}

/**
 * Format, lint and the layer rules (biome.json), and files, exports and dependencies that nothing uses (knip.json);
 * counts as one test.
 */
export async function checkLint(): Promise<StepResult> {
  const results = await Promise.all([
    run(process.execPath, [toolPath('biome'), 'ci', '--error-on-warnings']),
    run(process.execPath, [toolPath('knip'), '--no-progress', '--cache']),
  ]);
  return wholeResult(
    results.every(({ code }) => code === 0),
    results.map(({ output }) => output).join('\n'),
  );
}

/** Bundles the application into out/app. */
export async function buildApp(): Promise<StepResult> {
  const { code, output } = await run(process.execPath, [toolPath('electron-vite'), 'build']);
  return wholeResult(code === 0, output);
}

/** Bundles the application, and the program without Electron into out/server. */
export async function buildPrograms(): Promise<StepResult> {
  const app = await buildApp();
  return isGood(app) ? await buildServer() : app;
}

/** Bundles the program without Electron into out/server. */
export async function buildServer(): Promise<StepResult> {
  const config = join('scripts', 'vite', 'server.config.ts');
  const { code, output } = await run(process.execPath, [toolPath('vite'), 'build', '--config', config]);
  return wholeResult(code === 0, output);
}
