import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { start, startSession } from './alertHarness.ts';

describe('a pause of alerts', () => {
  it('silences everything, and shows what is due once when it ends', () => {
    const session = startSession([
      orderWithDays('a', 5, start),
      orderWithDays('b', 80, start, { fingerprint256: 'new' }),
    ]);
    const { reject, renewed, pause, look, disk, time, asked, take } = session;
    pause.pause();
    reject('c1');
    renewed('b', 'new');
    look();
    time.setNow(start + 3 * DAY_MS);
    look();
    expect(take()).toEqual([]);
    expect(disk.kept.size).toBe(0);
    expect(asked).toEqual([]);
    pause.resume();
    look();
    look();
    // The service is polled before the alert.
    expect(take()).toEqual(['rejected c1', 'renewed b', 'expiry a']);
  });

  it('ends with one summary when many alerts are due', () => {
    const { pause, look, take } = startSession(['a', 'b', 'c', 'd'].map((id) => orderWithDays(id, 5, start)));
    pause.pause();
    look();
    pause.resume();
    look();
    expect(take()).toEqual(['several: expiry a, expiry b, expiry c, expiry d']);
  });

  it('survives a restart, with its start time', () => {
    const { pause, disk } = startSession([]);
    pause.pause();
    const next = startSession([orderWithDays('a', 5, start)], disk, start + DAY_MS);
    next.look();
    next.pause.pause();
    expect(next.pause.since()).toBe(start);
    expect(next.pause.isPaused()).toBe(true);
    expect(next.take()).toEqual([]);
    next.pause.resume();
    expect(startSession([], disk).pause.isPaused()).toBe(false);
  });

  it('fires an event when it begins and when it ends, and only then', () => {
    const { pause } = startSession([]);
    const changes: (number | null)[] = [];
    pause.onDidChange((since) => changes.push(since));
    pause.resume();
    pause.pause();
    pause.pause();
    pause.resume();
    expect(changes).toEqual([start, null]);
  });

  it('does not change when it cannot be stored', () => {
    const { pause, disk, lines } = startSession([]);
    disk.broken = 'writes';
    expect(pause.pause()).toMatchObject({ ok: false, error: { kind: 'storage' } });
    expect(pause.isPaused()).toBe(false);
    expect(lines.map(({ level }) => level)).toEqual(['warn']);
  });
});
