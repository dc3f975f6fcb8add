import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { encodeFields, signTimestamp } from '#test/service/delivery.ts';
import {
  type DeliverOptions,
  type ReferenceService,
  startReferenceService,
} from '#test/service/referenceService.ts';
import { loopbackTls, type Receiver, type ReceiverOptions, startReceiver } from './receiver.ts';

const rid = 'r1';
const secret = 'not to be seen';
const open = new Set<Receiver>();
let service: ReferenceService;

beforeAll(async () => {
  service = await startReferenceService({ orders: 0 });
  await service.addOrder({ rid, name: 'Bücher & more', keyKind: 'rsa2048', keyEncoding: 'pkcs1' });
});

afterAll(() => service.close());

afterEach(async () => {
  await Promise.all([...open].map((receiver) => receiver.close()));
  open.clear();
});

async function receiver(options?: ReceiverOptions): Promise<Receiver> {
  const started = await startReceiver(options);
  open.add(started);
  return started;
}

function answering(status: number, headers: Readonly<Record<string, string>> = {}) {
  return (response: ServerResponse): void => {
    response.writeHead(status, headers).end('of no use');
  };
}

function deliver(url: string, options: Partial<DeliverOptions> = {}) {
  return service.deliver(rid, { url, secret, ...options });
}

function expectedFields(task: string) {
  const { name, material } = service.order(rid);
  return { ssl: name, task, ...material };
}

describe('a delivery', () => {
  it('brings the order as JSON, signed by the time of the sending', async () => {
    const { url, received } = await receiver();
    const before = Math.floor(Date.now() / 1000);
    expect(await deliver(`${url}/a%20b?c=d`)).toMatchObject({ outcome: 'succeeded', status: 204 });
    expect(received).toHaveLength(1);
    const [request] = received;
    expect(request).toMatchObject({ method: 'POST', url: '/hook/a%20b?c=d' });
    expect(request?.headers).toMatchObject({
      host: new URL(url).host,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(request?.body ?? '')),
    });
    const timestamp = String(request?.headers['z-timestamp']);
    expect(timestamp).toMatch(/^\d{10}$/);
    expect(Number(timestamp)).toBeGreaterThanOrEqual(before);
    expect(Number(timestamp)).toBeLessThanOrEqual(Date.now() / 1000);
    const token = createHmac('sha256', secret).update(timestamp).digest('hex');
    expect(request?.headers['z-token']).toBe(token);
    expect(JSON.parse(request?.body ?? '')).toEqual(expectedFields('Reference task'));
    expect(JSON.stringify(received)).not.toContain(secret);
  });

  it('brings the same as a form', async () => {
    const { url, received } = await receiver();
    await deliver(url, { encoding: 'form', charset: true, task: 'Édge + 1' });
    expect(received[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded; charset=utf-8');
    expect(Object.fromEntries(new URLSearchParams(received[0]?.body))).toEqual(expectedFields('Édge + 1'));
  });

  it('brings the latest certificate after a renewal', async () => {
    const { url, received } = await receiver();
    await deliver(url);
    await service.renew(rid);
    await deliver(url);
    const [former, latest] = received.map(({ body }) => JSON.parse(body).certificate);
    expect(latest).toBe(service.order(rid).material.certificate);
    expect(latest).not.toBe(former);
  });

  it('may be one of many at once', async () => {
    const waiting: ServerResponse[] = [];
    const { url } = await receiver({
      answer: (response) => {
        waiting.push(response);
        // Nobody is answered until all have arrived.
        if (waiting.length === 20) for (const each of waiting) answering(204)(each);
      },
    });
    const verdicts = await Promise.all(Array.from({ length: 20 }, () => deliver(url)));
    expect(verdicts.every(({ outcome }) => outcome === 'succeeded')).toBe(true);
  });

  it('of an order that is not there, or to no web address, is refused', async () => {
    await expect(service.deliver('nobody', { url: 'http://127.0.0.1/', secret })).rejects.toThrow(RangeError);
    await expect(deliver('ftp://127.0.0.1/')).rejects.toThrow(RangeError);
  });
});

describe('the verdict', () => {
  it.each([200, 204, 399])('of %i is success', async (status) => {
    const { url } = await receiver({ answer: answering(status) });
    expect(await deliver(url)).toEqual({ outcome: 'succeeded', status, ms: expect.any(Number) });
  });

  it('of a redirect is success, and nobody goes where it leads', async () => {
    const target = await receiver();
    const { url } = await receiver({ answer: answering(302, { location: target.url }) });
    expect(await deliver(url)).toMatchObject({ outcome: 'succeeded', status: 302 });
    expect(target.received).toEqual([]);
  });

  it.each([400, 401, 500])('of %i is failure', async (status) => {
    const { url } = await receiver({ answer: answering(status) });
    const reason = `HTTP ${status}`;
    expect(await deliver(url)).toEqual({ outcome: 'failed', status, reason, ms: expect.any(Number) });
  });

  it('of silence is a timeout', async () => {
    const { url } = await receiver({ answer: () => undefined });
    const verdict = await deliver(url, { timeoutMs: 200 });
    expect(verdict).toEqual({ outcome: 'timedOut', ms: expect.any(Number) });
  });

  it('is known with the head of the answer, however long the body takes', async () => {
    const { url } = await receiver({
      answer: (response) => void response.writeHead(200).write('more to co'),
    });
    expect(await deliver(url, { timeoutMs: 5_000 })).toMatchObject({ outcome: 'succeeded', status: 200 });
  });

  it('of a refused connection is failure with the reason', async () => {
    const gone = await startReceiver();
    await gone.close();
    for (const url of [gone.url, gone.url.replace('127.0.0.1', 'localhost')]) {
      const verdict = await deliver(url);
      expect(verdict).toEqual({
        outcome: 'failed',
        reason: expect.stringContaining('ECONNREFUSED'),
        ms: expect.any(Number),
      });
    }
  });

  it('of a connection that ends without an answer is failure', async () => {
    const { url } = await receiver({ answer: (response) => response.destroy() });
    expect(await deliver(url)).toMatchObject({ outcome: 'failed', reason: 'socket hang up' });
  });

  it('of a switch to another protocol is failure', async () => {
    const { url } = await receiver({
      answer: ({ socket }) =>
        socket?.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n'),
    });
    const reason = 'The connection closed without an answer';
    expect(await deliver(url)).toMatchObject({ outcome: 'failed', reason });
  });

  it('of a delivery that the closing of the service broke off is failure', async () => {
    const { url } = await receiver({ answer: () => undefined });
    const shortLived = await startReferenceService({ orders: 0 });
    const { rid: own } = await shortLived.addOrder();
    const verdict = shortLived.deliver(own, { url, secret });
    await shortLived.close();
    expect(await verdict).toMatchObject({ outcome: 'failed', reason: 'The service was closed' });
  });
});

describe('TLS', () => {
  it('is for receivers whose root is trusted alone', async () => {
    const { caPem, ...tls } = await loopbackTls();
    const { url, received } = await receiver({ tls });
    expect(await deliver(url, { caPem })).toMatchObject({ outcome: 'succeeded', status: 204 });
    expect(await deliver(url)).toMatchObject({
      outcome: 'failed',
      reason: expect.stringMatching(/certificate/),
    });
    expect(await deliver(url, { caPem: service.caPem })).toMatchObject({ outcome: 'failed' });
    expect(received).toHaveLength(1);
  });

  it('does not get through a handshake that nobody answers', async () => {
    const silent = createServer();
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as AddressInfo;
    const verdict = await deliver(`https://127.0.0.1:${port}/`, { timeoutMs: 200 });
    expect(verdict.outcome).toBe('timedOut');
    silent.close();
  });
});

describe('a delivery that was tampered with', () => {
  it('goes out as the hook left it: doubled headers, other times, another method', async () => {
    const { url, received } = await receiver();
    await deliver(url, {
      tamper: (request) => ({
        ...request,
        method: 'PUT',
        headers: [
          ['Z-Timestamp', '1'],
          ['z-timestamp', '2'],
          ['z-token', signTimestamp('1', 'another secret')],
          ['host', 'rebound.example.com'],
        ],
      }),
    });
    expect(received[0]?.method).toBe('PUT');
    expect(received[0]?.rawHeaders.slice(0, 8)).toEqual([
      ...['Z-Timestamp', '1', 'z-timestamp', '2'],
      ...['z-token', signTimestamp('1', 'another secret'), 'host', 'rebound.example.com'],
    ]);
  });

  it('may be of no declared length', async () => {
    const { url, received } = await receiver();
    await deliver(url, {
      tamper: (request) => ({ ...request, headers: [...request.headers, ['transfer-encoding', 'chunked']] }),
    });
    expect(received[0]?.headers).not.toHaveProperty('content-length');
    expect(JSON.parse(received[0]?.body ?? '')).toEqual(expectedFields('Reference task'));
  });

  it('may leave the plus signs of a form unescaped', async () => {
    const { url, received } = await receiver();
    const tamper: DeliverOptions['tamper'] = (request) => ({
      ...request,
      body: request.body.replaceAll('%2B', '+'),
    });
    await deliver(url, { encoding: 'form', tamper });
    const { certificate } = service.order(rid).material;
    expect(certificate).toContain('+');
    expect(new URLSearchParams(received[0]?.body).get('certificate')).toBe(certificate.replaceAll('+', ' '));
  });

  it('may have other line ends, and fields too many and too few', async () => {
    const { url, received } = await receiver();
    await deliver(url, {
      tamper: (request, { task: _, ...fields }) => ({
        ...request,
        body: encodeFields({ ...fields, key: fields.key.replaceAll('\n', '\r\n'), extra: '1' }, 'json'),
      }),
    });
    const { key, extra, ...others } = JSON.parse(received[0]?.body ?? '');
    expect(key).toBe(service.order(rid).material.key.replaceAll('\n', '\r\n'));
    expect(extra).toBe('1');
    expect(others).not.toHaveProperty('task');
  });
});
