import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { KeepOutcome } from '#main/webhook/inbox/delivery.ts';
import type { RefusalReason } from '#shared/domain/receiver.ts';
import { err } from '#shared/result.ts';
import { encodeFields, signTimestamp } from '#test/service/delivery.ts';
import { sendDelivery } from '#test/service/sendDelivery.ts';
import { loopbackTls } from '#test/support/bareReceiver.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { fields, hook, requestText, secret, send, setUpHandler } from './deliveryHarness.ts';

const refused = (status: number | null, reason: RefusalReason) =>
  expect.objectContaining({ status, outcome: { kind: 'refused', reason } });

const order = { name: fields.ssl, material: fields };

const HOUR_MS = 3_600_000;

/** No timer of the receiver or of Node's server ends within a test: what is answered or closed is so at once. */
const withoutTimers = (now: number) => {
  const { clock, scheduler } = createFakeTime(now);
  return {
    ports: { clock, scheduler },
    limits: { headersMs: HOUR_MS, requestMs: HOUR_MS, silenceMs: HOUR_MS },
  };
};

describe('a valid delivery', () => {
  it.each(['json', 'form'] as const)('is kept and answered 204, as %s', async (encoding) => {
    const { port, kept, entries } = await setUpHandler();
    const options = { secret, task: fields.task, encoding, charset: true };
    const verdict = await sendDelivery(`http://127.0.0.1:${port}/hook`, order, options);
    expect(verdict).toMatchObject({ outcome: 'succeeded', status: 204 });
    expect(kept).toMatchObject([
      { hookId: hook.id, fields, bodySha256: expect.stringMatching(/^[0-9a-f]{64}$/u) },
    ]);
    expect(entries).toMatchObject([
      { hookId: hook.id, from: '127.0.0.1', status: 204, outcome: { kind: 'kept', orderName: fields.ssl } },
    ]);
    expect(JSON.stringify(entries)).not.toContain('PRIVATE KEY');
  });

  it('tells its signed time once its signature is right', async () => {
    const times: number[] = [];
    const { port } = await setUpHandler({ ports: { heardTime: (at) => times.push(at) } });
    const deliver = (signedWith: string) =>
      sendDelivery(`http://127.0.0.1:${port}/hook`, order, { secret: signedWith, task: fields.task });
    expect(await deliver('another')).toMatchObject({ status: 401 });
    expect(times).toEqual([]);
    expect(await deliver(secret)).toMatchObject({ status: 204 });
    expect(times).toEqual([expect.closeTo(Date.now(), -5)]);
  });

  it.each(['/hook/', '/hook?source=service', '/hook/?', '/hook?'])('may be sent to %s', async (target) => {
    const { port, kept } = await setUpHandler();
    expect(await send(port, requestText({ line: `POST ${target} HTTP/1.1` }))).toMatchObject({ status: 204 });
    expect(kept).toMatchObject([{ hookId: hook.id }]);
  });

  it('is answered without details of the receiver, and the connection is closed at once', async () => {
    const { port } = await setUpHandler(withoutTimers(Date.now()));
    const { text } = await send(port, requestText());
    expect(text).toBe('HTTP/1.1 204 No Content\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n');
  });

  it('is stored over TLS as well, and refused with an answer', async () => {
    const { key, cert, caPem } = await loopbackTls();
    const { port, entries } = await setUpHandler({ tls: { key, cert } });
    const deliver = (signedWith: string) =>
      sendDelivery(`https://127.0.0.1:${port}/hook`, order, { secret: signedWith, task: 'Task', caPem });
    expect(await deliver(secret)).toMatchObject({ outcome: 'succeeded', status: 204 });
    expect(await deliver('another')).toMatchObject({ outcome: 'failed', status: 401 });
    expect(entries.map(({ status }) => status)).toEqual([204, 401]);
  });

  it('may arrive in pieces', async () => {
    const { port, kept } = await setUpHandler();
    const text = requestText();
    const pieces = [text.slice(0, 40), text.slice(40, -60), text.slice(-60, -1), text.slice(-1)];
    expect(await send(port, ...pieces)).toMatchObject({ status: 204 });
    expect(kept).toMatchObject([{ fields }]);
  });

  it('may wait for 100 Continue, and does not get it when its head is bad', async () => {
    const { port, kept } = await setUpHandler();
    const waiting = (token?: string) => {
      const headers: [string, string][] = [['expect', '100-continue']];
      if (token !== undefined) headers.push(['z-token', token]);
      const text = requestText({ headers });
      const body = text.indexOf('\r\n\r\n') + 4;
      return [text.slice(0, body), text.slice(body)] as const;
    };
    expect((await send(port, ...waiting())).text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 204 /u);
    expect(await send(port, waiting('0'.repeat(64))[0])).toMatchObject({ status: 401 });
    expect(kept).toHaveLength(1);
  });

  it('is stored once when it is sent twice over one connection', async () => {
    const { port, kept } = await setUpHandler();
    const { text } = await send(port, requestText() + requestText());
    expect(text.match(/HTTP\/1\.1/gu)).toHaveLength(1);
    expect(kept).toHaveLength(1);
  });
});

describe('an invalid request', () => {
  /** When all of these arrive, in seconds: the requests are built long before the last one is sent. */
  const arrival = Math.floor(Date.now() / 1000);
  const at = (timestamp: string): [string, string][] => [
    ['z-timestamp', timestamp],
    ['z-token', signTimestamp(timestamp, secret)],
  ];
  const twice = (name: string, value: string) => ({
    headers: [
      [name, value],
      [name, value],
    ] as const,
  });

  it.each<[string, number, () => RefusalReason, Parameters<typeof requestText>[0]]>([
    ['no Host', 400, () => ({ kind: 'headerMissing', name: 'host' }), { without: ['host'] }],
    ['two Hosts', 400, () => ({ kind: 'headerRepeated', name: 'host' }), twice('host', 'localhost')],
    ['no token', 401, () => ({ kind: 'headerMissing', name: 'z-token' }), { without: ['z-token'] }],
    [
      'two tokens',
      401,
      () => ({ kind: 'headerRepeated', name: 'z-token' }),
      twice('z-token', 'a'.repeat(64)),
    ],
    [
      'no timestamp',
      401,
      () => ({ kind: 'headerMissing', name: 'z-timestamp' }),
      { without: ['z-timestamp'] },
    ],
    [
      'two timestamps',
      401,
      () => ({ kind: 'headerRepeated', name: 'z-timestamp' }),
      twice('z-timestamp', '1'),
    ],
    ['no type', 415, () => ({ kind: 'headerMissing', name: 'content-type' }), { without: ['content-type'] }],
    [
      'two types',
      415,
      () => ({ kind: 'headerRepeated', name: 'content-type' }),
      twice('content-type', 'a/b'),
    ],
    [
      'another host',
      400,
      () => ({ kind: 'hostNotAllowed', host: 'evil.example' }),
      { headers: [['host', 'evil.example']] },
    ],
    ['an origin', 400, () => ({ kind: 'originPresent' }), { headers: [['origin', 'null']] }],
    ['another path', 404, () => ({ kind: 'unknownPath' }), { line: 'POST /hook/a HTTP/1.1' }],
    ['a path with two slashes', 404, () => ({ kind: 'unknownPath' }), { line: 'POST /hook// HTTP/1.1' }],
    ['another method', 405, () => ({ kind: 'wrongMethod', method: 'PUT' }), { line: 'PUT /hook HTTP/1.1' }],
    [
      'another version',
      400,
      () => ({ kind: 'badRequest', code: 'HPE_INVALID_VERSION' }),
      { line: 'POST /hook HTTP/2.0' },
    ],
    ['a short timestamp', 401, () => ({ kind: 'timestampMalformed' }), { headers: at('170000000') }],
    [
      'a token in capitals',
      401,
      () => ({ kind: 'tokenMalformed' }),
      { headers: [['z-token', 'A'.repeat(64)]] },
    ],
    ['a forged token', 401, () => ({ kind: 'signature' }), { headers: [['z-token', 'a'.repeat(64)]] }],
    [
      'an old signature',
      401,
      () => ({ kind: 'timeSkew', seconds: -3600 }),
      { headers: at(String(arrival - 3600)) },
    ],
    ['another type', 415, () => ({ kind: 'contentType' }), { headers: [['content-type', 'text/plain']] }],
    ['a coding', 415, () => ({ kind: 'contentEncoding' }), { headers: [['content-encoding', 'gzip']] }],
    ['no length', 411, () => ({ kind: 'lengthMissing' }), { without: ['content-length'] }],
    [
      'a large body',
      413,
      () => ({ kind: 'tooLarge', limitBytes: 262_144 }),
      { headers: [['content-length', '262145']] },
    ],
    ['half a body of JSON', 400, () => ({ kind: 'bodyMalformed', detail: 'notJson' }), { body: '{' }],
    ['no body', 400, () => ({ kind: 'bodyMalformed', detail: 'notJson' }), { body: '' }],
    ['a field too few', 400, () => ({ kind: 'fieldMissing', name: 'ssl' }), { body: '{}' }],
    ['a field twice', 400, () => ({ kind: 'fieldRepeated', name: 'key' }), { body: '{"key":1,"key":1}' }],
    ['a number for a name', 400, () => ({ kind: 'fieldNotText', name: 'ssl' }), { body: '{"ssl":1}' }],
  ])('is refused for %s with %i', async (_what, status, reason, request) => {
    const { port, kept, entries } = await setUpHandler(withoutTimers(arrival * 1000));
    const heard = await send(port, requestText(request));
    expect(heard.status).toBe(status);
    expect(heard.text).toMatch(/\r\nConnection: close\r\n\r\n[A-Z][A-Za-z ]{5,40}\n$/u);
    expect(heard.text.includes('\r\nAllow: POST\r\n')).toBe(status === 405);
    expect(entries).toEqual([refused(status, reason())]);
    expect(kept).toEqual([]);
  });

  it('is answered while it still sends', async () => {
    const { port } = await setUpHandler();
    const body = 'x'.repeat(8 * 1024 * 1024);
    expect(await send(port, requestText({ body }))).toMatchObject({ status: 413 });
    expect(
      await send(port, requestText({ body: body.slice(0, 200_000), headers: [['z-token', '0'.repeat(64)]] })),
    ).toMatchObject({ status: 401 });
  });

  it('is answered without a body when it is HEAD', async () => {
    const { port } = await setUpHandler();
    const { text } = await send(port, requestText({ line: 'HEAD /hook HTTP/1.1', body: '' }));
    expect(text).toMatch(/^HTTP\/1\.1 405 [\s\S]*\r\n\r\n$/u);
  });

  it('is closed after a second, even if the sender leaves its side open', async () => {
    const { port, server } = await setUpHandler();
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined).resume();
    socket.write(
      requestText({
        headers: [
          ['z-token', '0'.repeat(64)],
          ['content-length', '1000'],
        ],
      }),
    );
    const connections = () =>
      new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
    await vi.waitFor(async () => expect(await connections()).toBe(1));
    await sleep(300);
    expect(await connections()).toBe(1);
    await vi.waitFor(async () => expect(await connections()).toBe(0), 2000);
    socket.destroy();
  });

  it('must come from a listed address, which a trusted proxy may name', async () => {
    const config = { sourceAddresses: ['192.0.2.1'], trustedProxies: ['127.0.0.1'] };
    const { port, entries } = await setUpHandler({ config });
    const from = (address: string) => requestText({ headers: [['x-forwarded-for', address]] });
    expect(await send(port, from('192.0.2.1'))).toMatchObject({ status: 204 });
    expect(await send(port, from('192.0.2.1, 192.0.2.2'))).toMatchObject({ status: 401 });
    expect(await send(port, requestText())).toMatchObject({ status: 401 });
    expect(entries.map(({ from: sender, status }) => [sender, status])).toEqual([
      ['192.0.2.1', 204],
      ['192.0.2.2', 401],
      ['127.0.0.1', 401],
    ]);
  });
});

describe('bytes that are not a request', () => {
  it.each([
    ['nonsense', 400, 'nonsense\r\n\r\n', expect.stringMatching(/^HPE_/u)],
    [
      'two lengths',
      400,
      requestText({
        headers: [
          ['content-length', '1'],
          ['content-length', '2'],
        ],
      }),
      'HPE_UNEXPECTED_CONTENT_LENGTH',
    ],
    [
      'a head that is too long',
      431,
      requestText({ headers: [['x', 'x'.repeat(20_000)]] }),
      'HPE_HEADER_OVERFLOW',
    ],
  ])('is answered: %s with %i', async (_what, status, text, code) => {
    const { port, entries } = await setUpHandler();
    expect(await send(port, text)).toMatchObject({ status });
    expect(entries).toEqual([refused(status, { kind: 'badRequest', code })]);
  });

  it('is not logged when it only connects and closes', async () => {
    const { port, entries } = await setUpHandler();
    const socket = connect(port, '127.0.0.1', () => socket.resetAndDestroy());
    await sleep(100);
    expect(entries).toEqual([]);
  });
});

describe('a sender that is slow', () => {
  const limits = { headersMs: 300, requestMs: 300, checkMs: 50 };

  it.each([
    ['its head', 20],
    ['its body', -10],
  ])('with %s is answered 408 once', async (_what, end) => {
    const { port, entries, kept } = await setUpHandler({ limits });
    expect(await send(port, requestText().slice(0, end))).toMatchObject({ status: 408 });
    expect(entries).toEqual([refused(408, { kind: 'slow' })]);
    expect(kept).toEqual([]);
  });

  it('is answered 408 by the deadline of the exchange too', async () => {
    const { scheduler, advance } = createFakeTime();
    const { port, entries } = await setUpHandler({ ports: { scheduler } });
    const answer = send(port, requestText().slice(0, -10));
    await sleep(200);
    await advance(10_000);
    expect(await answer).toMatchObject({ status: 408 });
    expect(entries).toEqual([refused(408, { kind: 'slow' })]);
  });

  it.each([
    ['resets the connection', 'resetAndDestroy', null, 'ECONNRESET'],
    ['ends it', 'end', 400, 'HPE_INVALID_EOF_STATE'],
  ] as const)('is noted when it %s before the end', async (_what, leave, status, code) => {
    const { port, entries } = await setUpHandler();
    const socket = connect(port, '127.0.0.1');
    socket.write(requestText().slice(0, -10), () => setTimeout(() => socket[leave](), 100));
    await vi.waitFor(() => expect(entries).toEqual([refused(status, { kind: 'badRequest', code })]));
    socket.destroy();
  });
});

describe('a verified delivery', () => {
  const invalid = { kind: 'invalidMaterial', reason: 'unreadable', part: 'key' } as const;
  const full = { kind: 'storage', reason: 'full', detail: 'disk' } as const;

  it.each<[KeepOutcome, number]>([
    [{ kind: 'replayed' }, 204],
    [{ kind: 'unusable', error: invalid }, 422],
    [{ kind: 'flood' }, 429],
    [{ kind: 'notKept', error: full }, 503],
  ])('that ends as %j is answered %i', async (outcome, status) => {
    const { port, entries } = await setUpHandler({ keep: async () => outcome });
    const heard = await send(port, requestText());
    expect(heard.status).toBe(status);
    expect(heard.text.includes('\r\nRetry-After: 60\r\n')).toBe(status === 429 || status === 503);
    expect(entries).toEqual([
      status === 204
        ? expect.objectContaining({ status, outcome: { kind: 'replayed' } })
        : refused(status, outcome as RefusalReason),
    ]);
  });

  it('is answered 503 when the secrets cannot be read', async () => {
    const secretsOf = async () => err({ kind: 'keychainLocked' } as const);
    const hooks = { byPath: () => hook, secretsOf };
    const { port, entries } = await setUpHandler({ ports: { hooks } });
    expect(await send(port, requestText())).toMatchObject({ status: 503 });
    expect(entries).toEqual([refused(503, { kind: 'secretsUnreadable', error: { kind: 'keychainLocked' } })]);
  });

  it.each([
    ['keeper', { kind: 'notKept', error: { kind: 'busy' } } as const],
    ['keychain', { kind: 'secretsUnreadable', error: { kind: 'keychainTimedOut' } } as const],
  ])('is answered 503 within 10 s when the %s does not answer', async (what, reason) => {
    const { scheduler, advance } = createFakeTime();
    const never = new Promise<never>(() => undefined);
    const secretsOf = () => never;
    const hooks = { byPath: () => hook, secretsOf };
    const ports = what === 'keeper' ? { scheduler } : { scheduler, hooks };
    const { port, entries } = await setUpHandler({ ports, keep: () => never });
    const answer = send(port, requestText());
    await sleep(200);
    await advance(9999);
    expect(entries).toEqual([]);
    await advance(1);
    expect(await answer).toMatchObject({ status: 503 });
    expect(entries).toEqual([refused(503, reason)]);
  });

  it('is answered 503 after a bug; the log has its place but not its message', async () => {
    const keep = () => Promise.reject(new TypeError(`quotes ${fields.key}`));
    const { port, entries, lines } = await setUpHandler({ keep });
    expect(await send(port, requestText())).toMatchObject({ status: 503 });
    expect(entries).toEqual([refused(503, { kind: 'notKept', error: { kind: 'busy' } })]);
    expect(lines).toMatchObject([{ level: 'error', fields: { error: 'TypeError' } }]);
    expect(JSON.stringify(lines)).not.toContain('PRIVATE KEY');
  });

  it('is stored even if the sender no longer waits', async () => {
    const closed = Promise.withResolvers<void>();
    const keep = async (): Promise<KeepOutcome> => {
      await closed.promise;
      return { kind: 'kept', deliveryId: 'd1' };
    };
    const { server, port, kept, entries } = await setUpHandler({ keep });
    server.on('connection', (connection) => connection.once('close', () => closed.resolve()));
    const sender = connect(port, '127.0.0.1');
    sender.write(requestText());
    await vi.waitFor(() => expect(kept).toHaveLength(1));
    sender.resetAndDestroy();
    await vi.waitFor(() => expect(entries).toMatchObject([{ status: null, outcome: { kind: 'kept' } }]));
  });
});

describe("the app's own test delivery", () => {
  it('is answered 204 and never stored, and its test gets every outcome', async () => {
    const observed: unknown[] = [];
    const selfTests = {
      // The secret of the harness instead of the test's secret.
      secretOf: (hookId: string, id: string | null) =>
        hookId === hook.id && id === 'test-1' ? secret : null,
      match: (id: string | null, sha256: string) => id === 'test-1' && /^[0-9a-f]{64}$/u.test(sha256),
      observe: (...seen: unknown[]) => observed.push(seen),
    };
    const { port, kept, entries } = await setUpHandler({ ports: { selfTests } });
    const id: [string, string] = ['x-notafter-self-test', 'test-1'];
    expect(await send(port, requestText({ headers: [id] }))).toMatchObject({ status: 204 });
    const host: [string, string] = ['host', 'tunnel.example'];
    expect(await send(port, requestText({ headers: [id, host] }))).toMatchObject({ status: 400 });
    await send(port, requestText({ headers: [host] }));
    expect(observed).toEqual([
      [{ kind: 'selfTest' }, hook.id, 'test-1'],
      [{ kind: 'refused', reason: { kind: 'hostNotAllowed', host: 'tunnel.example' } }, hook.id, 'test-1'],
    ]);
    expect(kept).toEqual([]);
    expect(entries[0]).toMatchObject({ status: 204, outcome: { kind: 'selfTest' } });
  });

  it('is not recognised by its header alone', async () => {
    const { port, kept } = await setUpHandler();
    const body = encodeFields({ ...fields }, 'json');
    await send(port, requestText({ body, headers: [['x-notafter-self-test', 'x']] }));
    expect(kept).toHaveLength(1);
  });
});
