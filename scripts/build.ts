import { runCommand } from './lib/interruption.ts';
import { isGood, runStep } from './lib/steps.ts';
import { buildApp } from './lib/tools.ts';

/** Bundles the application into out/app. */
await runCommand(async () => (isGood(await runStep('build', buildApp)) ? 0 : 1));
