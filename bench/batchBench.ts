import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildCommandClient, commandClient } from '#scripts/packaging/commandClient.ts';
import { type Bench, type BenchContext, inTurns } from './lib/bench.ts';
import { addConnection, driveNotAfter } from './lib/drivenApp.ts';
import type { Figure } from './lib/figures.ts';
import { chosenRids, peers, runExport, runScript, wallMs } from './lib/peerScript.ts';
import { node, serverCommand } from './serverBench.ts';

/**
 * All orders exported for nginx by one command, which the running app answers to the native client, or `notafter-server`
 * runs by itself; against the script of twenty lines.
 */
function exportOf(orders: number, atMost: number): Bench {
  const name = `export-${orders}`;
  return {
    names: [name, `${name}-server`],
    run: async (context): Promise<readonly Figure[]> => {
      const reason = await buildCommandClient();
      if (reason !== null) throw new Error(reason);
      const service = await context.service();
      await service.setLatency(0);
      const rids = await chosenRids(service, orders);
      const [profile, other] = [await emptyFolder(context), await emptyFolder(context)];
      const handed = await withToken(context);
      const server = serverCommand(other);
      const named = ['--name', 'Service', '--ca-file', service.caFile, '--token-credential'];
      await wallMs(handed, [...server, 'connections', 'add', service.baseUrl, ...named]);
      await fetchOrders(handed, server, rids);
      const app = await driveNotAfter(context, profile);
      try {
        await addConnection(app, service);
        // The program that it would become fails, so only the app's answer counts.
        const client = [commandClient, '/bin/false', `--user-data-dir=${profile}`, '--'];
        await fetchOrders(context, client, rids);
        const samplers = {
          app: () => exported(context, client, orders),
          server: () => exported(handed, server, orders),
          script: () =>
            inFolder(context, (folder) => {
              const script = [node, join(peers, 'orders.mjs')];
              return runScript(context, service, script, folder, rids);
            }),
        };
        // The first ones store the compiled code, and read what later ones have.
        await inTurns(1, samplers);
        const taken = await inTurns(context.samples, samplers);
        const against = { unit: 'ms', floors: taken.script, goal: { of: 'ratio', atMost } } as const;
        return [
          { name, values: taken.app, ...against },
          { name: `${name}-server`, values: taken.server, ...against },
        ];
      } finally {
        await app.close();
      }
    },
  };
}

export const batchBenches: readonly Bench[] = [exportOf(12, 3), exportOf(100, 2)];

/** An export into a new folder, which the program then forgets. */
function exported(context: BenchContext, command: readonly string[], orders: number): Promise<number> {
  return inFolder(context, async (folder) => {
    const ms = await runExport(context, command, folder, orders);
    const folders = (await readdir(folder)).map((name) => join(folder, name));
    await wallMs(context, [...command, 'destinations', 'remove', ...folders]);
    return ms;
  });
}

async function inFolder(context: BenchContext, work: (folder: string) => Promise<number>): Promise<number> {
  const folder = await emptyFolder(context);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function emptyFolder({ folder }: BenchContext): Promise<string> {
  return mkdtemp(join(folder, 'batch-'));
}

/** The same with the access token in a file that the system hands over, as on a server. */
async function withToken(context: BenchContext): Promise<BenchContext> {
  const { baseUrl, token } = await context.service();
  const folder = await emptyFolder(context);
  await writeFile(join(folder, 'notafter-token-service'), `${baseUrl} ${token}`, { mode: 0o400 });
  return { ...context, env: { ...context.env, CREDENTIALS_DIRECTORY: folder } };
}

/** Adds orders of the service, by the words that begin a command, and fetches them. */
async function fetchOrders(
  context: BenchContext,
  command: readonly string[],
  rids: readonly string[],
): Promise<void> {
  await wallMs(context, [...command, 'orders', 'add', ...rids]);
  await wallMs(context, [...command, 'sync']);
}
