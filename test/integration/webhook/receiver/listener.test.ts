import { once } from 'node:events';
import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { needs } from '#scripts/vitest/needs.ts';
import { delivery, hang, occupyPort, setUpReceiver } from './receiverHarness.ts';

/** Returns the status of one delivery, or rejects. */
async function deliver(port: number, host = '127.0.0.1'): Promise<number | undefined> {
  const sending = request({ host, port, method: 'POST', path: '/hook', agent: false }).end('{}');
  const [response] = await once(sending, 'response');
  response.resume();
  return response.statusCode;
}

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((entry) => entry?.address === '::1');
const noIpv6 = 'this machine has no IPv6 loopback address';

describe('listening', () => {
  it('starts with the first enabled hook and ends with the last', async () => {
    const { receiver, enable, reached, states, requests } = setUpReceiver({ isEnabled: false });
    receiver.start();
    await receiver.settled();
    expect(receiver.status.get()).toEqual({ kind: 'off' });
    expect(states).toEqual([]);
    enable(true);
    const { port } = await reached('listening');
    expect(states).toEqual([
      { kind: 'starting' },
      { kind: 'listening', address: '127.0.0.1', port, tls: false },
    ]);
    expect(await deliver(port)).toBe(204);
    expect(requests).toEqual(['POST /hook']);
    enable(false);
    await reached('off');
    await expect(deliver(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('works on an IPv6 address', needs(hasIpv6, noIpv6), async () => {
    const { receiver, reached } = setUpReceiver({ config: { address: '::1' } });
    receiver.start();
    const { port } = await reached('listening');
    expect(await deliver(port, '::1')).toBe(204);
  });

  it('continues when only other parts of the configuration change', async () => {
    const { receiver, reached, configure, states } = setUpReceiver();
    receiver.start();
    const before = await reached('listening');
    configure({ allowedHosts: ['hook.example'], maxSkewSeconds: 60 });
    await receiver.settled();
    expect(receiver.status.get()).toEqual(before);
    expect(states).toHaveLength(2);
  });

  it('moves to another port after the request in flight', async () => {
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
    const { promise: came, resolve: arrive } = Promise.withResolvers<void>();
    const { receiver, reached, configure, requests } = setUpReceiver({
      handler: {
        async handle(_request, response) {
          arrive();
          await mayAnswer;
          response.writeHead(204).end();
        },
      },
    });
    receiver.start();
    const { port } = await reached('listening');
    const underWay = deliver(port);
    await came;
    const free = await occupyPort();
    free.server.close();
    await once(free.server, 'close');
    configure({ port: free.port });
    await expect(deliver(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(receiver.status.get()).toMatchObject({ kind: 'listening', port });
    answer();
    expect(await underWay).toBe(204);
    await expect.poll(() => receiver.status.get()).toMatchObject({ kind: 'listening', port: free.port });
    expect(requests).toEqual([]);
  });

  it('drops connections that are still open a second after it closes', async () => {
    const { receiver, reached, enable, time } = setUpReceiver();
    receiver.start();
    const { port } = await reached('listening');
    const { socket, closed } = hang(port, 'POST /hook HTTP/1.1\r\n');
    await once(socket, 'connect');
    await expect.poll(() => deliver(port)).toBe(204);
    enable(false);
    await time.advance(999);
    expect(receiver.status.get().kind).toBe('listening');
    expect(socket.destroyed).toBe(false);
    await time.advance(1);
    await closed;
    await reached('off');
  });

  it('ends with the app', async () => {
    const { receiver, reached } = setUpReceiver();
    receiver.start();
    const { port } = await reached('listening');
    receiver.dispose();
    await receiver.settled();
    await expect(deliver(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('a receiver that cannot listen', () => {
  it('reports that the port is in use, keeps retrying, and listens when it is free', async () => {
    const taken = await occupyPort();
    const { receiver, reached, time, lines } = setUpReceiver({
      config: { port: taken.port },
      ports: { random: () => 0.999 },
    });
    receiver.start();
    const first = await reached('failed');
    expect(first).toMatchObject({ reason: 'portInUse', detail: 'EADDRINUSE' });
    const waits: number[] = [];
    for (let tries = 0; tries < 8; tries += 1) {
      const failed = await reached('failed');
      const wait = failed.retryAt - time.clock.now();
      waits.push(Math.round(wait / 1000));
      await time.advance(wait);
      await expect.poll(() => receiver.status.get()).not.toEqual(failed);
    }
    expect(waits).toEqual([4, 8, 16, 32, 60, 60, 60, 60]);
    taken.server.close();
    await once(taken.server, 'close');
    await time.advance(60_000);
    expect(await reached('listening')).toMatchObject({ port: taken.port });
    expect(lines.filter(({ level }) => level === 'warn')).toHaveLength(1);
  });

  it('waits at least two seconds', async () => {
    const taken = await occupyPort();
    onTestFinished(() => {
      taken.server.close();
    });
    const { receiver, reached, time } = setUpReceiver({ config: { port: taken.port } });
    receiver.start();
    expect((await reached('failed')).retryAt - time.clock.now()).toBe(2_000);
  });

  it('retries at once on request, after sleep, and when it is configured', async () => {
    for (const nudge of ['retry', 'check', 'configure'] as const) {
      const taken = await occupyPort();
      const { receiver, reached, configure } = setUpReceiver({ config: { port: taken.port } });
      receiver.start();
      await reached('failed');
      taken.server.close();
      await once(taken.server, 'close');
      if (nudge === 'configure') configure({ maxSkewSeconds: 60 });
      else receiver[nudge]();
      await reached('listening');
    }
  });

  it('reports that no interface has the address', async () => {
    const { receiver, reached } = setUpReceiver({ config: { address: '192.0.2.77' } });
    receiver.start();
    expect(await reached('failed')).toMatchObject({ reason: 'addressGone', detail: 'EADDRNOTAVAIL' });
  });

  it(
    'notices within 30 s that its address vanished, and listens again when it is back',
    needs(hasIpv6, noIpv6),
    async () => {
      const addresses = new Set(['::ffff:7f00:1']);
      const { receiver, reached, time } = setUpReceiver({
        // Simulates an address that appears and disappears: for the system it is loopback, for the receiver another one.
        config: { address: '::ffff:7f00:1' },
        ports: { localAddresses: () => [...addresses] },
      });
      receiver.start();
      const { port } = await reached('listening');
      await time.advance(60_000);
      expect(receiver.status.get().kind).toBe('listening');
      addresses.delete('::ffff:7f00:1');
      await time.advance(30_000);
      expect(await reached('failed')).toMatchObject({ reason: 'addressGone' });
      await expect(deliver(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
      addresses.add('::ffff:7f00:1');
      await time.advance(60_000);
      await reached('listening');
      addresses.clear();
      receiver.check();
      await reached('failed');
    },
  );
});

describe('every connection', () => {
  it('carries one request and ends with its answer', async () => {
    const { receiver, reached, requests } = setUpReceiver();
    receiver.start();
    const { port } = await reached('listening');
    const answer = await hang(port, delivery + delivery).closed;
    expect(answer).toMatch(/^HTTP\/1\.1 204 No Content\r\n[\s\S]*Connection: close\r\n/u);
    expect(answer.match(/HTTP\/1\.1/gu)).toHaveLength(1);
    expect(requests).toEqual(['POST /hook']);
  });

  it('gets 503 after a bug, whose place is logged', async () => {
    const { receiver, reached, lines } = setUpReceiver({
      handler: {
        async handle() {
          throw new TypeError('secret');
        },
      },
    });
    receiver.start();
    const { port } = await reached('listening');
    expect(await deliver(port)).toBe(503);
    expect(lines).toMatchObject([{ level: 'error', fields: { error: 'TypeError' } }]);
    expect(JSON.stringify(lines)).not.toContain('secret');
  });

  it('may wait for 100 Continue before it sends the body', async () => {
    const { receiver, reached } = setUpReceiver();
    receiver.start();
    const { port } = await reached('listening');
    const { socket, closed } = hang(
      port,
      'POST /hook HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n',
    );
    await once(socket, 'data');
    socket.write('{}');
    expect(await closed).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 204/u);
  });

  it('passes a request without Host to the handler, and a head that is too long as an error', async () => {
    const { receiver, reached, requests, errors } = setUpReceiver();
    receiver.start();
    const { port } = await reached('listening');
    expect(await hang(port, 'POST /hook HTTP/1.1\r\nContent-Length: 0\r\n\r\n').closed).toContain('204');
    expect(requests).toEqual(['POST /hook']);
    await hang(port, `POST /hook HTTP/1.1\r\nX: ${'x'.repeat(17 * 1024)}\r\n\r\n`).closed;
    expect(errors).toEqual(['HPE_HEADER_OVERFLOW']);
  });

  it('keeps all of its headers', async () => {
    let count = 0;
    const { receiver, reached } = setUpReceiver({
      handler: {
        handle(request, response) {
          count = request.rawHeaders.length / 2;
          response.writeHead(204).end();
        },
      },
    });
    receiver.start();
    const { port } = await reached('listening');
    await hang(port, `POST /hook HTTP/1.1\r\nHost: a\r\n${'a:\r\n'.repeat(3_000)}\r\n`).closed;
    expect(count).toBe(3_001);
  });
});
