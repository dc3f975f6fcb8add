import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { defaultReceiverLimits } from '#main/receiver/receiverLimits.ts';
import { needs } from '#scripts/vitest/needs.ts';
import { delivery, hang, setUpReceiver } from './receiverHarness.ts';

/** A tenth of the real times and less, so that the tests do not take them. */
const shortLimits = { headersMs: 400, requestMs: 800, checkMs: 50 };
const head = 'POST /hook HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n';

async function listening(setUp: Parameters<typeof setUpReceiver>[0] = {}) {
  const made = setUpReceiver({ limits: shortLimits, ...setUp });
  made.receiver.start();
  return { ...made, port: (await made.reached('listening')).port };
}

describe('hold out', () => {
  it('has the limits that are promised', () => {
    expect(defaultReceiverLimits).toMatchObject({
      headersMs: 5_000,
      requestMs: 10_000,
      handshakeMs: 5_000,
      connections: 64,
      headBytes: 16_384,
    });
  });

  it('answers a delivery after 1,000 slow senders, each of whom it closed', async () => {
    const { port, requests, errors, lines } = await listening();
    const order: string[] = [];
    const slow = Array.from({ length: 1_000 }, (_, index) => {
      // A third says nothing, a third half a head, a third no body.
      const words = ['', 'POST /hook HTTP/1.1\r\nHost: l', head][index % 3];
      return hang(port, words).closed.then(() => order.push('closed'));
    });
    await Promise.all(slow);
    const answer = await hang(port, delivery).closed;
    order.push(answer.slice(0, 12));
    expect(order).toEqual([...Array(1_000).fill('closed'), 'HTTP/1.1 204']);
    // 64 at a time were let in, and ran into the time limits; the system lets some wait until these are gone.
    const timedOut = errors.filter((code) => code === 'ERR_HTTP_REQUEST_TIMEOUT').length;
    expect([timedOut >= 64, timedOut < 1_000]).toEqual([true, true]);
    expect(requests).toEqual(['POST /hook']);
    expect(lines.filter(({ message }) => message.includes('over the limit'))).toHaveLength(1);
  });

  it('lets nobody in while every place is taken, and the next one as soon as one is free', async () => {
    const { port } = await listening({ limits: { ...shortLimits, connections: 3 } });
    const slow = [hang(port), hang(port), hang(port)];
    await Promise.all(slow.map(({ socket }) => once(socket, 'connect')));
    expect(await hang(port, delivery).closed).toBe('');
    await Promise.race(slow.map(({ closed }) => closed));
    await expect.poll(() => hang(port, delivery).closed).toContain('204');
  });

  it('closes a connection on which a head trickles in, however steadily', async () => {
    const { port, errors } = await listening();
    const { socket, closed } = hang(port, 'POST /hook HTTP/1.1\r\nX: ');
    const trickle = setInterval(() => socket.write('x'), 20);
    await closed;
    clearInterval(trickle);
    expect(errors).toContain('ERR_HTTP_REQUEST_TIMEOUT');
  });

  it('closes a connection on which a body trickles in, however steadily', async () => {
    const { port, errors, requests } = await listening();
    const { socket, closed } = hang(port, head.replace('Length: 2', 'Length: 100000'));
    const trickle = setInterval(() => socket.write('x'), 20);
    await closed;
    clearInterval(trickle);
    expect([errors[0], requests]).toEqual(['ERR_HTTP_REQUEST_TIMEOUT', []]);
  });

  it('closes its side when the sender closes theirs in the middle of a request, or before it', async () => {
    const { port } = await listening({ limits: { headersMs: 60_000, requestMs: 60_000 } });
    for (const words of ['', 'POST /hook', head]) {
      const { socket, closed } = hang(port, words);
      socket.end();
      await closed;
    }
  });

  it('closes a broken connection that the handler leaves open, and both sides of it', async () => {
    const { promise: failed, resolve } = Promise.withResolvers<void>();
    const { port, time } = await listening({ handler: { clientError: () => resolve() } });
    const { socket, closed } = hang(port, 'nonsense\r\n\r\n');
    socket.allowHalfOpen = true;
    const ended = once(socket, 'end');
    await failed;
    await time.advance(15_000);
    await ended;
    // Only a connection that is gone on the other side, and not half of it, is reset by this.
    const more = setInterval(() => socket.write('x'), 20);
    await closed;
    clearInterval(more);
  });

  it('drops a connection on which nothing moves while a handler does not come to an answer', async () => {
    const { port } = await listening({
      limits: { silenceMs: 200 },
      handler: { handle: () => undefined },
    });
    expect(await hang(port, delivery).closed).toBe('');
  });

  it('leaves no connection open after an answer, though the sender asks for that', async () => {
    const { port } = await listening({ limits: {} });
    const answer = await hang(port, delivery.replace('\r\n\r\n', '\r\nConnection: keep-alive\r\n\r\n'))
      .closed;
    expect(answer).toContain('Connection: close');
  });

  const hasIpv6 = Object.values(networkInterfaces())
    .flat()
    .some((entry) => entry?.address === '::1');
  it('holds on IPv6 alike', needs(hasIpv6, 'this machine has no IPv6 loopback address'), async () => {
    const { port } = await listening({ config: { address: '::1' } });
    await hang(port, 'POST', '::1').closed;
    expect(await hang(port, delivery, '::1').closed).toContain('204');
  });
});
