import { describe, expect, it } from 'vitest';
import { KeytarClient, type SecretProcess } from '#main/credentials/secrets/keytarClient.ts';
import type { KeytarRequest } from '#main/credentials/secrets/keytarServer.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';

/** A keychain process whose answers a test sends itself. */
class FakeProcess implements SecretProcess {
  readonly requests: KeytarRequest[] = [];
  killed = false;
  #onMessage: (message: unknown) => void = () => undefined;
  #onExit: () => void = () => undefined;

  postMessage(message: unknown): void {
    this.requests.push(message as KeytarRequest);
  }
  onMessage(listener: (message: unknown) => void): void {
    this.#onMessage = listener;
  }
  onExit(listener: () => void): void {
    this.#onExit = listener;
  }
  kill(): void {
    this.killed = true;
    this.#onExit();
  }
  reply(message: object, index = this.requests.length - 1): void {
    this.#onMessage({ id: this.requests[index]?.id, ...message });
  }
}

function setUp() {
  const processes: FakeProcess[] = [];
  const time = createFakeTime();
  const host = {
    spawn: () => {
      const process = new FakeProcess();
      processes.push(process);
      return process;
    },
  };
  const client = new KeytarClient(host, time.scheduler, 'the missing library');
  const process = (index: number): FakeProcess => {
    const found = processes[index];
    if (found === undefined) throw new RangeError(`process ${index} was not started`);
    return found;
  };
  return { client, time, processes, process };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const get = (account: string) => ({ operation: 'get', account }) as const;

describe('KeytarClient', () => {
  it('starts no process before the first call', () => {
    expect(setUp().processes).toHaveLength(0);
  });

  it('runs one call at a time, in order', async () => {
    const { client, process } = setUp();
    const first = client.call(get('a'), 1000);
    const second = client.call(get('b'), 1000);
    await settled();
    expect(process(0).requests.map(({ account }) => account)).toEqual(['a']);
    process(0).reply({ outcome: 'done', value: 'A' });
    expect(await first).toEqual({ ok: true, value: 'A' });
    await settled();
    expect(process(0).requests.map(({ account }) => account)).toEqual(['a', 'b']);
    process(0).reply({ outcome: 'done', value: null });
    expect(await second).toEqual({ ok: true, value: null });
  });

  it('ends a process that takes too long, and uses a new one for the next call', async () => {
    const { client, time, process } = setUp();
    const hanging = client.call(get('a'), 10_000);
    await settled();
    time.advanceSync(9_999);
    expect(process(0).killed).toBe(false);
    time.advanceSync(1);
    expect(await hanging).toEqual({ ok: false, error: { kind: 'keychainTimedOut' } });
    expect(process(0).killed).toBe(true);

    const next = client.call(get('a'), 10_000);
    await settled();
    process(1).reply({ outcome: 'done', value: 'A' });
    expect(await next).toEqual({ ok: true, value: 'A' });
  });

  it('starts the timeout of a call after the previous one', async () => {
    const { client, time, process } = setUp();
    const slow = client.call(get('a'), 10_000);
    const waiting = client.call(get('b'), 10_000);
    await settled();
    time.advanceSync(9_000);
    process(0).reply({ outcome: 'done', value: 'A' });
    await slow;
    await settled();
    time.advanceSync(9_000);
    process(0).reply({ outcome: 'done', value: 'B' });
    expect(await waiting).toEqual({ ok: true, value: 'B' });
  });

  it('ignores an answer to another request', async () => {
    const { client, process } = setUp();
    const first = client.call(get('a'), 1000);
    await settled();
    process(0).reply({ outcome: 'done', value: 'A' });
    await first;
    const second = client.call(get('b'), 1000);
    await settled();
    process(0).reply({ outcome: 'done', value: 'A again' }, 0);
    process(0).reply({ outcome: 'done', value: 'B' });
    expect(await second).toEqual({ ok: true, value: 'B' });
  });

  it('reports that the process ended during a call', async () => {
    const { client, process } = setUp();
    const call = client.call(get('a'), 1000);
    await settled();
    process(0).kill();
    expect(await call).toMatchObject({ ok: false, error: { kind: 'keychainUnavailable' } });
  });

  it('reports that the process cannot be started', async () => {
    const host = {
      spawn: () => {
        throw new Error('no such file');
      },
    };
    const client = new KeytarClient(host, createFakeTime().scheduler, '');
    expect(await client.call(get('a'), 1000)).toMatchObject({ error: { kind: 'keychainUnavailable' } });
  });

  it('reports the missing library when keytar cannot be loaded', async () => {
    const { client, process } = setUp();
    const call = client.call(get('a'), 1000);
    await settled();
    process(0).reply({ outcome: 'notLoaded' });
    expect(await call).toEqual({
      ok: false,
      error: { kind: 'keychainUnavailable', detail: 'the missing library' },
    });
  });

  it('asks once more in a new process if one that worked before finds no keychain any more', async () => {
    const { client, process, processes } = setUp();
    const before = client.call(get('a'), 1000);
    await settled();
    process(0).reply({ outcome: 'done', value: 'A' });
    await before;
    const call = client.call(get('a'), 1000);
    await settled();
    process(0).reply({ outcome: 'failed', message: 'no such session' });
    await settled();
    expect(process(0).killed).toBe(true);
    process(1).reply({ outcome: 'failed', message: 'no such session' });
    expect(await call).toMatchObject({ error: { kind: 'keychainUnavailable' } });
    expect(processes).toHaveLength(2);
  });

  it('ends a call, and those behind it, when they are called off', async () => {
    const { client, process, processes } = setUp();
    const controller = new AbortController();
    const calls = [get('a'), get('b')].map((operation) => client.call(operation, 1000, controller.signal));
    await settled();
    controller.abort();
    const timedOut = { ok: false, error: { kind: 'keychainTimedOut' } };
    expect(await Promise.all(calls)).toEqual([timedOut, timedOut]);
    expect(process(0).killed).toBe(true);
    expect(processes).toHaveLength(1);
  });

  it('ends an idle process after ten seconds', async () => {
    const { client, time, process, processes } = setUp();
    const call = client.call(get('a'), 1000);
    await settled();
    process(0).reply({ outcome: 'done', value: null });
    await call;
    time.advanceSync(9_999);
    expect(process(0).killed).toBe(false);
    time.advanceSync(1);
    expect(process(0).killed).toBe(true);
    void client.call(get('a'), 1000);
    await settled();
    expect(processes).toHaveLength(2);
  });

  it('fails the call in flight and all later ones once disposed, and leaves no timer', async () => {
    const { client, time, process } = setUp();
    const call = client.call(get('a'), 1000);
    await settled();
    client.dispose();
    expect(await call).toMatchObject({ ok: false });
    expect(await client.call(get('b'), 1000)).toMatchObject({ ok: false });
    expect(process(0).killed).toBe(true);
    expect(time.pending()).toBe(0);
  });
});
