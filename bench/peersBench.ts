import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '#scripts/lib/paths.ts';
import { switches } from './commandAskBench.ts';
import { type Bench, type BenchContext, type BenchService, inTurns } from './lib/bench.ts';
import type { Figure } from './lib/figures.ts';
import { chosenRids, peers, runExport, runScript, wallMs } from './lib/peerScript.ts';
import { seededProfile } from './lib/seededProfile.ts';

/** A script with 100 orders takes seconds. */
const MOST_SAMPLES = 5;

/** The plugin comes with Debian's package `monitoring-plugins-contrib`. */
const checkSslCert = '/usr/lib/nagios/plugins/check_ssl_cert';

/** Fetching, checking and storing orders, and exporting them for nginx, against the scripts that people write instead. */
export const peerScriptsBench: Bench = {
  names: ['peer-sync', 'peer-export'],
  async run(context) {
    const figures: Figure[] = [];
    for (const orders of [12, 100]) figures.push(...(await againstScripts(context, orders)));
    return figures;
  },
};

/** `check` of known orders, against check_ssl_cert and against `openssl x509 -checkend` over their files. */
export const peerChecksBench: Bench = {
  names: ['peer-check'],
  async run(context) {
    const service = await context.service();
    const figures: Figure[] = [];
    const each = (command: string) => `for file; do ${command} >/dev/null || :; done`;
    const loops = {
      'peer-check-12-check_ssl_cert': [12, each(`${checkSslCert} -f "$file" -A --ignore-sct`)],
      'peer-check-12-openssl': [12, each('openssl x509 -checkend 604800 -noout -in "$file"')],
      'peer-check-100-openssl': [100, each('openssl x509 -checkend 604800 -noout -in "$file"')],
    } as const;
    for (const [name, [orders, loop]] of Object.entries(loops)) {
      const profile = await seededProfile(context, orders);
      const rids = await chosenRids(service, orders);
      const folder = await mkdtemp(join(context.folder, 'files-'));
      await runScript(context, service, [join(peers, 'orders.sh')], folder, rids);
      const files = rids.map((rid) => join(folder, rid, 'fullchain.pem'));
      const taken = await inTurns(samplesOf(context), {
        own: () => wallMs(context, command(context, profile, ['check'])),
        peer: () => wallMs(context, ['sh', '-c', loop, 'sh', ...files]),
      });
      figures.push(figure(name, taken.own, taken.peer));
    }
    return figures;
  },
};

async function againstScripts(context: BenchContext, orders: number): Promise<readonly Figure[]> {
  const service = await context.service();
  await service.setLatency(0);
  const rids = await chosenRids(service, orders);
  const added = await profileWith(context, service, rids);
  const synced = await mkdtemp(join(context.folder, 'synced-'));
  await cp(added, synced, { recursive: true });
  await wallMs(context, command(context, synced, ['sync']));
  const inFolder = async (work: (folder: string) => Promise<number>) => {
    const folder = await mkdtemp(join(context.folder, 'peer-'));
    try {
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  const script = (...words: readonly string[]) => {
    return () => inFolder((folder) => runScript(context, service, words, folder, rids));
  };
  const taken = await inTurns(samplesOf(context), {
    sync: () =>
      inFolder(async (profile) => {
        await cp(added, profile, { recursive: true });
        return wallMs(context, command(context, profile, ['sync']));
      }),
    export: () => inFolder((folder) => runExport(context, command(context, synced, []), folder, orders)),
    bash: script(join(peers, 'orders.sh')),
    node: script(process.execPath, join(peers, 'orders.mjs')),
  });
  return [
    figure(`peer-sync-${orders}-bash`, taken.sync, taken.bash),
    { ...figure(`peer-sync-${orders}-node`, taken.sync, taken.node), goal: null },
    figure(`peer-export-${orders}-bash`, taken.export, taken.bash),
    { ...figure(`peer-export-${orders}-node`, taken.export, taken.node), goal: null },
  ];
}

/** Without a slower command than the peer. */
function figure(name: string, values: readonly number[], floors: readonly number[]): Figure {
  return { name, values, unit: 'ms', floors, goal: { of: 'ratio', atMost: 1 } };
}

function samplesOf({ samples }: BenchContext): number {
  return Math.min(samples, MOST_SAMPLES);
}

/** A new profile with these orders of the service, none of them fetched yet, made by NotAfter's commands. */
async function profileWith(
  context: BenchContext,
  service: BenchService,
  rids: readonly string[],
): Promise<string> {
  const profile = await mkdtemp(join(context.folder, 'added-'));
  const token = join(context.folder, 'token');
  await writeFile(token, service.token, { mode: 0o600 });
  const add = ['connections', 'add', service.baseUrl, '--name', 'Service', '--ca-file', service.caFile];
  const words = command(context, profile, [...add, '--token-stdin']);
  await wallMs(context, ['sh', '-c', 'from=$1; shift; "$@" <"$from"', 'sh', token, ...words]);
  await wallMs(context, command(context, profile, ['orders', 'add', ...rids]));
  return profile;
}

/** A command of NotAfter without the running app, as the starter for Linux runs it. */
function command({ electron }: BenchContext, profile: string, words: readonly string[]): readonly string[] {
  return [electron, ...switches, projectFolder, `--user-data-dir=${profile}`, ...words];
}
