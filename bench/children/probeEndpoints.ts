import { connect } from 'node:tls';
import { EndpointProber } from '#main/monitoring/probe/endpointProber.ts';
import { HostResolver } from '#main/monitoring/probe/hostResolver.ts';
import { ProbeGate, probeShares } from '#main/monitoring/probe/probeGate.ts';
import { forEachConcurrent } from '#main/platform/forEachConcurrent.ts';
import { systemClock, systemScheduler } from '#main/platform/time.ts';
import { createTrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import type { Endpoint } from '#shared/domain/endpoint.ts';
import { answer, childInput } from './childInput.ts';

/** Probes of many endpoints, and bare `tls.connect` to the same endpoints with the same concurrency, in turns. */
const input = childInput<{
  places: readonly { readonly host: string; readonly port: number }[];
  name: string;
  root: string;
  samples: number;
}>();

/** Connections, in both. */
const AT_ONCE = 32;

const { signal } = new AbortController();
const anchors = createTrustAnchors([input.root]);
const endpoints = input.places.map(
  ({ host, port }, place): Endpoint => ({
    ...{ id: `${place}`, orderId: 'order', host, port, protocol: 'tls', serverName: input.name },
    intervalMinutes: 720,
  }),
);

const probes: number[] = [];
const bare: number[] = [];
// The first round of each warms the compiler.
for (let sample = 0; sample <= input.samples; sample += 1) {
  const figures = [await timed(probeAll), await timed(connectToAll)] as const;
  if (sample === 0) continue;
  probes.push(figures[0]);
  bare.push(figures[1]);
}
answer({ probes, bare });

/** As at the start of the app: without results of the previous round. */
async function probeAll(): Promise<void> {
  const prober = new EndpointProber({
    resolver: new HostResolver(systemScheduler),
    gate: new ProbeGate({ ...probeShares, atOnce: AT_ONCE }),
    scheduler: systemScheduler,
    clock: systemClock,
    anchorsFor: () => anchors,
    keyFor: () => null,
  });
  const found = await Promise.all(endpoints.map((endpoint) => prober.probe(endpoint, signal)));
  const isGood = found.every((probe) => {
    const outcome = probe?.addresses[0]?.outcome;
    return outcome?.kind === 'served' && outcome.leaf.findings.length === 0;
  });
  if (!isGood) throw new Error('a probe found something else than what is served');
}

async function connectToAll(): Promise<void> {
  await forEachConcurrent(
    input.places,
    AT_ONCE,
    ({ host, port }) =>
      new Promise((resolve, reject) => {
        const socket = connect({ host, port, servername: input.name, rejectUnauthorized: false });
        socket.once('secureConnect', () => {
          if (socket.getPeerX509Certificate()?.fingerprint256 === undefined) reject(new Error('no leaf'));
          socket.destroy();
        });
        socket.once('error', reject);
        socket.once('close', () => resolve());
      }),
  );
}

async function timed(run: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}
