import { describe, expect, it } from 'vitest';
import type { SeenDelivery } from '#main/webhook/inbox/deliveryRecord.ts';
import { ReplayWindow, seenOf } from '#main/webhook/inbox/replayWindow.ts';
import { err, ok } from '#shared/result.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { delivery } from './deliveries.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const start = Date.UTC(2026, 0, 1);

/** Seen `seconds` after the start of the test. */
function seenAt(seconds: number, body = 'body'): SeenDelivery {
  const timestamp = start / 1000 + seconds;
  return { signature: `signature ${timestamp}`, body, timestamp, deliveryId: 'd' };
}

function createWindow(stored: SeenDelivery[] = []) {
  const time = createFakeTime(start);
  const onDisk = new Set(stored);
  const { logger, lines } = createRecordingLogger();
  let isFull = false;
  const repository = {
    loadSeen: () => [...onDisk],
    forgetSeen(seen: readonly SeenDelivery[]) {
      if (isFull) return err({ kind: 'storage', reason: 'full', detail: '' } as const);
      for (const one of seen) onDisk.delete(one);
      return ok(null);
    },
  };
  const window = new ReplayWindow({ ...time, repository, logger });
  const fill = (full: boolean) => {
    isFull = full;
  };
  return { window, time, onDisk, lines, fill };
}

describe('the replay window', () => {
  it('knows stored deliveries after a restart', () => {
    const { window } = createWindow([seenAt(-100)]);
    expect(window.has(seenAt(-100))).toBe(true);
    expect(window.has(seenAt(-100, 'another body'))).toBe(false);
    expect(window.has(seenAt(-99))).toBe(false);
  });

  it('removes expired entries from memory and disk', async () => {
    const { window, time, onDisk } = createWindow([seenAt(-10)]);
    await time.advance(29 * MINUTE);
    window.remember(seenAt(29 * 60));
    expect(window.has(seenAt(-10))).toBe(true);
    await time.advance(2 * MINUTE);
    expect(window.has(seenAt(-10))).toBe(false);
    expect(onDisk.size).toBe(0);
    expect(window.has(seenAt(29 * 60))).toBe(true);
    await time.advance(HOUR);
    expect(window.all()).toEqual([]);
  });

  it('does not remove entries early because the clock was ahead for a while, or at the start', async () => {
    const { window, time } = createWindow();
    await time.advance(29 * MINUTE);
    window.remember(seenAt(29 * 60));
    time.setNow(start + 10 * HOUR);
    await time.advance(2 * MINUTE);
    expect(window.has(seenAt(29 * 60))).toBe(true);
    const restarted = createWindow([seenAt(-10 * 3600)]);
    expect(restarted.window.has(seenAt(-10 * 3600))).toBe(true);
  });

  it('does not keep entries for years that were signed while the clock was years ahead', async () => {
    const year = 365 * 24 * 3600;
    const { window, time, onDisk } = createWindow([seenAt(year)]);
    await time.advance(31 * MINUTE);
    expect(window.has(seenAt(year))).toBe(false);
    expect(onDisk.size).toBe(0);
  });

  it('still detects a replay after the clock was set back by an hour and corrected', async () => {
    const { window, time } = createWindow([seenAt(-10)]);
    time.setNow(start - HOUR);
    await time.advance(31 * MINUTE);
    expect(window.has(seenAt(-10))).toBe(true);
  });

  it('retries the deletion when the disk fails', async () => {
    const { time, onDisk, lines, fill } = createWindow([seenAt(-10)]);
    fill(true);
    await time.advance(31 * MINUTE);
    expect(onDisk.size).toBe(1);
    expect(lines.length).toBe(1);
    fill(false);
    await time.advance(HOUR);
    expect(onDisk.size).toBe(0);
  });

  it('holds the latest hundred and fifty thousand entries', () => {
    const { window } = createWindow();
    for (let index = 0; index <= 150_000; index += 1) window.remember(seenAt(index));
    expect(window.has(seenAt(0))).toBe(false);
    expect(window.has(seenAt(1))).toBe(true);
    expect(window.has(seenAt(150_000))).toBe(true);
  });

  it('stops when it is disposed', () => {
    const { window, time } = createWindow();
    window.dispose();
    expect(time.pending()).toBe(0);
  });
});

describe('seenOf', () => {
  it('tells deliveries apart by timestamp and token, and by body', () => {
    const one = seenOf(delivery({ body: 'a' }));
    expect(seenOf(delivery({ body: 'a' }))).toEqual(one);
    expect(seenOf(delivery({ body: 'b' })).body).not.toBe(one.body);
    expect(seenOf(delivery({ body: 'a', token: 'b'.repeat(64) })).signature).not.toBe(one.signature);
    expect(seenOf(delivery({ body: 'a', timestamp: '1767225601' })).signature).not.toBe(one.signature);
    expect(one.timestamp).toBe(1_767_225_600);
  });
});
