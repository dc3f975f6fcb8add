import { join } from 'node:path';
import { runCommand } from './lib/interruption.ts';
import { projectFolder } from './lib/paths.ts';
import { runVisibly } from './lib/processes.ts';

/** Runs only the reference service, with its arguments. */
await runCommand(() =>
  runVisibly(process.execPath, [join(projectFolder, 'test', 'service', 'main.ts'), ...process.argv.slice(2)]),
);
