import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Server } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { alertEventSchema } from '#main/alerting/events/alertEventJson.ts';
import { createEventPoster } from '#main/orders/api/eventPoster.ts';
import { alertEventNames } from '#shared/domain/alertEvents.ts';
import { z } from '#shared/zod.ts';
import { serve } from '#test/integration/orders/api/support.ts';
import { createSkippableTime } from '#test/support/fakeTime.ts';
import { selfSigned } from '#test/support/testCertificates.ts';
import { bytesBelow, textOf } from './secretTraces.ts';
import {
  connect,
  okValue,
  serviceFor,
  startTestApp,
  type TestApp,
  temporaryFolder,
  until,
} from './testApp.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly url: string;
  readonly body: string;
}

async function listen(server: Server, scheme: 'http' | 'https' = 'http'): Promise<string> {
  const { baseUrl, close } = await serve(server, scheme);
  onTestFinished(close);
  return baseUrl;
}

/** A receiver that answers with these statuses, the last one again and again. */
async function receiver(...statuses: readonly number[]) {
  const received: Received[] = [];
  const listener: RequestListener = async (request, response) => {
    let body = '';
    request.setEncoding('utf8');
    for await (const chunk of request) body += chunk;
    response.statusCode = statuses[Math.min(received.length, statuses.length - 1)] ?? 204;
    received.push({ headers: request.headers, url: request.url ?? '', body });
    response.setHeader('location', '/elsewhere').end();
  };
  return { received, url: `${await listen(createServer(listener))}/in?key=x` };
}

async function setWebhook(test: TestApp, url: string): Promise<string> {
  test.desktop.answer = () => 1;
  okValue(await test.call('alerts:setWebhook', { url, events: [...alertEventNames] }));
  okValue(await test.call('alerts:copyWebhookSecret', null));
  return test.desktop.secretCopied ?? '';
}

function verified({ headers, body }: Received, secret: string) {
  const [id, timestamp] = [headers['webhook-id'], headers['webhook-timestamp']];
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${signature}`);
  expect(headers['content-type']).toBe('application/json');
  const { data, ...rest } = JSON.parse(body);
  return { ...rest, data: alertEventSchema(z).parse(data) };
}

it('an alert is posted once, signed, also after a failure and a restart; the secret is found nowhere', async () => {
  const service = await serviceFor({ orders: 0 });
  await service.addOrder({ rid: 'soon', name: 'Soon "\' 😀', days: 5, lifetimeDays: 90 });
  const userData = temporaryFolder();
  const time = createSkippableTime();
  const { received, url } = await receiver(500, 204);
  const test = await startTestApp({ userData, surroundings: time });
  const secret = await setWebhook(test, url);
  expect(test.desktop.questions.at(-1)?.detail).not.toContain('key=x');
  await connect(test, service);
  await until(() => test.seen().alertChannels.webhook?.lastFailure?.status === 500);
  await test.quit();
  const again = await startTestApp({
    userData,
    secretProcess: test.desktop.secretProcess,
    surroundings: time,
  });
  await until(() => again.seen().alertChannels.webhook?.lastFailure?.status === 500);
  time.skip(5000);
  await until(() => again.seen().alertChannels.webhook?.lastTry?.status === 204);
  await until(() => again.seen().alertChannels.webhook?.waiting.count === 0);
  const [first, second] = received.map((each) => verified(each, secret));
  expect(received.map(({ url: path }) => path)).toEqual(['/in?key=x', '/in?key=x']);
  expect(second).toEqual(first);
  expect(first).toMatchObject({ type: 'certificate.expiring', data: { order: { title: 'Soon "\' 😀' } } });
  expect(received[1]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id']);
  const diagnostics = await again.call('app:copyDiagnostics', null);
  for (const trace of [secret, secret.slice(6), 'key=x', new URL(url).host]) {
    expect(diagnostics).not.toContain(trace);
    expect(JSON.stringify([test.log, again.log])).not.toContain(trace);
  }
  expect(bytesBelow(userData)).not.toContain(secret.slice(6));
  expect(textOf(test.desktop)).not.toContain(secret.slice(6));
});

it('a test event says what the receiver answered; 410 turns the webhook off', async () => {
  const { received, url } = await receiver(302, 204, 410);
  const test = await startTestApp();
  const secret = await setWebhook(test, url);
  for (const status of [302, 204, 410]) {
    okValue(await test.call('alerts:testWebhook', null));
    await until(() => test.seen().alertChannels.webhook?.lastTry?.status === status);
    await until(() => test.seen().alertChannels.webhook?.waiting.count === 0);
  }
  expect(received.map((each) => verified(each, secret).data.test)).toEqual([true, true, true]);
  expect(received.map(({ url: path }) => path)).toEqual(Array(3).fill('/in?key=x'));
  expect(test.seen().alertChannels.webhook?.isGone).toBe(true);
  expect(await test.call('alerts:testWebhook', null)).toEqual({ ok: false, error: { kind: 'unknownId' } });
  okValue(await test.call('alerts:removeWebhook', null));
  await until(() => test.seen().alertChannels.webhook === undefined);
});

it('the webhook is not set without consent', async () => {
  const test = await startTestApp();
  test.desktop.answer = () => 0;
  expect(await test.call('alerts:setWebhook', { url: 'https://hooks.example.com', events: [] })).toEqual({
    ok: false,
    error: { kind: 'consent', reason: 'declined' },
  });
  expect(test.seen().alertChannels.webhook).toBeUndefined();
});

const quiet = new AbortController().signal;

/** Posts with a limit of half a second. */
async function post(url: string) {
  const poster = createEventPoster({
    systemCas: async () => [],
    proxyResolver: { resolveProxy: async () => 'DIRECT' },
    userAgent: 'NotAfter/test',
    totalMs: 500,
  });
  onTestFinished(() => poster.dispose());
  return await poster.post(url, {}, '{}', quiet);
}

it.each<[string, RequestListener, unknown]>([
  ['hangs', () => undefined, { ok: false, error: { kind: 'timeout' } }],
  ['closes the connection', (request) => request.socket.destroy(), { ok: false, error: { kind: 'network' } }],
  [
    'sends an endless body',
    (_, response) => {
      const more = () => {
        while (response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more);
      more();
    },
    { ok: true, value: { status: 200 } },
  ],
  [
    'hangs in the body',
    (_, response) => {
      response.writeHead(500).write('x');
    },
    { ok: true, value: { status: 500 } },
  ],
  [
    'closes in the body',
    (_, response) => {
      response.writeHead(201, { 'content-length': '10' }).write('x', () => response.destroy());
    },
    { ok: true, value: { status: 201 } },
  ],
])('a receiver that %s does not hold the poster up', async (_, listener, expected) => {
  expect(await post(await listen(createServer(listener)))).toMatchObject(expected as object);
});

const answeredAt = 'Sun, 06 Nov 1994 08:49:37 GMT';

it.each<[number, string, number | null]>([
  [429, '120', 120_000],
  [503, 'Sun, 06 Nov 1994 08:51:37 GMT', 120_000],
  [503, 'Sun, 06 Nov 1994 08:47:37 GMT', 0],
  [429, '99999999999999999999', 86_400_000],
  [429, 'soon', null],
  [500, '120', null],
  [200, '120', null],
])('the answer %i with Retry-After: %s is left alone for %s ms', async (status, value, retryAfterMs) => {
  const listener: RequestListener = (_, response) =>
    response.writeHead(status, { 'retry-after': value, date: answeredAt }).end();
  expect(await post(await listen(createServer(listener)))).toEqual({
    ok: true,
    value: { status, retryAfterMs },
  });
});

it('a receiver with a self-signed certificate gets nothing', async () => {
  const { pem: cert, keyPem: key } = await selfSigned('127.0.0.1', false);
  let requests = 0;
  const server = createHttpsServer({ cert, key }, (_, response) => {
    requests += 1;
    response.end();
  });
  expect(await post(await listen(server, 'https'))).toMatchObject({
    ok: false,
    error: { kind: 'tls', reason: 'selfSigned' },
  });
  expect(requests).toBe(0);
});
