import { join } from 'node:path';
import { runCommand } from './lib/interruption.ts';
import { measureOnDesktop } from './lib/measureOnDesktop.ts';
import { projectFolder } from './lib/paths.ts';
import { runVisibly } from './lib/processes.ts';

/**
 * Measures every figure of docs/performance.md on the built app, in a private desktop.
 * Arguments go to bench/main.ts, whose `--help` lists them.
 */
async function bench(): Promise<number> {
  const args = process.argv.slice(2);
  const program = join(projectFolder, 'bench', 'main.ts');
  const measuresNothing = args.includes('--from') || args.includes('--help');
  if (measuresNothing) return runVisibly(process.execPath, [program, ...args], { env: process.env });
  return measureOnDesktop('main.ts', args, ['bench', 'commandClient']);
}

await runCommand(bench);
