import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { projectFolder } from '#scripts/lib/paths.ts';
import { type Bench, inTurns } from './lib/bench.ts';
import { commandCost } from './lib/commandCost.ts';
import { proportionalBytes } from './lib/processTree.ts';
import { seededProfile } from './lib/seededProfile.ts';

/** The Node of the server's package. */
export const node = join(projectFolder, 'node_modules', 'node', 'bin', 'node');
const program = join(projectFolder, 'out', 'server', 'notafter-server.js');

/** The words that begin a command of `notafter-server` on a profile. */
function serverCommand(profile: string): readonly string[] {
  return [node, program, `--user-data-dir=${profile}`];
}

/** Processor time of `notafter-server status` with 12 orders, against Node that runs nothing. */
export const serverCommandBench: Bench = {
  names: ['command-server'],
  async run(context) {
    const profile = await seededProfile(context, 12);
    const processorMs = async (words: readonly string[]) =>
      (await commandCost(words, context.env)).processorMs;
    const samplers = {
      status: () => processorMs([...serverCommand(profile), 'status']),
      nothing: () => processorMs([node, '-e', '0']),
    };
    // The first one stores the compiled code.
    await inTurns(1, samplers);
    const { status, nothing } = await inTurns(context.samples, samplers);
    return [
      {
        name: 'command-server',
        values: status,
        unit: 'ms CPU',
        floors: nothing,
        goal: { of: 'ratio', atMost: 4 },
      },
    ];
  },
};

const ORDERS = 1000;
/** By then the first polls are over. */
const SETTLE_MS = 20_000;

/** Memory of `notafter-server run`. */
export const serverMemoryBench: Bench = {
  names: ['memory-server'],
  async run(context) {
    const profile = await seededProfile(context, ORDERS);
    const values: number[] = [];
    for (let sample = 0; sample < context.samples; sample += 1)
      values.push(await megabytesOfRun(profile, context.env));
    return [{ name: 'memory-server', values, unit: 'MB', floors: null, goal: { of: 'value', atMost: 90 } }];
  },
};

async function megabytesOfRun(profile: string, env: NodeJS.ProcessEnv): Promise<number> {
  const [command = '', ...args] = serverCommand(profile);
  const child = spawn(command, [...args, 'run'], { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  await wait(SETTLE_MS);
  const bytes = await proportionalBytes([child.pid ?? 0]);
  child.kill('SIGTERM');
  const [code] = await ended;
  if (code !== 0) throw new Error(`notafter-server run ended with ${code}`);
  return bytes / 1_000_000;
}
