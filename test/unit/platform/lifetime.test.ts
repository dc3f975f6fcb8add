import { describe, expect, it } from 'vitest';
import { Lifetime } from '#main/platform/lifetime.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';

function createLifetime() {
  const time = createFakeTime();
  const { logger, lines } = createRecordingLogger();
  const ended: string[] = [];
  const part = (name: string) => ({ dispose: () => void ended.push(name) });
  return { time, lines, ended, part, lifetime: new Lifetime(time.scheduler, logger) };
}

describe('the end of a lifetime', () => {
  it('stops and closes parts in the reverse order of their registration', async () => {
    const { lifetime, ended, part } = createLifetime();
    lifetime.close(part('close database'));
    lifetime.stop(part('stop poller'));
    lifetime.drain('export', async () => void ended.push('drain'));
    lifetime.close(part('close vault'));
    lifetime.stop(part('stop wiring'));
    await lifetime.end();
    expect(ended).toEqual(['stop wiring', 'stop poller', 'drain', 'close vault', 'close database']);
  });

  it('stops at once, and closes only after all drains have settled', async () => {
    const { lifetime, ended, part } = createLifetime();
    const work = Promise.withResolvers<void>();
    lifetime.stop(part('stop'));
    lifetime.drain('export', () => work.promise);
    lifetime.close(part('close'));
    const end = lifetime.end();
    expect(ended).toEqual(['stop']);
    expect(lifetime.isEnding).toBe(true);
    work.resolve();
    await end;
    expect(ended).toEqual(['stop', 'close']);
  });

  it('drains concurrently', async () => {
    const { lifetime } = createLifetime();
    const later = Promise.withResolvers<void>();
    lifetime.drain('first', () => later.promise);
    lifetime.drain('second', async () => later.resolve());
    await lifetime.end();
  });

  it('reports a drain that rejects or throws, and continues', async () => {
    const { lifetime, lines, ended, part } = createLifetime();
    lifetime.close(part('close'));
    lifetime.drain('export', () => Promise.reject(new TypeError('secret')));
    lifetime.drain('receiver', () => {
      throw new RangeError('secret');
    });
    await lifetime.end();
    const message = 'Work ended with an error';
    expect(lines).toEqual([
      { level: 'error', message, fields: { source: 'receiver', error: 'RangeError' } },
      { level: 'error', message, fields: { source: 'export', error: 'TypeError' } },
    ]);
    expect(ended).toEqual(['close']);
  });

  it('reports a drain that hangs, and closes the rest after 10 s', async () => {
    const { lifetime, time, lines, ended, part } = createLifetime();
    lifetime.close(part('close'));
    lifetime.drain('export', () => new Promise(() => undefined));
    lifetime.drain('receiver', async () => undefined);
    const end = lifetime.end();
    await time.advance(9_999);
    expect(ended).toEqual([]);
    await time.advance(1);
    await end;
    expect(lines).toEqual([
      { level: 'error', message: 'Work did not end in time', fields: { source: 'export' } },
    ]);
    expect(ended).toEqual(['close']);
  });

  it('happens once, even if requested several times', async () => {
    const { lifetime, ended, part } = createLifetime();
    lifetime.stop(part('stop'));
    await Promise.all([lifetime.end(), lifetime.end()]);
    await lifetime.end();
    expect(ended).toEqual(['stop']);
  });
});
