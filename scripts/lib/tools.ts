import { join } from 'node:path';
import { projectFolder } from './paths.ts';

/** The programs of our devDependencies, as the scripts that Node runs: so they start alike on every system. */
const tools = {
  biome: '@biomejs/biome/bin/biome',
  'electron-builder': 'electron-builder/cli.js',
  'electron-vite': 'electron-vite/bin/electron-vite.js',
  tsc: 'typescript/bin/tsc',
  vitest: 'vitest/vitest.mjs',
} as const;

/** The path of a devDependency's program, to be run by a Node. */
export function toolPath(name: keyof typeof tools): string {
  return join(projectFolder, 'node_modules', tools[name]);
}
