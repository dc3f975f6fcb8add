import dns from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock, systemScheduler } from '#main/platform/time.ts';
import { tracePath } from '#main/webhook/receiver/pathTrace.ts';
import { clientFor, quiet } from './support.ts';

/** Listens at an address, and records the received tokens. */
async function listenAt(address: string, port = 0) {
  const tokens: (string | undefined)[] = [];
  const server = createServer((request, answer) => {
    tokens.push(request.headers.authorization);
    answer.writeHead(404).end();
  }).listen(port, address);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  // A server that listens on TCP has an address with a port.
  return { tokens, port: (server.address() as AddressInfo).port };
}

/** Makes the system's resolver return another computer's address for every name. */
function hostileResolver(address: string): void {
  const system = dns.lookup;
  const answer = (_name: string, options: dns.LookupOptions, done: (...found: unknown[]) => void) =>
    options.all === true ? done(null, [{ address, family: 4 }]) : done(null, address, 4);
  dns.lookup = answer as typeof dns.lookup;
  onTestFinished(() => {
    dns.lookup = system;
  });
}

it.each(['localhost', 'evil.localhost', 'localhost.', 'a.b.LOCALHOST.'])(
  'the token for http://%s goes to this computer, whatever the resolver returns',
  async (name) => {
    const stranger = await listenAt('127.0.0.2');
    const service = await listenAt('127.0.0.1', stranger.port);
    hostileResolver('127.0.0.2');
    const client = clientFor(`http://${name}:${service.port}`);
    onTestFinished(() => client.dispose());
    await client.latest('shop', 'secret-token', { withKey: false, signal: quiet });
    expect(stranger.tokens).toEqual([]);
    expect(service.tokens.length).toBeGreaterThan(0);
  },
);

it('a service that listens only on ::1 is reached by the name localhost', async () => {
  const service = await listenAt('::1');
  const client = clientFor(`http://localhost:${service.port}`);
  onTestFinished(() => client.dispose());
  await client.latest('shop', 'secret-token', { withKey: false, signal: quiet });
  expect(service.tokens.length).toBeGreaterThan(0);
});

it('a test delivery to a loopback name goes to this computer, without a resolver', async () => {
  const service = await listenAt('127.0.0.1');
  const trip = await tracePath(
    {
      url: new URL(`http://hook.localhost:${service.port}/`),
      headers: { authorization: 'signed' },
      body: Buffer.from('{}'),
      limitMs: 10_000,
    },
    { systemCas: async () => [], clock: systemClock, scheduler: systemScheduler },
  );
  expect(trip.status).toBe(404);
  expect(service.tokens).toEqual(['signed']);
});
