import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { probeShares } from '#main/monitoring/probe/probeGate.ts';
import { endProcess } from '#scripts/lib/processes.ts';
import { asNode } from '#scripts/lib/tiers.ts';
import type { Bench, BenchContext } from './lib/bench.ts';
import { runChild } from './lib/runChild.ts';

const name = 'shop.example';
const served = z.object({ hosts: z.array(z.string()), ports: z.array(z.number()), root: z.string() });
const answer = z.object({ probes: z.array(z.number()), bare: z.array(z.number()) });

/** 1,000 endpoints of one server process: probed, met by bare `tls.connect`, and by `openssl s_client` in a shell. */
export const probesBench: Bench = {
  names: ['probes-1000', 'probes-vs-openssl'],
  async run(context) {
    const { child, places, root } = await servePlaces(context, { addresses: 100, ports: 10, name });
    try {
      const input = { places, name, root, samples: 3 };
      const some = places.filter((_, index) => index % 5 === 0);
      const rounds: z.output<typeof answer>[] = [];
      const shell: number[] = [];
      // In turns, so that a change of the machine's mood meets all of them alike.
      for (let sample = 0; sample < context.samples; sample += 1) {
        rounds.push(await runChild(context, 'probeEndpoints.ts', input, answer));
        shell.push((some.length * 1000) / (await openssl(some)));
      }
      const probes = rounds.flatMap((round) => round.probes);
      return [
        {
          name: 'probes-1000',
          values: probes,
          unit: 'ms',
          floors: rounds.flatMap(({ bare }) => bare),
          goal: { of: 'ratio', atMost: 1.2 },
        },
        {
          name: 'probes-vs-openssl',
          values: probes.map((ms) => (places.length * 1000) / ms),
          unit: '/s',
          floors: shell,
          goal: { of: 'rate', atLeast: 5 },
        },
      ];
    } finally {
      await endProcess(child);
    }
  },
};

interface Place {
  readonly host: string;
  readonly port: number;
}

async function servePlaces({ electron, env }: BenchContext, input: unknown) {
  const script = join(import.meta.dirname, 'children', 'serveEndpoints.ts');
  const child = spawn(electron, [script, JSON.stringify(input)], {
    env: { ...asNode(env), NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { hosts, ports, root } = served.parse(JSON.parse(String(line)));
  const places = hosts.flatMap((host) => ports.map((port): Place => ({ host, port })));
  return { child, places, root };
}

/** As a script would ask, with as many at once; what it would make of the answers is left out. */
async function openssl(places: readonly Place[]): Promise<number> {
  const one = `openssl s_client -connect "$1" -servername ${name} </dev/null >/dev/null 2>&1`;
  const startedAt = performance.now();
  const shell = spawn('xargs', ['-P', `${probeShares.atOnce}`, '-n', '1', 'sh', '-c', one, 'sh'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  shell.stdin.end(places.map(({ host, port }) => `${host}:${port}\n`).join(''));
  const [code] = await once(shell, 'close');
  if (code !== 0) throw new Error(`openssl s_client failed with code ${code}`);
  return performance.now() - startedAt;
}
