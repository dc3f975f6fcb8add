import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '#scripts/lib/paths.ts';
import { buildCommandClient, commandClient } from '#scripts/packaging/commandClient.ts';
import { type Bench, inTurns } from './lib/bench.ts';
import { type CommandCost, commandCost } from './lib/commandCost.ts';
import { driveNotAfter } from './lib/drivenApp.ts';
import { seededProfile } from './lib/seededProfile.ts';

/** What the starter for Linux gives to a command. */
const switches = ['--no-sandbox', '--no-zygote', '--ozone-platform=headless', '--log-level=3'];

/** How often the client runs in a sample: one run takes less processor time than a shell can count. */
const RUNS = 100;

/** `status` with 12 orders, answered by the running app through the native client, against `gh --version`. */
export const commandRunningBench: Bench = {
  names: ['command-running', 'command-running-cpu'],
  async run(context) {
    const reason = await buildCommandClient();
    if (reason !== null) throw new Error(reason);
    const profile = await seededProfile(context, 12);
    const app = await driveNotAfter(context, profile);
    try {
      // The program that it would become fails, so only the app's answer counts.
      const words = [commandClient, '/bin/false', `--user-data-dir=${profile}`, '--', 'status'];
      const samplers = {
        status: () => commandCost(words, context.env, RUNS),
        gh: () => commandCost(['gh', '--version'], context.env),
      };
      await inTurns(1, samplers);
      const { status, gh } = await inTurns(context.samples, samplers);
      const goalOf = (atMost: number) => ({ of: 'ratio', atMost }) as const;
      return [
        {
          ...{ name: 'command-running', values: wallOf(status), unit: 'ms' },
          ...{ floors: wallOf(gh), goal: goalOf(0.5) },
        },
        {
          ...{ name: 'command-running-cpu', values: processorOf(status), unit: 'ms CPU' },
          ...{ floors: processorOf(gh), goal: goalOf(0.3) },
        },
      ];
    } finally {
      await app.close();
    }
  },
};

/** Processor time of `status` with 12 orders without the running app, against an Electron app that exits at its first line. */
export const commandColdBench: Bench = {
  names: ['command-cold'],
  async run(context) {
    const profile = await seededProfile(context, 12);
    const empty = await mkdtemp(join(context.folder, 'exits-'));
    const electron = (app: string, data: string, ...words: string[]) =>
      commandCost([context.electron, ...switches, app, `--user-data-dir=${data}`, ...words], context.env);
    const samplers = {
      status: () => electron(projectFolder, profile, 'status'),
      exits: () => electron(join(projectFolder, 'bench', 'exits.cjs'), empty),
    };
    await inTurns(1, samplers);
    const { status, exits } = await inTurns(context.samples, samplers);
    return [
      {
        ...{ name: 'command-cold', values: processorOf(status), unit: 'ms CPU' },
        ...{ floors: processorOf(exits), goal: { of: 'ratio', atMost: 2 } },
      },
    ];
  },
};

function wallOf(costs: readonly CommandCost[]): number[] {
  return costs.map(({ wallMs }) => wallMs);
}

function processorOf(costs: readonly CommandCost[]): number[] {
  return costs.map(({ processorMs }) => processorMs);
}
