import { describe, expect, it } from 'vitest';
import { HostResolver, systemLookup } from '#main/monitoring/probe/hostResolver.ts';
import { systemScheduler } from '#main/platform/time.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';

const { signal } = new AbortController();

function harness() {
  const time = createFakeTime();
  const asked: {
    name: string;
    answer: (addresses: readonly string[]) => void;
    fail: (code: string) => void;
  }[] = [];
  const resolver = new HostResolver(
    time.scheduler,
    (name) =>
      new Promise((resolve, reject) =>
        asked.push({
          name,
          answer: resolve,
          fail: (code) => reject(Object.assign(new Error(code), { code })),
        }),
      ),
  );
  return { time, asked, resolver, turn: () => new Promise((resolve) => setImmediate(resolve)) };
}

describe('resolving a host', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:DB8:0::1', '2001:db8::1'],
  ])('resolves %s without a lookup', async (host, address) => {
    const { resolver, asked } = harness();
    expect(await resolver.resolve(host, signal)).toEqual({ ok: true, value: [address] });
    expect(asked).toEqual([]);
  });

  it('returns all addresses of a name, without duplicates', async () => {
    const { resolver, asked } = harness();
    const found = resolver.resolve('shop.example', signal);
    asked[0]?.answer(['192.0.2.1', '2001:DB8::1', '192.0.2.1', '2001:db8:0::1']);
    expect(await found).toEqual({ ok: true, value: ['192.0.2.1', '2001:db8::1'] });
  });

  it('reports that a name is not found, with the system error code', async () => {
    const { resolver, asked } = harness();
    const found = resolver.resolve('shop.example', signal);
    asked[0]?.fail('ENOTFOUND');
    expect(await found).toEqual({ ok: false, error: { kind: 'notFound', code: 'ENOTFOUND' } });
    const empty = resolver.resolve('shop.example', signal);
    asked[1]?.answer([]);
    expect(await empty).toEqual({ ok: false, error: { kind: 'notFound', code: 'ENODATA' } });
  });

  it('gives up after ten seconds, and not before', async () => {
    const { resolver, time, turn } = harness();
    let isSettled = false;
    const found = resolver.resolve('shop.example', signal).finally(() => {
      isSettled = true;
    });
    time.advanceSync(9_999);
    await turn();
    expect(isSettled).toBe(false);
    time.advanceSync(1);
    expect(await found).toEqual({ ok: false, error: { kind: 'timeout', phase: 'resolve' } });
  });

  it('shares one lookup between concurrent callers, and looks up again afterwards', async () => {
    const { resolver, asked } = harness();
    const both = [resolver.resolve('shop.example', signal), resolver.resolve('shop.example', signal)];
    asked[0]?.answer(['192.0.2.1']);
    expect((await Promise.all(both)).every(({ ok }) => ok)).toBe(true);
    void resolver.resolve('shop.example', signal);
    expect(asked).toHaveLength(2);
  });

  it('looks up two names at once, and starts the timeout of the third with its lookup', async () => {
    const { resolver, asked, time, turn } = harness();
    const found = ['a', 'b', 'c'].map((name) => resolver.resolve(name, signal));
    expect(asked.map(({ name }) => name)).toEqual(['a', 'b']);
    time.advanceSync(10_000);
    asked[0]?.answer(['192.0.2.1']);
    await turn();
    asked[2]?.answer(['192.0.2.3']);
    expect((await Promise.all(found)).map(({ ok }) => ok)).toEqual([false, false, true]);
    asked[1]?.answer([]);
    await turn();
    expect(time.pending()).toBe(0);
  });

  it('ends at once when it is aborted, also for one of several callers', async () => {
    const { resolver, asked } = harness();
    const controller = new AbortController();
    const left = resolver.resolve('shop.example', controller.signal);
    const stays = resolver.resolve('shop.example', signal);
    controller.abort(new Error('enough'));
    await expect(left).rejects.toThrow('enough');
    asked[0]?.answer(['192.0.2.1']);
    expect((await stays).ok).toBe(true);
    await expect(resolver.resolve('192.0.2.1', controller.signal)).rejects.toThrow('enough');
  });

  it('uses the hosts file', async () => {
    const found = await new HostResolver(systemScheduler, systemLookup).resolve('localhost', signal);
    expect(found.ok && found.value.some((address) => ['127.0.0.1', '::1'].includes(address))).toBe(true);
  });
});
