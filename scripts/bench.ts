import { join } from 'node:path';
import { runCommand } from './lib/interruption.ts';
import { measureOnDesktop } from './lib/measureOnDesktop.ts';
import { projectFolder } from './lib/paths.ts';
import { runVisibly } from './lib/processes.ts';

/**
 * Measures every figure of docs/performance.md on the built app, in a private desktop.
 * Arguments go to bench/main.ts: `--only <name>`, `--samples <n>`, `--json <file>`, `--compare <file>`,
 * `--markdown <file>`, `--svg <file>`, and `--from <file>` for a report of an earlier run, without a new one.
 */
async function bench(): Promise<number> {
  const args = process.argv.slice(2);
  return args.includes('--from')
    ? runVisibly(process.execPath, [join(projectFolder, 'bench', 'main.ts'), ...args], { env: process.env })
    : measureOnDesktop('main.ts', args, ['bench', 'commandClient']);
}

await runCommand(bench);
