import { describe, expect, it } from 'vitest';
import {
  type NewLogEntry,
  ReceiverLog,
  type ReceiverLogRepository,
} from '#main/webhook/receiver/receiverLog.ts';
import { RECEIVER_LOG_MAX, type ReceiverLogEntry, type RefusalReason } from '#shared/domain/receiver.ts';
import { err, ok } from '#shared/result.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';

function setUp(changes: Partial<ReceiverLogRepository> = {}) {
  const time = createFakeTime();
  const { logger, lines } = createRecordingLogger();
  const saved: (readonly ReceiverLogEntry[])[] = [];
  const repository: ReceiverLogRepository = {
    load: () => [],
    save(entries) {
      saved.push([...entries]);
      return ok(null);
    },
    ...changes,
  };
  const log = new ReceiverLog({ repository, clock: time.clock, scheduler: time.scheduler, logger });
  let fired = 0;
  log.onDidChange(() => {
    fired += 1;
  });
  const refusal = (reason: RefusalReason, more: Partial<NewLogEntry> = {}): NewLogEntry => ({
    at: time.clock.now(),
    hookId: 'h1',
    from: '192.0.2.1',
    status: 401,
    outcome: { kind: 'refused', reason },
    ...more,
  });
  return { log, time, lines, saved, refusal, fired: () => fired };
}

const signature: RefusalReason = { kind: 'signature' };

describe('the delivery log', () => {
  it('lists the newest first', () => {
    const { log, refusal } = setUp();
    log.add(refusal(signature));
    log.add(refusal({ kind: 'unknownPath' }));
    expect(log.list().map(({ id, count, outcome }) => [id, count, outcome])).toEqual([
      [2, 1, { kind: 'refused', reason: { kind: 'unknownPath' } }],
      [1, 1, { kind: 'refused', reason: signature }],
    ]);
  });

  it('counts equal refusals, with the time and the reason of the last', async () => {
    const { log, time, refusal } = setUp();
    log.add(refusal({ kind: 'timeSkew', seconds: 3600 }));
    await time.advance(60_000);
    log.add(refusal({ kind: 'timeSkew', seconds: 3601 }));
    expect(log.list()).toEqual([{ ...refusal({ kind: 'timeSkew', seconds: 3601 }), id: 1, count: 2 }]);
  });

  it('starts a new entry after a minute', async () => {
    const { log, time, refusal } = setUp();
    log.add(refusal(signature));
    await time.advance(60_001);
    log.add(refusal(signature));
    expect(log.list()).toHaveLength(2);
  });

  it('starts a new entry for another hook, sender, status, reason or name, and after another refusal', () => {
    const { log, refusal } = setUp();
    const entries = [
      refusal(signature),
      refusal(signature, { hookId: null }),
      refusal(signature, { from: '192.0.2.2' }),
      refusal(signature, { status: null }),
      refusal({ kind: 'fieldMissing', name: 'ssl' }),
      refusal({ kind: 'fieldMissing', name: 'key' }),
      refusal({ kind: 'timeSkew', seconds: 3600 }),
      refusal({ kind: 'timeSkew', seconds: -3600 }),
      refusal(signature),
    ];
    for (const entry of entries) log.add(entry);
    expect(log.list()).toHaveLength(entries.length);
  });

  it('has an entry for every stored delivery', () => {
    const { log, refusal } = setUp();
    for (let count = 0; count < 2; count += 1)
      log.add(refusal(signature, { status: 204, outcome: { kind: 'kept', orderName: 'a' } }));
    expect(log.list()).toHaveLength(2);
  });

  it('keeps the newest entries over the limit', () => {
    const { log, refusal } = setUp();
    for (let index = 0; index < RECEIVER_LOG_MAX + 10; index += 1)
      log.add(refusal(signature, { from: String(index) }));
    expect(log.list()).toHaveLength(RECEIVER_LOG_MAX);
    expect(log.list()[0]?.from).toBe(String(RECEIVER_LOG_MAX + 9));
    expect(log.list().at(-1)?.from).toBe('10');
  });

  it('fires once per second during a flood, and never from within `add`', async () => {
    const { log, time, refusal, fired } = setUp();
    log.add(refusal(signature));
    expect(fired()).toBe(0);
    await time.advance(0);
    expect(fired()).toBe(1);
    for (let index = 0; index < 1000; index += 1) log.add(refusal(signature));
    await time.advance(999);
    expect(fired()).toBe(1);
    await time.advance(1);
    expect(fired()).toBe(2);
    await time.advance(60_000);
    expect(fired()).toBe(2);
  });

  it('saves every five seconds during a flood, oldest first, and nothing without new entries', async () => {
    const { log, time, saved, refusal } = setUp();
    for (let index = 0; index < 100; index += 1) log.add(refusal(signature, { from: String(index % 2) }));
    await time.advance(4999);
    expect(saved).toEqual([]);
    await time.advance(1);
    expect(saved).toEqual([log.list().toReversed()]);
    await time.advance(60_000);
    log.dispose();
    expect(saved).toHaveLength(1);
  });

  it('writes nothing after it was disposed, when the last connections end', async () => {
    const { log, time, refusal, saved, fired } = setUp();
    log.add(refusal(signature));
    log.dispose();
    log.add(refusal({ kind: 'slow' }));
    expect(time.pending()).toBe(0);
    await time.advance(10_000);
    log.dispose();
    expect(saved).toHaveLength(1);
    expect(fired()).toBe(0);
  });

  it('saves pending entries when it is disposed', () => {
    const { log, time, saved, refusal } = setUp();
    log.add(refusal(signature));
    log.dispose();
    log.dispose();
    expect(saved).toHaveLength(1);
    expect(time.pending()).toBe(0);
  });

  it('continues the saved entries, and their counts', () => {
    const first = setUp();
    const kept = { ...first.refusal(signature), id: 7, count: 3 };
    const { log, refusal } = setUp({ load: () => [kept] });
    log.add(refusal(signature));
    log.add(refusal({ kind: 'flood' }));
    expect(log.list().map(({ id, count }) => [id, count])).toEqual([
      [8, 1],
      [7, 4],
    ]);
  });

  it('continues in memory when the disk fails', async () => {
    const unread = setUp({
      load: () => {
        throw new Error('disk');
      },
    });
    expect(unread.log.list()).toEqual([]);
    expect(unread.lines).toMatchObject([{ level: 'error' }]);
    const unsaved = setUp({ save: () => err({ kind: 'storage', reason: 'full', detail: '' }) });
    unsaved.log.add(unsaved.refusal(signature));
    await unsaved.time.advance(5000);
    expect(unsaved.log.list()).toHaveLength(1);
    expect(unsaved.lines).toMatchObject([{ level: 'warn', fields: { error: 'storage' } }]);
  });
});
