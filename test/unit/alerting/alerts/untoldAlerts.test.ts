import { describe, expect, it } from 'vitest';
import { defaultSettings } from '#shared/domain/settings.ts';
import { DAY_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { facts } from '#test/unit/storage/records.ts';
import { start, startSession } from './alertHarness.ts';

const due = () => [orderWithDays('a', 5, start), orderWithDays('b', -1, start)];

describe('alerts that the desktop does not show', () => {
  it('are shown once it has a program for them, each once, also after a restart', () => {
    const { look, state, take, alerts, disk } = startSession(due());
    state.desktop = 'absent';
    look();
    look();
    expect(take()).toEqual([]);
    expect(state.tries).toBe(0);
    expect([alerts.told.waiting(), [...disk.kept.keys()]]).toEqual([2, []]);
    const restarted = startSession(due(), disk);
    restarted.look();
    expect(restarted.take()).toEqual(['expiry a', 'expiry b']);
    restarted.look();
    expect(restarted.take()).toEqual([]);
    expect(restarted.alerts.told.waiting()).toBe(0);
  });

  it('are tried again within a minute where it refused them, and not before it is there where it is absent', () => {
    const { look, state, take, alerts } = startSession(due());
    state.desktop = 'refused';
    look();
    expect([state.tries, alerts.told.waiting()]).toEqual([2, 2]);
    expect(alerts.nextEvaluation(start)).toBe(start + MINUTE_MS);
    state.desktop = 'absent';
    look();
    expect(alerts.nextEvaluation(start)).toBeGreaterThan(start + MINUTE_MS);
    state.desktop = 'system';
    look();
    expect(take()).toEqual(['expiry a', 'expiry b']);
  });

  it('are not shown later if they do not apply any more', () => {
    const { look, state, take, alerts } = startSession(due());
    state.desktop = 'absent';
    look();
    state.rows = [orderWithDays('a', 90, start), orderWithDays('b', 90, start)];
    state.desktop = 'system';
    look();
    expect([take(), alerts.told.waiting()]).toEqual([[], 0]);
  });

  it.each(['absent', 'refused'] as const)(
    'reach the command and the webhook at once, and once, while it is %s',
    (desktop) => {
      const { look, state, sent, disk } = startSession(due());
      state.hasReceiver = true;
      state.desktop = desktop;
      look();
      look();
      expect(sent).toEqual(['expiry a!', 'expiry b!']);
      const restarted = startSession(due(), disk);
      restarted.state.hasReceiver = true;
      restarted.look();
      expect(restarted.take()).toEqual(['expiry a', 'expiry b']);
      expect(restarted.sent).toEqual([]);
    },
  );

  it('wait for the answer about those before, and are shown once', () => {
    const { look, state, take, answer, alerts } = startSession(due());
    state.isSlow = true;
    look();
    state.rows = [...state.rows, orderWithDays('c', 5, start)];
    look();
    expect([state.tries, take()]).toEqual([2, []]);
    expect(alerts.nextEvaluation(start)).toBe(start + MINUTE_MS);
    answer();
    look();
    answer();
    expect(take()).toEqual(['expiry a', 'expiry b', 'expiry c']);
  });

  it('store nothing when the desktop answers while the app quits', () => {
    const { look, state, answer, disk, sent } = startSession(due());
    state.isSlow = true;
    look();
    const before = [...disk.kept];
    state.isEnding = true;
    answer();
    expect([...disk.kept]).toEqual(before);
    expect(sent).toEqual([]);
  });
});

describe('a notification is closed', () => {
  it.each([
    ['renewed', [orderWithDays('a', 90, start, { fingerprint256: 'next' })]],
    ['removed', []],
  ])('when its order was %s', (_, rows) => {
    const { look, state, disk } = startSession([orderWithDays('a', 5, start)]);
    look();
    look();
    expect(disk.closed).toEqual([]);
    state.rows = rows;
    look();
    expect(disk.closed).toEqual(['expiry a']);
    look();
    expect(disk.closed).toEqual(['expiry a']);
  });

  it('when its order was renewed while the app did not run', () => {
    const { look, disk } = startSession([orderWithDays('a', 5, start)]);
    look();
    startSession([orderWithDays('a', 90, start, { fingerprint256: 'next' })], disk).look();
    expect(disk.closed).toEqual(['expiry a']);
  });

  it('when the clock was ahead, and its time has not come yet', () => {
    const { look, time, disk } = startSession([orderWithDays('a', 40, start)]);
    time.setNow(start + 20 * DAY_MS);
    look();
    time.setNow(start);
    look();
    expect(disk.closed).toEqual(['expiry a']);
  });

  it('when its order was snoozed', () => {
    const { look, snoozes, disk } = startSession([orderWithDays('a', 20, start)]);
    look();
    snoozes.snooze(['a'], 'day');
    look();
    expect(disk.closed).toEqual(['expiry a']);
  });

  it('when the last of its orders is done', () => {
    const rows = ['a', 'b', 'c', 'd'].map((id) => orderWithDays(id, 5, start));
    const { look, state, disk } = startSession(rows);
    look();
    state.rows = rows.slice(3);
    look();
    expect(disk.closed).toEqual([]);
    state.rows = [];
    look();
    expect(disk.closed).toEqual(['several: expiry a, expiry b, expiry c, expiry d']);
  });

  it('when its delivery was linked', () => {
    const { look, state, disk } = startSession([]);
    state.waiting = [
      {
        ...{ id: 'd1', receivedAt: start, hookId: 'h1', hookName: 'Hook', orderName: 'Shop', task: 'task' },
        ...{ leaf: facts('d1'), serviceNotAfter: '', orderId: null, key: 'vault', sharesSignature: false },
        verdict: { kind: 'waiting', reason: { kind: 'unknownName' } },
      },
    ];
    look();
    look();
    expect(disk.closed).toEqual([]);
    state.waiting = [];
    look();
    expect(disk.closed).toEqual(['waits d1 1']);
  });

  it('when the service takes the token again, and not before that after a restart', () => {
    const rows = [orderWithDays('a', 90, start)];
    const { look, reject, disk } = startSession(rows);
    reject('c1');
    look();
    const restarted = startSession(rows, disk);
    restarted.look();
    expect(disk.closed).toEqual([]);
    restarted.state.rows = [{ ...orderWithDays('a', 90, start), lastConfirmedAt: start + MINUTE_MS }];
    restarted.look();
    expect(disk.closed).toEqual(['rejected c1']);
  });

  it('when a renewed certificate is deployed, but not if it was when it was shown', () => {
    const { look, renewed, state, disk } = startSession([
      orderWithDays('a', 90, start, { fingerprint256: 'new' }),
    ]);
    renewed('a', 'new');
    look();
    expect(disk.closed).toEqual([]);
    state.rows = [orderWithDays('a', 90, start, { fingerprint256: 'newer' })];
    look();
    expect(disk.closed).toEqual(['renewed a']);
  });

  it('not again after the user closed it', () => {
    const { look, state, disk, alerts } = startSession([orderWithDays('a', 5, start)]);
    look();
    alerts.notificationClosed('expiry a');
    state.rows = [];
    look();
    expect(disk.closed).toEqual([]);
  });

  it('also while alerts are off', () => {
    const { look, state, disk, time } = startSession([orderWithDays('a', 5, start)]);
    look();
    state.settings = { ...defaultSettings, alerts: false };
    state.rows = [];
    void time.advance(DAY_MS);
    look();
    expect(disk.closed).toEqual(['expiry a']);
  });
});
