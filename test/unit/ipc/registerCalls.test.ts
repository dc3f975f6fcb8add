import { describe, expect, it } from 'vitest';
import { type CallSender, registerCalls } from '#main/ipc/registerCalls.ts';
import { callNames } from '#shared/ipc/channels.ts';
import { type CallHandlers, calls } from '#shared/ipc/contract.ts';
import { FakeCallTransport } from '#test/support/fakeCallTransport.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';

const origin = 'app://notafter';
const page = `${origin}/index.html`;
const sentinel = 'SENTINEL-c0ffee';

/** Every call answers with its own name and the arguments that reached its handler, unless `overrides` has another. */
function setUp(overrides: Partial<CallHandlers> = {}) {
  const reached: [string, unknown][] = [];
  const echo = Object.fromEntries(
    callNames.map((name) => [
      name,
      (args: unknown) => {
        reached.push([name, args]);
        return null;
      },
    ]),
  ) as unknown as CallHandlers;
  const transport = new FakeCallTransport(page);
  const { logger, lines } = createRecordingLogger();
  const registration = registerCalls(transport, calls, { ...echo, ...overrides }, { origin, logger });
  return { transport, reached, lines, registration };
}

async function rejection(promise: Promise<unknown>): Promise<Error> {
  const outcome = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(outcome instanceof Error)) throw new Error('the call was not rejected');
  return outcome;
}

describe('registerCalls', () => {
  it('registers every call of the contract, and removes all of them again', () => {
    const { transport, registration } = setUp();
    expect(transport.channels).toEqual([...callNames]);
    registration.dispose();
    expect(transport.channels).toEqual([]);
  });

  it('passes the parsed arguments to the handler, without unknown fields', async () => {
    const { transport, reached } = setUp();
    await transport.raw('connections:setToken', { id: 'c1', token: 't', path: '/etc/passwd' });
    expect(reached).toEqual([['connections:setToken', { id: 'c1', token: 't' }]]);
  });

  it('answers null if a handler returns nothing', async () => {
    const { transport } = setUp({ 'receiver:retry': () => undefined, 'vault:retry': async () => undefined });
    expect(await transport.raw('receiver:retry', null)).toBeNull();
    expect(await transport.raw('vault:retry', null)).toBeNull();
  });

  it('answers with the result of the handler, synchronous or not', async () => {
    const { transport } = setUp({ 'export:start': async () => ({ ok: true, value: 'job' }) });
    expect(
      await transport.raw('export:start', {
        orderIds: ['a'],
        presetId: 'pem',
        parts: ['key'],
        container: 'zip',
        into: null,
        deliveryId: null,
      }),
    ).toEqual({
      ok: true,
      value: 'job',
    });
  });

  it.each<[string, CallSender]>([
    ['a frame within the page', { frameUrl: page, isMainFrame: false }],
    ['a frame that is gone', { frameUrl: null, isMainFrame: true }],
    ['another origin', { frameUrl: 'https://example.com/', isMainFrame: true }],
    ['a host that begins alike', { frameUrl: 'app://notafter.evil/index.html', isMainFrame: true }],
    ['a host that goes on alike', { frameUrl: 'app://notafterx/index.html', isMainFrame: true }],
    ['the host as a user name', { frameUrl: 'app://notafter@evil/index.html', isMainFrame: true }],
    ['the host with a port', { frameUrl: 'app://notafter:1/index.html', isMainFrame: true }],
    ['the host under another scheme', { frameUrl: 'https://notafter/index.html', isMainFrame: true }],
    ['the origin inside another address', { frameUrl: `https://evil/${page}`, isMainFrame: true }],
    ['no address', { frameUrl: '', isMainFrame: true }],
    ['about:blank', { frameUrl: 'about:blank', isMainFrame: true }],
  ])('refuses %s for every call, without quoting the arguments', async (_, sender) => {
    const { transport, reached, lines } = setUp();
    for (const name of callNames) {
      const error = await rejection(transport.raw(name, sentinel, sender));
      expect(error.message).toBe('call refused');
    }
    expect(reached).toEqual([]);
    expect(lines).toEqual(
      callNames.map((call) => ({ level: 'warn', message: 'call refused: foreign sender', fields: { call } })),
    );
  });

  it.each([page, origin, `${origin}/`, `${origin}/index.html?x=1#y`])(
    'accepts a call from %s',
    async (frameUrl) => {
      const { transport, reached } = setUp();
      await transport.raw('app:snapshot', null, { frameUrl, isMainFrame: true });
      expect(reached).toEqual([['app:snapshot', null]]);
    },
  );

  it.each(callNames)('refuses wrong arguments for %s and repeats nothing of them', async (name) => {
    const { transport, reached, lines } = setUp();
    const error = await rejection(transport.raw(name, { token: [sentinel], id: { [sentinel]: 1 }, text: 5 }));
    expect(error.message).toBe('arguments refused');
    expect(`${error.stack}${JSON.stringify(error)}${JSON.stringify(lines)}`).not.toContain(sentinel);
    expect(lines).toEqual([{ level: 'warn', message: 'call refused: arguments', fields: { call: name } }]);
    expect(reached).toEqual([]);
  });

  it('hides errors of a handler from the page and the log, and names the call', async () => {
    const { transport, lines } = setUp({
      'connections:setToken': () => {
        throw new TypeError(`cannot read ${sentinel}`);
      },
      'connections:removeToken': () => Promise.reject(new RangeError(sentinel)),
    });
    const thrown = await rejection(transport.raw('connections:setToken', { id: 'c1', token: 't' }));
    const rejected = await rejection(transport.raw('connections:removeToken', 'c1'));
    expect(thrown.message).toBe('call failed');
    expect(thrown.cause).toBeUndefined();
    expect(rejected.message).toBe('call failed');
    expect(lines.map(({ level, fields }) => [level, fields])).toEqual([
      ['error', { call: 'connections:setToken', error: 'TypeError' }],
      ['error', { call: 'connections:removeToken', error: 'RangeError' }],
    ]);
  });
});
