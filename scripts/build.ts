import { runCommand } from './lib/interruption.ts';
import { isGood, runStep } from './lib/steps.ts';
import { buildPrograms } from './lib/tools.ts';

/** Bundles the application into out/app, and the program without Electron into out/server. */
await runCommand(async () => (isGood(await runStep('build', buildPrograms)) ? 0 : 1));
