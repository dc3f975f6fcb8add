import { describe, expect, it } from 'vitest';
import { Emitter } from '#main/platform/emitter.ts';
import type { DeliveryRecord } from '#main/webhook/inbox/deliveryRecord.ts';
import { KeyRetention } from '#main/webhook/inbox/keyRetention.ts';
import type { DeliveryKeyState, DeliveryVerdict } from '#shared/domain/delivery.ts';
import { DAY_MS as DAY } from '#shared/domain/thresholds.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { deliveryRecord, storeOf } from './deliveries.ts';

const HOUR = 3_600_000;
const now = Date.UTC(2026, 0, 1);
const confirmed: DeliveryVerdict = { kind: 'confirmed', at: 0 };

/** A delivery that came `days` ago. */
function aged(id: string, days: number, change: Partial<DeliveryRecord> = {}): DeliveryRecord {
  return deliveryRecord(id, { receivedAt: now - days * DAY, ...change });
}

function createRetention(records: readonly DeliveryRecord[], needed: readonly string[] = []) {
  const time = createFakeTime(now);
  const { logger, lines } = createRecordingLogger();
  const store = storeOf(records);
  const removedKeys = new Emitter<void>('keyRetention.removedKeys');
  const log: string[] = [];
  const state = { isIdle: true, failure: null as AppError | null, keepKeysDays: 30, largest: 0 };
  const vacuums: number[] = [];
  const write = (ids: readonly string[]): Result<null> => {
    state.largest = Math.max(state.largest, ids.length);
    return state.failure === null ? ok(null) : err(state.failure);
  };
  const retention = new KeyRetention({
    ...time,
    logger,
    store,
    keys: {
      onDidRemove: removedKeys.event,
      remove(ids, why: DeliveryKeyState) {
        const saved = write(ids);
        const had = ids.flatMap((id) => store.get(id) ?? []).filter(({ key }) => key === 'vault');
        if (!saved.ok || had.length === 0) return saved;
        log.push(...had.map(({ id }) => `key of ${id} ${why}`));
        store.update(had.map((record) => ({ ...record, key: why })));
        removedKeys.fire();
        return saved;
      },
    },
    repository: {
      remove(ids) {
        const saved = write(ids);
        if (saved.ok) log.push(...ids.map((id) => `${id} removed`));
        return saved;
      },
      vacuum() {
        vacuums.push(time.passed());
        return ok(null);
      },
    },
    config: () => state,
    isNeeded: (id) => needed.includes(id),
    isIdle: () => state.isIdle,
  });
  return { retention, time, store, log, vacuums, lines, state };
}

describe('keys that were not exported', () => {
  it('are deleted after the retention time, checked at start and every hour', async () => {
    const { time, log, store } = createRetention([aged('old', 31), aged('soon', 29.97), aged('new', 1)]);
    await time.advance(100);
    expect(log).toEqual(['key of old expired']);
    await time.advance(HOUR);
    expect(log).toEqual(['key of old expired', 'key of soon expired']);
    expect(store.get('old')?.key).toBe('expired');
  });

  it('follow a changed retention time', async () => {
    const { time, log, state } = createRetention([aged('a', 3)]);
    await time.advance(100);
    expect(log).toEqual([]);
    state.keepKeysDays = 2;
    await time.advance(HOUR);
    expect(log).toEqual(['key of a expired']);
  });

  it('are deleted a hundred at a time, with pauses for the event loop', async () => {
    const { time, log, state } = createRetention(Array.from({ length: 250 }, (_, id) => aged(`${id}`, 40)));
    await time.advance(0);
    expect(log).toHaveLength(100);
    await time.advance(200);
    expect(log.length).toBe(250);
    expect(state.largest).toBe(100);
  });

  it('are retried after an hour when the disk fails', async () => {
    const { time, log, lines, state } = createRetention([aged('a', 40)]);
    state.failure = { kind: 'storage', reason: 'full', detail: '' };
    await time.advance(HOUR / 2);
    expect(log).toEqual([]);
    expect(lines.length).toBe(1);
    state.failure = null;
    await time.advance(HOUR);
    expect(log).toEqual(['key of a expired']);
  });
});

describe('old deliveries', () => {
  it('are deleted after ninety days, unless a push-only order needs them or they wait for the user', async () => {
    const gone = { key: 'exported', verdict: confirmed } as const;
    const { time, store } = createRetention(
      [
        aged('old', 91, gone),
        aged('needed', 91, gone),
        aged('waits', 91, { key: 'gone' }),
        aged('checked', 91, { key: 'gone', verdict: { kind: 'checking' } }),
        aged('young', 89, gone),
        aged('withKey', 20, { verdict: confirmed }),
      ],
      ['needed'],
    );
    await time.advance(1000);
    expect(store.list().map(({ id }) => id)).toEqual(['needed', 'waits', 'checked', 'young', 'withKey']);
  });

  it('are deleted beyond five thousand: settled ones first, then the oldest, with their keys', async () => {
    const waiting = Array.from({ length: 5001 }, (_, index) => aged(`w${index}`, 2));
    const settled = [aged('s0', 1, { verdict: confirmed }), aged('s1', 1, { verdict: confirmed })];
    const { time, store, log } = createRetention([...waiting, ...settled], ['s1']);
    await time.advance(1000);
    expect(log).toEqual([
      'key of s0 gone',
      'key of w0 gone',
      'key of w1 gone',
      's0 removed',
      'w0 removed',
      'w1 removed',
    ]);
    expect(store.list()).toHaveLength(5000);
  });
});

describe('the vacuum', () => {
  it('runs after deletions, at most once an hour', async () => {
    const { time, vacuums } = createRetention([aged('a', 31), aged('b', 29.97)]);
    await time.advance(HOUR - 1);
    expect(vacuums).toEqual([10_000]);
    await time.advance(2 * HOUR);
    expect(vacuums).toEqual([10_000, HOUR + 10_050]);
  });

  it('waits while deliveries are being stored, and does not run when nothing was deleted', async () => {
    const { time, vacuums, state } = createRetention([aged('a', 31)]);
    state.isIdle = false;
    await time.advance(25_000);
    expect(vacuums).toEqual([]);
    state.isIdle = true;
    await time.advance(10_000);
    expect(vacuums).toEqual([30_000]);
    const idle = createRetention([aged('a', 1)]);
    await idle.time.advance(5 * HOUR);
    expect(idle.vacuums).toEqual([]);
  });

  it('stops when it is disposed, like the sweep', async () => {
    const { retention, time } = createRetention([aged('a', 31)]);
    await time.advance(100);
    retention.dispose();
    expect(time.pending()).toBe(0);
  });
});
