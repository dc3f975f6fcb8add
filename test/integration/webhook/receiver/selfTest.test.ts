import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { err, ok } from '#shared/result.ts';
import { listenOnLoopback, stopServer } from '#test/service/loopback.ts';
import { loopbackTls } from '#test/support/bareReceiver.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';

import { hook, outcomesOf, serve, serveTunnel, setUp } from './selfTestHarness.ts';

describe('a test delivery', () => {
  it('passes every step on its way to the hook, and is not stored', async () => {
    const { port, at, kept, outcomes } = await setUp();
    const report = await at(`http://127.0.0.1:${port}/in/hook`);
    expect(report).toMatchObject({ status: 204, error: null });
    expect(outcomesOf(report)).toEqual({
      name: 'notNeeded',
      connection: 'passed',
      tls: 'notNeeded',
      path: 'passed',
      signature: 'passed',
      time: 'passed',
    });
    expect(report.steps.map(({ step }) => step)).toEqual(Object.keys(outcomesOf(report)));
    expect(report.ms + report.leftMs).toBe(15_000);
    expect(kept).toEqual([]);
    expect(outcomes).toEqual([{ kind: 'selfTest' }]);
  });

  it('resolves the name of the computer', async () => {
    const { port, at } = await setUp();
    const report = await at(` http://localhost:${port}/in/hook#part `);
    expect(outcomesOf(report)['name']).toBe('passed');
    expect(report.error).toBeNull();
  });

  it('verifies TLS with the roots of the system only', async () => {
    const { key, cert, caPem } = await loopbackTls();
    const trusting = await setUp({ tls: { key, cert }, systemCas: async () => [caPem] });
    const good = await trusting.at(`https://127.0.0.1:${trusting.port}/in/hook`);
    expect(outcomesOf(good)['tls']).toBe('passed');
    expect(good.error).toBeNull();
    // The scheme is optional.
    expect((await trusting.at(`127.0.0.1:${trusting.port}/in/hook`)).error).toBeNull();

    const wrongName = await trusting.at(`https://localhost:${trusting.port}/in/hook`);
    expect(wrongName.error).toMatchObject({ kind: 'app', error: { kind: 'tls', reason: 'wrongHost' } });

    const other = await setUp({ tls: { key, cert } });
    const report = await other.at(`https://127.0.0.1:${other.port}/in/hook`);
    expect(outcomesOf(report)).toMatchObject({ connection: 'passed', tls: 'failed', path: 'notReached' });
    expect(report.error).toMatchObject({ kind: 'app', error: { kind: 'tls', reason: 'notTrusted' } });
    expect(other.outcomes).not.toContainEqual({ kind: 'selfTest' });
  });

  it('reports that nothing listens, or that the server speaks no TLS', async () => {
    const { port, at } = await setUp();
    const closed = createServer();
    const free = await listenOnLoopback(closed, 0);
    await stopServer(closed);
    const refused = await at(`http://127.0.0.1:${free}/in/hook`);
    expect(outcomesOf(refused)).toMatchObject({
      connection: 'failed',
      tls: 'notReached',
      time: 'notReached',
    });
    expect(refused.error).toMatchObject({ error: { kind: 'network', reason: 'refused' } });
    expect((await at(`https://127.0.0.1:${port}/in/hook`)).error).toMatchObject({ error: { kind: 'tls' } });
  });

  it('reports an unknown name', async () => {
    const { at } = await setUp();
    const report = await at('https://no-such-name.invalid/in/hook');
    expect(outcomesOf(report)).toMatchObject({ name: 'failed', connection: 'notReached', tls: 'notReached' });
    expect(report.error).toMatchObject({ error: { kind: 'network', reason: 'hostNotFound' } });
  });

  it('reports an answer or a redirect of another server', async () => {
    const { at, outcomes } = await setUp();
    const answers: Readonly<Record<string, number>> = {
      '/ok': 200,
      '/gone': 404,
      '/moved': 302,
      '/bad': 502,
    };
    const port = await serve(
      createServer((incoming, response) => {
        response.writeHead(answers[incoming.url ?? ''] ?? 500, { location: '/in/hook' }).end('A page');
      }),
    );
    for (const [path, status] of Object.entries(answers)) {
      const report = await at(`http://127.0.0.1:${port}${path}`);
      expect(outcomesOf(report)).toMatchObject({
        path: 'failed',
        signature: 'notReached',
        time: 'notReached',
      });
      const kind = status === 302 ? 'redirected' : 'answeredElsewhere';
      expect(report.error).toEqual({ kind, status });
      expect(report.status).toEqual(status);
    }
    expect(outcomes).toEqual([]);
  });

  it('reports a path without a hook', async () => {
    const { port, at } = await setUp();
    const report = await at(`http://127.0.0.1:${port}/in/another`);
    expect(outcomesOf(report)).toMatchObject({ path: 'failed', signature: 'notReached' });
    expect(report.error).toEqual({ kind: 'refused', reason: { kind: 'unknownPath' }, status: 404 });
  });

  it('reports why the receiver refused it', async () => {
    const { port, at } = await setUp();
    const tunnel = await serveTunnel(port, (response, status) => response.writeHead(status).end(), {
      host: 'tunnel.example',
    });
    const report = await at(`http://127.0.0.1:${tunnel}/in/hook`);
    expect(outcomesOf(report)).toMatchObject({ path: 'passed', signature: 'failed', time: 'notReached' });
    expect(report.error).toMatchObject({ reason: { kind: 'hostNotAllowed', host: 'tunnel.example' } });
  });

  it('reports that it was accepted, but the answer was changed or lost', async () => {
    const { port, at } = await setUp();
    const changing = await serveTunnel(port, (response) => response.writeHead(200).end('<html>'));
    const changed = await at(`http://127.0.0.1:${changing}/in/hook`);
    expect(changed.error).toEqual({ kind: 'answerChanged', status: 200 });
    expect(outcomesOf(changed)).toMatchObject({ path: 'passed', signature: 'passed', time: 'failed' });
    const dropping = await serveTunnel(port, (response) => response.destroy());
    expect((await at(`http://127.0.0.1:${dropping}/in/hook`)).error).toEqual({
      kind: 'answerChanged',
      status: null,
    });
  });

  it('counts once when a proxy duplicates it, and its copy is no other test', async () => {
    const { port, at, outcomes } = await setUp();
    const tunnel = await serveTunnel(port, (response) => response.writeHead(204).end(), { times: 2 });
    expect((await at(`http://127.0.0.1:${tunnel}/in/hook`)).error).toBeNull();
    expect(outcomes.map(({ kind }) => kind)).toEqual(['selfTest', 'refused']);
  });

  it('times out after 15 s without an answer', async () => {
    const { clock, scheduler, advance } = createFakeTime();
    const { at } = await setUp({ clock, scheduler });
    const { promise: arrived, resolve } = Promise.withResolvers<void>();
    const port = await serve(createServer(() => resolve()));
    const running = at(`http://127.0.0.1:${port}/in/hook`);
    await arrived;
    await advance(15_000);
    const report = await running;
    expect(report).toMatchObject({ status: null, leftMs: 0, ms: 15_000 });
    expect(outcomesOf(report)).toMatchObject({ connection: 'passed', path: 'failed' });
    expect(report.error).toEqual({ kind: 'app', error: { kind: 'timeout', phase: 'headers' } });
  });

  it('times out when the answer is delayed on its way', async () => {
    const time = createFakeTime(Date.now());
    const { at, port } = await setUp({ clock: time.clock, scheduler: time.scheduler });
    const { promise: answered, resolve } = Promise.withResolvers<void>();
    const tunnel = await serveTunnel(port, () => resolve());
    const running = at(`http://127.0.0.1:${tunnel}/in/hook`);
    await answered;
    await time.advance(15_000);
    const report = await running;
    expect(outcomesOf(report)).toMatchObject({ path: 'passed', signature: 'passed', time: 'failed' });
    expect(report.error).toMatchObject({ kind: 'app', error: { kind: 'timeout' } });
  });

  it.each([
    ['', 'empty'],
    ['ftp://127.0.0.1/in/hook', 'notAUrl'],
    ['http://', 'notAUrl'],
    ['https://user:pass@127.0.0.1/in/hook', 'credentialsInUrl'],
  ])('is not sent to %j', async (url, reason) => {
    const report = await (await setUp()).at(url);
    expect(report).toMatchObject({ status: null, ms: 0, leftMs: 15_000 });
    expect(new Set(Object.values(outcomesOf(report)))).toEqual(new Set(['notReached']));
    const error = { kind: 'invalidInput', field: 'publicUrl', reason };
    expect(report.error).toEqual({ kind: 'app', error });
  });

  it('is not sent for a missing hook, or one without readable secrets', async () => {
    const { selfTest, port } = await setUp();
    const url = `http://127.0.0.1:${port}/in/hook`;
    expect((await selfTest.run({ hookId: 'gone', url })).error).toEqual({
      kind: 'app',
      error: { kind: 'unknownId' },
    });
    const locked = await setUp({
      hooks: { find: () => hook, secretsOf: async () => err({ kind: 'keychainLocked' }) },
    });
    expect((await locked.at(url)).error).toEqual({ kind: 'app', error: { kind: 'keychainLocked' } });
  });
});

describe('an eavesdropper of a test', () => {
  /** A proxy that shows requests to the test before it forwards them. */
  async function watched(port: number, see: (headers: IncomingHttpHeaders) => Promise<void>) {
    return await serve(
      createServer(async (incoming, response) => {
        const body = await buffer(incoming);
        await see(incoming.headers);
        const headers = { ...incoming.headers, host: '127.0.0.1' };
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
        response.writeHead(reply.statusCode).end();
      }),
    );
  }

  it('gets no signature of the hook: each test has its own secret', async () => {
    const { port, at } = await setUp();
    const tokens: unknown[] = [];
    const way = await watched(port, async (headers) => {
      const timestamp = String(headers['z-timestamp']);
      for (const secret of ['secret', 'older secret', 'other secret'])
        expect(headers['z-token']).not.toBe(createHmac('sha256', secret).update(timestamp).digest('hex'));
      tokens.push(headers['z-token']);
    });
    for (const _ of [1, 2]) expect((await at(`http://127.0.0.1:${way}/in/hook`)).error).toBeNull();
    expect(new Set(tokens).size).toBe(2);
  });

  it('cannot deliver anything else with it, with or without the self-test header', async () => {
    const { port, at, kept } = await setUp();
    const statuses: (number | undefined)[] = [];
    const way = await watched(port, async (headers) => {
      const { 'content-length': _, 'x-notafter-self-test': mark, ...stolen } = headers;
      for (const more of [{}, { 'x-notafter-self-test': mark }]) {
        const forged = request({
          host: '127.0.0.1',
          port,
          method: 'POST',
          path: '/in/hook',
          headers: { ...stolen, ...more, host: '127.0.0.1' },
          agent: false,
        });
        const [reply] = await once(forged.end('{"ssl":"Forged"}'), 'response');
        reply.resume();
        statuses.push(reply.statusCode);
      }
    });
    expect((await at(`http://127.0.0.1:${way}/in/hook`)).error).toBeNull();
    expect(statuses).toEqual([401, 401]);
    expect(kept).toEqual([]);
  });
});

describe('the target of a test', () => {
  it('is https, except for this computer', async () => {
    const { at, confirmed } = await setUp();
    const error = { kind: 'invalidInput', field: 'publicUrl', reason: 'httpsOnly' };
    expect((await at('http://hooks.example.com/in/hook')).error).toEqual({ kind: 'app', error });
    expect(confirmed).toEqual([]);
  });

  it('needs the consent of the user once per hook and host', async () => {
    const { at, confirmed, person, selfTest } = await setUp();
    const arrived: unknown[] = [];
    const port = await serve(
      createServer((incoming, response) => {
        arrived.push(incoming.url);
        response.end();
      }),
    );
    const declined = err({ kind: 'consent', reason: 'declined' } as const);
    person.says = declined;
    const url = `http://127.0.0.1:${port}/some/path`;
    expect((await at(url)).error).toEqual({ kind: 'app', error: declined.error });
    expect(arrived).toEqual([]);
    person.says = ok(null);
    for (const path of ['/a', '/b']) await at(`http://127.0.0.1:${port}${path}`);
    await selfTest.run({ hookId: 'hook-2', url });
    const question = { host: '127.0.0.1', port: String(port), protocol: 'http:' };
    expect(confirmed).toEqual([
      { ...question, hook: 'Hook' },
      { ...question, hook: 'Hook' },
      { ...question, hook: 'Other' },
    ]);
    expect(arrived).toEqual(['/a', '/b', '/some/path']);
  });

  it('needs no consent for the receiver itself', async () => {
    const { at, port, confirmed } = await setUp({ isOwn: () => true });
    expect((await at(`http://127.0.0.1:${port}/in/hook`)).error).toBeNull();
    expect(confirmed).toEqual([]);
  });

  it('is limited: one at a time, and six per minute', async () => {
    const time = createFakeTime(Date.now());
    const { at, port } = await setUp({ clock: time.clock });
    const url = `http://127.0.0.1:${port}/in/hook`;
    const [first, second] = await Promise.all([at(url), at(url)]);
    expect(first.error).toBeNull();
    expect(second.error).toEqual({ kind: 'app', error: { kind: 'busy' } });
    for (const _ of [2, 3, 4, 5, 6]) expect((await at(url)).error).toBeNull();
    expect((await at(url)).error).toEqual({ kind: 'app', error: { kind: 'tooOften', waitMs: 60_000 } });
  });
});

describe('the secret of a test', () => {
  it('is forgotten when it ends: a copy sent later is no test', async () => {
    const { port, at, outcomes } = await setUp();
    const { promise: captured, resolve } = Promise.withResolvers<string>();
    const tap = createServer();
    // Forwards every byte, and keeps a copy of the bytes for the receiver.
    tap.removeAllListeners('connection').on('connection', (socket) => {
      const behind = connect(port, '127.0.0.1');
      let copy = '';
      socket.on('data', (chunk: Buffer) => {
        copy += chunk.toString('latin1');
      });
      socket.pipe(behind).pipe(socket);
      socket.on('error', () => undefined);
      behind.on('error', () => undefined);
      behind.once('close', () => resolve(copy));
    });
    const tapPort = await serve(tap);
    expect((await at(`http://127.0.0.1:${tapPort}/in/hook`)).error).toBeNull();
    const again = connect(port, '127.0.0.1');
    again.end(await captured);
    again.resume();
    await once(again, 'close');
    expect(outcomes.map(({ kind }) => kind)).toEqual(['selfTest', 'refused']);
  });
});
