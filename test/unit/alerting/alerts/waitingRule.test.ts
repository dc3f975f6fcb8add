import { describe, expect, it } from 'vitest';
import { AlertLedger } from '#main/alerting/alerts/alertLedger.ts';
import { WaitingRule } from '#main/alerting/alerts/waitingRule.ts';
import type { DeliveryVerdict, DeliveryView, WaitingReason } from '#shared/domain/delivery.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { orderWithDays, pushSource } from '#test/support/orderRows.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { facts } from '#test/unit/storage/records.ts';
import { FakeAlertDisk, start, startSession } from './alertHarness.ts';

function view(id: string, verdict: DeliveryVerdict): DeliveryView {
  return {
    ...{ id, verdict, receivedAt: start, hookId: 'h1', hookName: 'Hook', orderName: `order of ${id}` },
    ...{ task: 'task', leaf: facts(id), serviceNotAfter: '', orderId: null, key: 'vault' },
    sharesSignature: false,
  };
}

const waits = (id: string, reason: WaitingReason) => view(id, { kind: 'waiting', reason });
const unknown = (id: string) => waits(id, { kind: 'unknownName' });
const expired = (id: string) => waits(id, { kind: 'expired' });
const passing: readonly DeliveryView[] = [
  view('d1', { kind: 'checking' }),
  waits('d1', { kind: 'notAsked', error: { kind: 'offline' } }),
  waits('d1', { kind: 'leafDiffers', fingerprint256: 'f', notAfter: start }),
];

describe('a delivery that waits for a decision', () => {
  it('alerts once, not urgently, and opens the inbox at it', () => {
    const { look, state, shown, openedInbox, opened, take } = startSession([]);
    state.waiting = [expired('d1')];
    look();
    look();
    shown[0]?.onClick();
    expect(shown[0]?.urgent).toBe(false);
    expect(openedInbox).toEqual(['d1']);
    expect(opened).toEqual([]);
    expect(shown[0]?.recorded).toContain('d1 waiting');
    expect(take()).toEqual(['waits d1 1']);
  });

  it('does not alert while only time is missing until its certificate is valid', async () => {
    const { look, state, time, take } = startSession([]);
    state.waiting = [waits('d1', { kind: 'notYetValid' })];
    look();
    await time.advance(DAY_MS);
    look();
    expect(take()).toEqual([]);
  });

  it('does not alert again when it waits for another reason, or after a restart', () => {
    const { look, state, disk } = startSession([]);
    state.waiting = [expired('d1')];
    look();
    const next = startSession([], disk);
    next.state.waiting = [waits('d1', { kind: 'orderGone' })];
    next.look();
    expect(next.take()).toEqual([]);
  });

  it('alerts in a summary with many others, which opens the inbox', () => {
    const { look, state, shown, openedInbox, take } = startSession([]);
    state.waiting = ['d1', 'd2', 'd3', 'd4'].map(expired);
    look();
    shown[0]?.onClick();
    expect(openedInbox).toEqual([null]);
    expect(take()).toEqual(['several: waits d1 1, waits d2 1, waits d3 1, waits d4 1']);
  });

  it('does not alert while alerts of trouble are off', () => {
    const { look, state, take } = startSession([]);
    state.settings = { ...defaultSettings, alertOnTrouble: false };
    state.waiting = [expired('d1'), unknown('d2')];
    look();
    expect(take()).toEqual([]);
    state.settings = defaultSettings;
    look();
    expect(take()).toEqual(['waits d1 1', 'waits d2 1']);
  });
});

describe('a delivery that may be settled automatically', () => {
  it.each(passing.map((delivery) => [JSON.stringify(delivery.verdict), delivery] as const))(
    'alerts after ten minutes: %s',
    async (_, delivery) => {
      const { look, state, time, take } = startSession([]);
      state.waiting = [delivery];
      look();
      await time.advance(10 * MINUTE_MS - 1);
      look();
      expect(take()).toEqual([]);
      await time.advance(1);
      look();
      look();
      expect(take()).toEqual(['waits d1 1']);
    },
  );

  it('gets no extra time when one such state changes to another', async () => {
    const { look, state, time, take } = startSession([]);
    for (const delivery of passing) {
      state.waiting = [delivery];
      look();
      await time.advance(5 * MINUTE_MS);
    }
    look();
    expect(take()).toEqual(['waits d1 1']);
  });

  it('does not alert when it was settled earlier', async () => {
    const { look, state, time, take } = startSession([]);
    state.waiting = passing.slice(0, 1);
    look();
    state.waiting = [];
    await time.advance(HOUR_MS);
    look();
    expect(take()).toEqual([]);
  });
});

describe('unknown names', () => {
  it('alert at once for the first, then are gathered for an hour', async () => {
    const { look, state, shown, openedInbox, time, take } = startSession([]);
    state.waiting = [unknown('d1')];
    look();
    expect(take()).toEqual(['waits d1 1']);
    for (let minute = 1; minute < 60; minute += 1) {
      state.waiting = [...state.waiting, unknown(`d1.${minute}`)];
      await time.advance(MINUTE_MS);
      look();
    }
    expect(take()).toEqual([]);
    await time.advance(MINUTE_MS);
    look();
    shown[0]?.onClick();
    expect(openedInbox).toEqual([null]);
    expect(take()).toEqual(['waits d1.1 59']);
  });

  it('alert at the first evaluation although the clock advances during it', () => {
    const ledger = new AlertLedger(new FakeAlertDisk().ledger, createRecordingLogger().logger);
    let ticks = 0;
    const clock = { now: () => start, monotonic: () => (ticks += 1) };
    const rule = new WaitingRule({ clock, ledger, waiting: () => [unknown('d1')] });
    expect(rule.evaluate(start)).toHaveLength(1);
  });

  it('do not delay alerts for other reasons', () => {
    const { look, state, take } = startSession([]);
    state.waiting = [unknown('d1')];
    look();
    state.waiting = [unknown('d1'), unknown('d2'), expired('d3')];
    look();
    expect(take()).toEqual(['waits d1 1', 'waits d3 1']);
  });

  it('alert no sooner because of a restart, and not much later', async () => {
    const { look, state, disk, time } = startSession([]);
    state.waiting = [unknown('d1')];
    await time.advance(7 * MINUTE_MS);
    look();
    const next = startSession([], disk, start + 37 * MINUTE_MS);
    next.state.waiting = [unknown('d2')];
    next.look();
    await next.time.advance(20 * MINUTE_MS);
    next.look();
    expect(next.take()).toEqual([]);
    await next.time.advance(15 * MINUTE_MS);
    next.look();
    expect(next.take()).toEqual(['waits d2 1']);
  });

  it('are not forgotten when the clock is set back by a day', async () => {
    const { look, state, time, take } = startSession([]);
    state.waiting = [unknown('d1')];
    look();
    time.setNow(start - DAY_MS);
    state.waiting = [unknown('d2')];
    look();
    await time.advance(HOUR_MS);
    look();
    expect(take()).toEqual(['waits d1 1', 'waits d2 1']);
  });
});

describe('push-only orders', () => {
  const pushed = (days: number, change = {}) =>
    orderWithDays('a', days, start, { source: pushSource(), lastAttemptAt: start - 30 * DAY_MS, ...change });

  it('alert before their expiry without a poll of the service', () => {
    const { look, asked, take } = startSession([pushed(5)]);
    look();
    expect(asked).toEqual([]);
    expect(take()).toEqual(['expiry a']);
  });

  it('are never reported as unconfirmed', async () => {
    const { look, time, take } = startSession([pushed(80, { lastConfirmedAt: start - 30 * DAY_MS })]);
    look();
    await time.advance(2 * HOUR_MS);
    look();
    expect(take()).toEqual([]);
  });
});

it('is evaluated each minute while an alert is held back, and no more once the alert was shown', async () => {
  const { look, time, state, alerts } = startSession([]);
  state.waiting = passing.slice(0, 1);
  look();
  expect(alerts.nextEvaluation(start)).toBe(start + MINUTE_MS);
  await time.advance(10 * MINUTE_MS);
  look();
  look();
  expect(alerts.nextEvaluation(time.clock.now())).toBe(Number.POSITIVE_INFINITY);
  state.waiting = [unknown('d2')];
  look();
  expect(alerts.nextEvaluation(time.clock.now())).toBe(Number.POSITIVE_INFINITY);
  state.waiting = [unknown('d2'), unknown('d3')];
  look();
  expect(alerts.nextEvaluation(time.clock.now())).toBe(time.clock.now() + MINUTE_MS);
});
