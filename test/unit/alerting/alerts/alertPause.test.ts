import { describe, expect, it } from 'vitest';
import type { PauseOfAlerts } from '#shared/domain/alertPause.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/thresholds.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { start, startSession } from './alertHarness.ts';

describe('a pause of alerts', () => {
  it('silences everything, and shows what is due once when it ends', () => {
    const session = startSession([
      orderWithDays('a', 5, start),
      orderWithDays('b', 80, start, { fingerprint256: 'new' }),
    ]);
    const { reject, renewed, pause, look, disk, time, asked, take } = session;
    pause.pause('resumed');
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
    pause.pause('resumed');
    look();
    pause.resume();
    look();
    expect(take()).toEqual(['several: expiry a, expiry b, expiry c, expiry d']);
  });

  it('survives a restart, with its start time', () => {
    const { pause, disk } = startSession([]);
    pause.pause('resumed');
    const next = startSession([orderWithDays('a', 5, start)], disk, start + DAY_MS);
    next.look();
    next.pause.pause('resumed');
    expect(next.pause.current()).toEqual({ since: start, until: null });
    expect(next.take()).toEqual([]);
    next.pause.resume();
    expect(startSession([], disk).pause.isPaused()).toBe(false);
  });

  it('fires an event when it begins and when it ends, and only then', () => {
    const { pause } = startSession([]);
    const changes: (PauseOfAlerts | null)[] = [];
    pause.onDidChange((now) => changes.push(now));
    pause.resume();
    pause.pause('hour');
    pause.resume();
    expect(changes).toEqual([{ since: start, until: start + HOUR_MS }, null]);
  });

  it('does not change when it cannot be stored', () => {
    const { pause, disk, lines } = startSession([]);
    disk.broken = 'writes';
    expect(pause.pause('resumed')).toMatchObject({ ok: false, error: { kind: 'storage' } });
    expect(pause.isPaused()).toBe(false);
    expect(lines.map(({ level }) => level)).toEqual(['warn']);
  });

  it('ends after an hour by itself, and shows then what became due', () => {
    const { pause, look, time, take } = startSession([orderWithDays('a', 5, start)]);
    const changes: unknown[] = [];
    pause.pause('hour');
    pause.onDidChange((now) => changes.push(now));
    expect(pause.nextEnd()).toBe(start + HOUR_MS);
    time.setNow(start + HOUR_MS - 1);
    pause.prune();
    look();
    expect(take()).toEqual([]);
    expect(changes).toEqual([]);
    time.setNow(start + HOUR_MS);
    look();
    expect(take()).toEqual(['expiry a']);
    pause.prune();
    expect(changes).toEqual([null]);
    expect(pause.nextEnd()).toBe(Number.POSITIVE_INFINITY);
  });

  it('is over after a restart when its end has passed meanwhile, and is removed', () => {
    const { pause, disk } = startSession([]);
    pause.pause('tomorrow');
    const next = startSession([orderWithDays('a', 5, start)], disk, start + 2 * DAY_MS);
    next.look();
    expect(next.take()).toEqual(['expiry a']);
    next.pause.prune();
    expect(disk.pause).toBeNull();
  });

  it('takes another end and keeps its start', () => {
    const { pause, time } = startSession([]);
    pause.pause('resumed');
    time.setNow(start + DAY_MS);
    pause.pause('hour');
    expect(pause.current()).toEqual({ since: start, until: start + DAY_MS + HOUR_MS });
  });

  it('is over when the clock is set to before it began, unless it has no end', () => {
    const { pause, time } = startSession([]);
    pause.pause('hour');
    time.setNow(start - DAY_MS);
    expect(pause.isPaused()).toBe(false);
    pause.pause('resumed');
    time.setNow(start - 2 * DAY_MS);
    expect(pause.isPaused()).toBe(true);
  });

  it('is over although its end cannot be stored', () => {
    const { pause, disk, time } = startSession([]);
    const changes: unknown[] = [];
    pause.pause('hour');
    pause.onDidChange((now) => changes.push(now));
    disk.broken = 'writes';
    time.setNow(start + DAY_MS);
    pause.prune();
    pause.prune();
    expect(changes).toEqual([null]);
    expect(pause.isPaused()).toBe(false);
  });
});
