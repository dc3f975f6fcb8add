import { expect, it } from 'vitest';
import { EndpointProber, type ProbeReport, type ProberPorts } from '#main/monitoring/probe/endpointProber.ts';
import { HostResolver, type Lookup } from '#main/monitoring/probe/hostResolver.ts';
import { probeLimits } from '#main/monitoring/probe/probeAddress.ts';
import { ProbeGate, probeShares } from '#main/monitoring/probe/probeGate.ts';
import { type Scheduler, systemClock, systemScheduler } from '#main/platform/time.ts';
import type { Endpoint } from '#shared/domain/endpoint.ts';
import { freePort } from '../../app/receiving.ts';
import { anchors, leafOf, probe, resultOf, servePlain, serveTls, servingOf } from './farm.ts';
import { serverWith, startStapling } from './leafServers.ts';

const { signal } = new AbortController();

function proberWith(
  lookup: Lookup,
  atOnce = probeShares.atOnce,
  ports: Partial<ProberPorts> = {},
): EndpointProber {
  return new EndpointProber({
    resolver: new HostResolver(systemScheduler, lookup),
    gate: new ProbeGate({ ...probeShares, atOnce }),
    scheduler: systemScheduler,
    clock: systemClock,
    anchorsFor: () => anchors,
    keyFor: () => null,
    ...ports,
  });
}

function endpointAt(port: number, change: Partial<Endpoint> = {}): Endpoint {
  return {
    id: 'e',
    orderId: 'o',
    host: 'shop.example',
    port,
    protocol: 'tls',
    serverName: null,
    intervalMinutes: 720,
    ...change,
  };
}

it('shows each address of a name separately: different leaves, and one that is down', async () => {
  const [old, fresh] = await Promise.all([leafOf({ until: 5 }), leafOf({ until: 90 })]);
  const port = await freePort();
  const hosts = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5', '127.0.0.6'];
  for (const [place, host] of hosts.slice(0, 4).entries())
    await serveTls(servingOf(place % 2 === 0 ? old : fresh), { host, port });
  const found = await proberWith(async () => hosts.toReversed()).probe(endpointAt(port), signal);
  const days = found?.addresses.map(({ address, outcome }) => [
    address,
    outcome.kind === 'served'
      ? Math.round((outcome.leaf.notAfter - Date.now()) / 86_400_000)
      : outcome.error.kind,
  ]);
  expect({ ...found, addresses: days }).toEqual({
    error: null,
    omitted: 0,
    addresses: [
      ['127.0.0.2', 5],
      ['127.0.0.3', 90],
      ['127.0.0.4', 5],
      ['127.0.0.5', 90],
      ['127.0.0.6', 'refused'],
    ],
  });
});

it('requests the server name of the endpoint', async () => {
  const { port } = await serveTls(servingOf(await leafOf()));
  const prober = proberWith(async () => []);
  const at = (serverName: string | null) =>
    prober.probe(endpointAt(port, { host: '127.0.0.1', serverName }), signal);
  const findings = async (serverName: string | null) =>
    (await at(serverName))?.addresses.map(({ outcome }) => resultOf(outcome));
  expect(await findings('shop.example')).toEqual([[]]);
  expect(await findings(null)).toEqual([[{ kind: 'nameNotCovered', name: '127.0.0.1' }]]);
});

it('reports a name that does not resolve, and the number of addresses that were not probed', async () => {
  const failing = proberWith(() => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })));
  expect(await failing.probe(endpointAt(443), signal)).toEqual({
    error: { kind: 'notFound', code: 'ENOTFOUND' },
    addresses: [],
    omitted: 0,
  });
  const many = Array.from({ length: 20 }, (_, place) => `127.0.0.${place + 100}`);
  const port = await freePort();
  const found = await proberWith(async () => many).probe(endpointAt(port), signal);
  expect(found?.addresses).toHaveLength(16);
  expect(found?.omitted).toBe(4);
});

it('never opens more connections than the gate allows, with any number of endpoints', async () => {
  const server = await serveTls(servingOf(await leafOf()));
  const prober = proberWith(async () => ['127.0.0.1'], 8);
  const found = await Promise.all(
    Array.from({ length: 100 }, () => prober.probe(endpointAt(server.port), signal)),
  );
  expect(found.every((probe) => probe?.addresses[0]?.outcome.kind === 'served')).toBe(true);
  // The server sees the end of a connection a moment after the next one is opened.
  expect(server.most()).toBeLessThanOrEqual(16);
});

it('returns nothing and leaves nothing open when it is cancelled, running or waiting', async () => {
  const server = await servePlain((socket) => socket.resume());
  const prober = proberWith(async () => ['127.0.0.1'], 2);
  const controller = new AbortController();
  const all = Array.from({ length: 5 }, () => prober.probe(endpointAt(server.port), controller.signal));
  await expect.poll(server.open).toBe(2);
  controller.abort();
  expect(await Promise.all(all)).toEqual([null, null, null, null, null]);
  await expect.poll(server.open).toBe(0);
  expect(server.most()).toBe(2);
});

/** The system's scheduler, whose pauses between two looks the test ends. */
function heldPauses() {
  const pauses: { readonly ms: number; readonly end: () => void }[] = [];
  const scheduler: Scheduler = {
    after(ms, end) {
      if (ms < 1000 || ms >= probeLimits.handshake) return systemScheduler.after(ms, end);
      pauses.push({ ms, end });
      return { dispose: () => undefined };
    },
  };
  return { scheduler, pauses };
}

const findingsOf = (report: ProbeReport | null) => report?.addresses.map(({ outcome }) => resultOf(outcome));

it('nginx, which staples only after its first handshake, is looked at again', async () => {
  const leaf = await leafOf({ mustStaple: true });
  const port = await startStapling(leaf);
  const { scheduler, pauses } = heldPauses();
  const prober = proberWith(async () => ['127.0.0.1'], undefined, { scheduler });
  const report = prober.probe(endpointAt(port), signal);
  await expect.poll(() => pauses).toHaveLength(1);
  await expect.poll(async () => resultOf(await probe({ port }))).toEqual([]);
  pauses[0]?.end();
  expect(findingsOf(await report)).toEqual([[]]);
});

it('a server that never staples is looked at three times', async () => {
  const { port } = await serveTls(servingOf(await leafOf({ mustStaple: true })));
  const { scheduler, pauses } = heldPauses();
  const prober = proberWith(async () => ['127.0.0.1'], undefined, { scheduler });
  const report = prober.probe(endpointAt(port), signal);
  for (const looks of [1, 2]) {
    await expect.poll(() => pauses).toHaveLength(looks);
    pauses.at(-1)?.end();
  }
  expect(findingsOf(await report)).toEqual([[{ kind: 'stapleMissing' }]]);
  expect(pauses).toHaveLength(2);

  const controller = new AbortController();
  const cancelled = prober.probe(endpointAt(port), controller.signal);
  await expect.poll(() => pauses).toHaveLength(3);
  controller.abort();
  expect(await cancelled).toBeNull();
});

it('two orders at one address see their own certificate each', async () => {
  const [rsa, ecdsa] = await Promise.all([leafOf({ kind: 'rsa2048', issuer: 'rsa' }), leafOf({ until: 5 })]);
  const port = await serverWith('nginx', [rsa, ecdsa]);
  const prober = proberWith(async () => ['127.0.0.1'], undefined, {
    keyFor: ({ orderId }) => (orderId === 'rsa' ? 'RSA' : 'ECDSA P-256'),
  });
  const issuers = async (orderId: string) => {
    const report = await prober.probe(endpointAt(port, { orderId }), signal);
    return report?.addresses.map(({ outcome }) => outcome.kind === 'served' && outcome.leaf.issuerName);
  };
  const both = await Promise.all([issuers('rsa'), issuers('ecdsa')]);
  expect(both).toEqual([['Example Trust RSA Issuing CA 1'], ['Example Trust ECC Issuing CA 1']]);
});
