import { buildApp } from './lib/build.ts';
import { runCommand } from './lib/interruption.ts';
import { isGood, runStep } from './lib/steps.ts';

/** Bundles the application into out/app. */
await runCommand(async () => (isGood(await runStep('build', buildApp)) ? 0 : 1));
