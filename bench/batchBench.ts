import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '#scripts/lib/paths.ts';
import { buildCommandClient, commandClient } from '#scripts/packaging/commandClient.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { type Bench, type BenchContext, type BenchService, inTurns } from './lib/bench.ts';
import { serviceState } from './lib/benchService.ts';
import { commandCost } from './lib/commandCost.ts';
import { addConnection, driveNotAfter } from './lib/drivenApp.ts';
import { node } from './serverBench.ts';

const ORDERS = 12;

/** The script of some thirty lines that people write instead. */
const script = [node, join(projectFolder, 'bench', 'peers', 'orders.mjs')];

/** All orders exported for nginx by one command, which the running app answers to the native client, against a script. */
export const batchBench: Bench = {
  names: ['export-12'],
  async run(context) {
    const reason = await buildCommandClient();
    if (reason !== null) throw new Error(reason);
    const service = await context.service();
    await service.setLatency(0);
    const rids = await validRids(service);
    const profile = await emptyFolder(context);
    const app = await driveNotAfter(context, profile);
    try {
      await addConnection(app, service);
      // The program that it would become fails, so only the app's answer counts.
      const client = [commandClient, '/bin/false', `--user-data-dir=${profile}`, '--'];
      await wallMs(context, [...client, 'orders', 'add', ...rids]);
      await wallMs(context, [...client, 'sync']);
      const samplers = {
        app: () => inFolder(context, (folder) => exported(context, client, folder)),
        script: () => inFolder(context, (folder) => runScript(context, service, folder, rids)),
      };
      // The first ones store the compiled code, and read what later ones have.
      await inTurns(1, samplers);
      const taken = await inTurns(context.samples, samplers);
      const goal = { of: 'ratio', atMost: 3 } as const;
      return [{ name: 'export-12', values: taken.app, unit: 'ms', floors: taken.script, goal }];
    } finally {
      await app.close();
    }
  },
};

/** Orders of the service that are valid: for others commands and scripts end with an error. */
async function validRids({ controlUrl }: BenchService): Promise<readonly string[]> {
  const { orders } = await serviceState(controlUrl);
  const now = Date.now();
  const valid = orders.filter(
    ({ notBefore, notAfter }) => notBefore.getTime() < now && notAfter.getTime() > now + DAY_MS,
  );
  return valid.slice(0, ORDERS).map(({ rid }) => rid);
}

/** An export into a new folder, which the app then forgets. Throws unless all orders were written. @returns milliseconds */
async function exported(context: BenchContext, command: readonly string[], folder: string): Promise<number> {
  const words = ['export', '--all', '--preset', 'nginx', '--to', folder, '--accept-warnings'];
  // It ends with 1 when clients would refuse one of the certificates, whose files it writes all the same.
  const tolerant = ['sh', '-c', '"$@" || [ $? -eq 1 ]', 'sh'];
  const ms = await wallMs(context, [...tolerant, ...command, ...words]);
  const folders = (await readdir(folder)).map((name) => join(folder, name));
  if (folders.length !== ORDERS) throw new Error(`Only ${folders.length} of ${ORDERS} orders were exported`);
  await wallMs(context, [...command, 'destinations', 'remove', ...folders]);
  return ms;
}

/** Runs the script, which writes the files of the orders into a folder. @returns milliseconds */
async function runScript(
  context: BenchContext,
  { baseUrl, caFile, token }: BenchService,
  folder: string,
  rids: readonly string[],
): Promise<number> {
  const headers = join(context.folder, 'headers');
  await writeFile(headers, `Authorization: Bearer ${token}\n`, { mode: 0o600 });
  return wallMs(context, [...script, baseUrl, caFile, headers, folder, ...rids]);
}

async function wallMs({ env }: BenchContext, words: readonly string[]): Promise<number> {
  return (await commandCost(words, env)).wallMs;
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
