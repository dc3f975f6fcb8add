import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { defaultReceiverLimits } from '#main/webhook/receiver/receiverLimits.ts';
import { needs } from '#scripts/vitest/needs.ts';
import { delivery, hang, setUpReceiver } from './receiverHarness.ts';

/** At most a tenth of the real limits, to keep the tests short. */
const shortLimits = { headersMs: 400, requestMs: 800, checkMs: 50 };
const head = 'POST /hook HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n';

async function listening(setUp: Parameters<typeof setUpReceiver>[0] = {}) {
  const made = setUpReceiver({ limits: shortLimits, ...setUp });
  made.receiver.start();
  return { ...made, port: (await made.reached('listening')).port };
}

describe('overload', () => {
  it('has the documented limits', () => {
    expect(defaultReceiverLimits).toMatchObject({
      headersMs: 5_000,
      requestMs: 10_000,
      handshakeMs: 5_000,
      unverified: 3_072,
      signed: 2_048,
      bodyBytes: 64 * 1024 * 1024,
      headBytes: 16_384,
    });
  });

  it('answers a delivery during 1,200 slow connections, and closes each of those', {
    timeout: 60_000,
  }, async () => {
    const limits = { headersMs: 2_000, requestMs: 2_000, checkMs: 50, unverified: 300 };
    const { port, requests, lines } = await listening({ limits });
    const slow = Array.from({ length: 1_200 }, (_, index) => {
      // A third sends nothing, a third half a head, a third no body.
      const words = ['', 'POST /hook HTTP/1.1\r\nHost: l', head][index % 3];
      return hang(port, words).closed;
    });
    expect(await hang(port, delivery).closed).toContain('HTTP/1.1 204');
    await Promise.all(slow);
    expect(requests).toEqual(['POST /hook']);
    // The oldest were dropped for the others, and the others reached the time limits.
    expect(lines.filter(({ message }) => message.includes('over the limit'))).toHaveLength(1);
  });

  it('accepts a new connection when all slots are taken by unverified ones: the oldest is dropped', async () => {
    const { port } = await listening({ limits: { headersMs: 60_000, requestMs: 60_000, unverified: 3 } });
    const slow = [hang(port), hang(port), hang(port)];
    await Promise.all(slow.map(({ socket }) => once(socket, 'connect')));
    let isFirstClosed = false;
    void slow[0]?.closed.then(() => {
      isFirstClosed = true;
    });
    expect(await hang(port, delivery).closed).toContain('204');
    await expect.poll(() => isFirstClosed).toBe(true);
    expect(slow.slice(1).map(({ socket }) => socket.destroyed)).toEqual([false, false]);
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
    expect(errors[0]).toBe('ERR_HTTP_REQUEST_TIMEOUT');
    expect(requests).toEqual([]);
  });

  it('closes the connection when the sender closes its side during or before a request', async () => {
    const { port } = await listening({ limits: { headersMs: 60_000, requestMs: 60_000 } });
    for (const words of ['', 'POST /hook', head]) {
      const { socket, closed } = hang(port, words);
      socket.end();
      await closed;
    }
  });

  it('closes a broken connection that the handler leaves open, on both sides', async () => {
    const { promise: failed, resolve } = Promise.withResolvers<void>();
    const { port, time } = await listening({ handler: { clientError: () => resolve() } });
    const { socket, closed } = hang(port, 'nonsense\r\n\r\n');
    socket.allowHalfOpen = true;
    const ended = once(socket, 'end');
    await failed;
    await time.advance(15_000);
    await ended;
    // This causes a reset only if both directions of the connection are closed on the other side.
    const more = setInterval(() => socket.write('x'), 20);
    await closed;
    clearInterval(more);
  });

  it('drops an idle connection while a handler does not answer', async () => {
    const { port } = await listening({
      limits: { silenceMs: 200 },
      handler: { handle: () => undefined },
    });
    expect(await hang(port, delivery).closed).toBe('');
  });

  it('closes the connection after an answer, even if the sender asks for keep-alive', async () => {
    const { port } = await listening({ limits: {} });
    const answer = await hang(port, delivery.replace('\r\n\r\n', '\r\nConnection: keep-alive\r\n\r\n'))
      .closed;
    expect(answer).toContain('Connection: close');
  });

  const hasIpv6 = Object.values(networkInterfaces())
    .flat()
    .some((entry) => entry?.address === '::1');
  it('has the same limits on IPv6', needs(hasIpv6, 'this machine has no IPv6 loopback address'), async () => {
    const { port } = await listening({ config: { address: '::1' } });
    await hang(port, 'POST', '::1').closed;
    expect(await hang(port, delivery, '::1').closed).toContain('204');
  });
});
