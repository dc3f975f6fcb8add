import { once } from 'node:events';
import { createServer, request, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { systemClock, systemScheduler } from '#main/platform/time.ts';
import type { Hook } from '#main/webhook/hooks/hookSecrets.ts';
import { SelfTest, type SelfTestPorts } from '#main/webhook/receiver/selfTest.ts';
import type { TlsPair } from '#main/webhook/receiver/tlsFiles.ts';
import type { ReceiverOutcome, SelfTestReport } from '#shared/domain/receiver.ts';
import { ok, type Result } from '#shared/result.ts';
import { listenOnLoopback, stopServer } from '#test/service/loopback.ts';
import { setUpHandler } from './deliveryHarness.ts';

export const hook: Hook = {
  id: 'hook-1',
  name: 'Hook',
  path: '/in/hook',
  enabled: true,
  createdAt: 1,
  secrets: [],
};
const other: Hook = { ...hook, id: 'hook-2', name: 'Other', path: '/in/other' };

/** The real handler on a real listener, and its test delivery. */
export async function setUp({
  tls = null,
  ...given
}: Partial<SelfTestPorts> & { readonly tls?: TlsPair | null } = {}) {
  let ids = 0;
  const person = { says: ok(null) as Result<null> };
  const confirmed: unknown[] = [];
  const selfTest = new SelfTest({
    hooks: {
      find: (id) => [hook, other].find((each) => each.id === id) ?? null,
      secretsOf: async () => ok(['secret', 'older secret']),
    },
    confirmHost: async (target) => {
      confirmed.push(target);
      return person.says;
    },
    isOwn: () => false,
    systemCas: async () => [],
    clock: systemClock,
    scheduler: systemScheduler,
    newId: () => {
      ids += 1;
      return `id-${ids}`;
    },
    ...given,
  });
  const outcomes: ReceiverOutcome[] = [];
  const { port, kept } = await setUpHandler({
    ...(tls && { tls }),
    ports: {
      hooks: {
        byPath: (path) => (path === hook.path ? hook : null),
        secretsOf: async () => ok(['other secret', 'secret']),
      },
      listening: () => null,
      log: { add: ({ outcome }) => void outcomes.push(outcome) },
      selfTests: selfTest,
    },
  });
  return {
    selfTest,
    port,
    kept,
    outcomes,
    person,
    confirmed,
    at: (url: string) => selfTest.run({ hookId: hook.id, url }),
  };
}

/** Listens on loopback until the test ends. @returns the port */
export async function serve(server: Server): Promise<number> {
  const port = await listenOnLoopback(server, 0);
  onTestFinished(() => stopServer(server));
  return port;
}

/** A tunnel's public end: forwards every request to the receiver, then answers with `answer`. */
export async function serveTunnel(
  port: number,
  answer: (response: ServerResponse, status: number) => void,
  { host = '127.0.0.1', times = 1 } = {},
): Promise<number> {
  return await serve(
    createServer(async (incoming, response) => {
      const body = await buffer(incoming);
      let status = 0;
      for (let count = 0; count < times; count += 1) {
        const headers = { ...incoming.headers, host };
        const passed = request({
          host: '127.0.0.1',
          port,
          method: 'POST',
          path: incoming.url,
          headers,
          agent: false,
        });
        const [reply] = await once(passed.end(body), 'response');
        reply.resume();
        status = reply.statusCode;
      }
      answer(response, status);
    }),
  );
}

export const outcomesOf = ({ steps }: SelfTestReport) =>
  Object.fromEntries(steps.map(({ step, outcome }) => [step, outcome]));
