import { describe, expect, it } from 'vitest';
import type { OrderRow } from '#shared/domain/order.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { DAY_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { FakeAlertDisk, start, startSession } from './alertHarness.ts';

const expiryOnly = { ...defaultSettings, alertOnTrouble: false };

describe('an expiring order', () => {
  it('alerts at every threshold and at its expiry, each once', async () => {
    const { look, time, state, take } = startSession([orderWithDays('a', 31, start)]);
    state.settings = expiryOnly;
    const alertedAt: number[] = [];
    for (let hour = 0; hour <= 33 * 24; hour += 1) {
      look();
      if (take().length > 0) alertedAt.push(hour / 24);
      await time.advance(DAY_MS / 24);
    }
    expect(alertedAt).toEqual([1, 17, 24, 28, 30, 31 + 1 / 24]);
  });

  it('alerts at the exact millisecond, and at its expiry after the last valid one', async () => {
    const { look, time, state, titles } = startSession([orderWithDays('a', 31, start)]);
    state.settings = expiryOnly;
    await time.advance(DAY_MS - 1);
    look();
    expect(titles()).toHaveLength(0);
    await time.advance(1);
    look();
    expect(titles()).toHaveLength(1);
    await time.advance(30 * DAY_MS);
    look();
    expect(titles()).toHaveLength(2);
    await time.advance(1);
    look();
    expect(titles()).toEqual(['expiry a', 'expiry a', 'expiry a']);
  });

  it('alerts only for the tightest threshold after days off, and never for the looser ones', () => {
    const { look, disk, time, take } = startSession([orderWithDays('a', 40, start)]);
    time.setNow(start + 34 * DAY_MS);
    look();
    expect(take()).toEqual(['expiry a']);
    expect([...disk.kept.keys()]).toEqual(['leaf-a 30', 'leaf-a 14', 'leaf-a 7']);
    time.setNow(start + 36 * DAY_MS);
    look();
    expect(take()).toEqual([]);
    time.setNow(start + 37 * DAY_MS);
    look();
    expect(take()).toEqual(['expiry a']);
  });

  it('comes again in its time after a clock that was ahead, and one of seconds does not', () => {
    const { look, time, take } = startSession([orderWithDays('a', 40, start)]);
    time.setNow(start + 10 * DAY_MS + 10_000);
    look();
    expect(take()).toEqual(['expiry a']);
    time.setNow(start + 10 * DAY_MS - 20_000);
    look();
    time.setNow(start + 10 * DAY_MS + 1);
    look();
    expect(take()).toEqual([]);
    time.setNow(start + 36 * DAY_MS);
    look();
    expect(take()).toEqual(['expiry a']);
    time.setNow(start + 11 * DAY_MS);
    look();
    expect(take()).toEqual([]);
    time.setNow(start + 27 * DAY_MS);
    look();
    expect(take()).toEqual(['expiry a']);
  });

  it('does not alert again after a restart, until the next threshold', () => {
    const { look, disk, take } = startSession([orderWithDays('a', 5, start)]);
    look();
    look();
    expect(take()).toEqual(['expiry a']);
    const next = startSession([orderWithDays('a', 5, start)], disk);
    next.look();
    expect(next.take()).toEqual([]);
    next.time.setNow(start + 2 * DAY_MS);
    next.look();
    expect(next.take()).toEqual(['expiry a']);
  });

  it('does not alert when a short-lived certificate is new', () => {
    const { look, time, take } = startSession([
      orderWithDays('a', 6, start, { notBefore: start, notAfter: start + 6 * DAY_MS }),
    ]);
    look();
    expect(take()).toEqual([]);
    time.setNow(start + 4 * DAY_MS);
    look();
    expect(take()).toEqual(['expiry a']);
  });

  it('alerts for a renewed leaf at its own thresholds, and not for the former one that flaps back', async () => {
    const { look, time, state, take } = startSession([orderWithDays('a', 5, start)]);
    look();
    const renewed = orderWithDays('a', 90, start, { fingerprint256: 'renewed' });
    for (let flap = 0; flap < 3; flap += 1) {
      state.rows = [renewed];
      look();
      state.rows = [orderWithDays('a', 5, start)];
      look();
    }
    expect(take()).toEqual(['expiry a']);
    state.rows = [renewed];
    await time.advance(60 * DAY_MS);
    look();
    expect(take()).toEqual(['expiry a']);
  });

  it.each<readonly [string, Partial<OrderRow>, readonly string[]]>([
    ['stale', { lastConfirmedAt: start - DAY_MS / 2 }, []],
    ['failing', { failures: 9, failure: { kind: 'unknownRid' } }, ['failing a']],
    ['rejected', { failures: 9, failure: { kind: 'unauthorized', status: 401 } }, ['rejected c1']],
  ])('alerts too when it is %s', (_, change, others) => {
    const { look, take } = startSession([orderWithDays('a', 5, start, change)]);
    look();
    expect(take().toSorted()).toEqual(['expiry a', ...others]);
  });

  it('does not alert before its certificate is known', () => {
    const unknown = { fingerprint256: null, notBefore: null };
    const { look, titles, disk } = startSession([
      orderWithDays('a', 5, start, { ...unknown, notAfterSource: 'service' }),
      orderWithDays('b', 5, start, { ...unknown, notAfter: null, notAfterSource: null }),
    ]);
    look();
    expect(titles()).toEqual([]);
    expect(disk.kept.size).toBe(0);
  });

  it('alerts once together with another order that has the same leaf', () => {
    const shared = { fingerprint256: 'shared' };
    const { look, titles } = startSession([
      orderWithDays('a', 5, start, shared),
      orderWithDays('b', 5, start, shared),
    ]);
    look();
    expect(titles()).toEqual(['expiry a']);
  });

  it.each([
    [20, false],
    [7, true],
    [-1, true],
  ])('alerts urgently with %d days left: %s', (days, urgent) => {
    const { look, shown } = startSession([orderWithDays('a', days, start)]);
    look();
    expect(shown.map((one) => one.urgent)).toEqual([urgent]);
  });

  it('follows the settings', () => {
    const { look, state, take } = startSession([orderWithDays('a', 29, start)]);
    state.settings = { ...defaultSettings, alertDays: [10] };
    look();
    state.settings = { ...defaultSettings, alerts: false };
    look();
    expect(take()).toEqual([]);
    state.settings = defaultSettings;
    look();
    expect(take()).toEqual(['expiry a']);
  });
});

describe('before an alert', () => {
  it('the service is polled after days offline, and a replaced certificate does not alert', async () => {
    const { look, time, state, asked, titles } = startSession([orderWithDays('a', 35, start)]);
    state.isAnswering = false;
    await time.advance(10 * DAY_MS);
    look();
    look();
    expect(asked).toEqual([['a']]);
    expect(titles()).toEqual([]);
    const now = time.clock.now();
    state.rows = [orderWithDays('a', 90, now, { fingerprint256: 'renewed' })];
    look();
    await time.advance(DAY_MS / 24);
    look();
    expect(titles()).toEqual([]);
  });

  it('the answer is awaited for two minutes at most', async () => {
    const { look, time, state, asked, titles } = startSession([orderWithDays('a', 35, start)]);
    state.isAnswering = false;
    state.settings = expiryOnly;
    await time.advance(10 * DAY_MS);
    look();
    await time.advance(119_999);
    look();
    expect(titles()).toEqual([]);
    await time.advance(1);
    look();
    expect(asked).toHaveLength(1);
    expect(titles()).toEqual(['expiry a']);
  });

  it('an alert that was already shown causes no poll, and the ledger is read once', () => {
    const disk = new FakeAlertDisk();
    disk.kept.set('leaf-a 7', start);
    const { look, asked, titles } = startSession(
      [orderWithDays('a', 5, start, { lastAttemptAt: null })],
      disk,
    );
    look();
    look();
    expect(asked).toEqual([]);
    expect(titles()).toEqual([]);
    expect(disk.questions).toBe(1);
  });
});

describe('many alerts', () => {
  it('are gathered during a sync, and shown at once when it ends', () => {
    const { look, state, titles, sent } = startSession([]);
    state.isAsking = true;
    for (const id of ['a', 'b', 'c', 'd']) {
      state.rows = [...state.rows, orderWithDays(id, 5, start)];
      look();
    }
    expect(titles()).toEqual([]);
    state.isAsking = false;
    look();
    expect(titles()).toEqual(['several: expiry a, expiry b, expiry c, expiry d']);
    expect(sent).toEqual(['expiry a!', 'expiry b!', 'expiry c!', 'expiry d!']);
  });

  it('are gathered for a minute at most, each time', async () => {
    const { look, time, state, take } = startSession([orderWithDays('a', 5, start)]);
    state.isAsking = true;
    look();
    await time.advance(59_999);
    look();
    expect(take()).toEqual([]);
    await time.advance(1);
    look();
    expect(take()).toEqual(['expiry a']);
    state.rows = [...state.rows, orderWithDays('b', 5, start)];
    look();
    expect(take()).toEqual([]);
    await time.advance(60_000);
    look();
    expect(take()).toEqual(['expiry b']);
  });

  it.each([
    [3, ['expiry 0', 'expiry 1', 'expiry 2']],
    [4, ['several: expiry 0, expiry 1, expiry 2, expiry 3']],
  ])('%d at once are shown as %j', (count, expected) => {
    const rows = Array.from({ length: count }, (_, index) => orderWithDays(`${index}`, 20, start));
    const { look, titles, shown, opened, disk } = startSession(rows);
    look();
    expect(titles()).toEqual(expected);
    expect(disk.kept.size).toBe(count);
    shown[0]?.onClick();
    expect(opened).toEqual([count > 3 ? null : '0']);
    expect(shown[0]?.urgent).toBe(false);
  });

  it('become one notification for each cause, urgent only where it is', () => {
    const rows = [
      ...['a', 'b'].map((id) => orderWithDays(id, 5, start)),
      ...['c', 'd'].map((id) => orderWithDays(id, 80, start)),
    ];
    const { renewed, reject, look, titles, shown, opened } = startSession(rows);
    for (const id of ['c', 'd']) renewed(id, `leaf-${id}`);
    reject('c1');
    look();
    expect(titles()).toEqual(['rejected c1', 'several: expiry a, expiry b', 'several: renewed c, renewed d']);
    expect(shown.map(({ urgent }) => urgent)).toEqual([true, true, false]);
    // Only a notification about one event has buttons.
    expect(shown.map(({ buttons }) => buttons.length)).toEqual([1, 0, 0]);
    shown[0]?.onClick();
    expect(opened).toEqual([null]);
  });

  it('each open their order when they are few', () => {
    const { look, shown, opened } = startSession(['a', 'b'].map((id) => orderWithDays(id, 5, start)));
    look();
    for (const { onClick } of shown) onClick();
    expect(opened).toEqual(['a', 'b']);
  });

  it('are recorded before the first is shown', () => {
    const { look, shown } = startSession(['a', 'b'].map((id) => orderWithDays(id, 20, start)));
    look();
    const all = ['leaf-a 30', 'leaf-b 30'];
    expect(shown.map(({ recorded }) => recorded)).toEqual([all, all]);
  });
});

describe('a ledger that fails', () => {
  it.each(['writes', 'everything'] as const)('neither silences nor repeats alerts when %s fail', (broken) => {
    const { look, disk, titles, lines } = startSession([orderWithDays('a', 5, start)]);
    disk.broken = broken;
    for (let count = 0; count < 3; count += 1) look();
    expect(titles()).toEqual(['expiry a']);
    expect(lines.map(({ level }) => level)).toEqual(
      broken === 'writes' ? ['error', 'warn'] : ['error', 'error', 'warn'],
    );
    expect(JSON.stringify(lines)).not.toContain('SENTINEL');
  });

  it('does not cause a repetition of alerts stored before the failure', () => {
    const { look, disk, titles } = startSession([orderWithDays('a', 5, start)]);
    look();
    disk.broken = 'everything';
    look();
    expect(titles()).toEqual(['expiry a']);
  });

  it('gets the missing entries with the next alert', () => {
    const { look, disk, state, titles } = startSession([orderWithDays('a', 20, start)]);
    disk.broken = 'writes';
    look();
    disk.broken = 'nothing';
    state.rows = [...state.rows, orderWithDays('b', 20, start)];
    look();
    expect(titles()).toEqual(['expiry a', 'expiry b']);
    expect([...disk.kept.keys()]).toEqual(['leaf-a 30', 'leaf-b 30']);
  });
});

describe('a part that fails', () => {
  const rows = [orderWithDays('a', 5, start), orderWithDays('b', 80, start, { fingerprint256: 'new' })];

  it('does not silence alerts of other rules, is logged once, and is retried', () => {
    const { renewed, look, state, take, lines } = startSession(rows);
    renewed('b', 'new');
    state.failing.add('endpoints');
    look();
    look();
    expect(take()).toEqual(['expiry a', 'renewed b']);
    expect(lines).toMatchObject([
      { level: 'error', fields: { source: 'rule.drift', error: 'TypeError', place: expect.any(String) } },
    ]);
    expect(JSON.stringify(lines)).not.toContain('SENTINEL');
    state.failing.clear();
    look();
    state.failing.add('endpoints');
    look();
    expect(lines).toHaveLength(2);
  });

  it('that makes the text of one alert does not block other alerts, and that one stays due until it is shown', () => {
    const { renewed, look, state, take, lines, disk } = startSession(rows);
    renewed('b', 'new');
    state.failing.add('renewed');
    look();
    look();
    expect(take()).toEqual(['expiry a']);
    expect([...disk.kept.keys()]).not.toContain('new renewed:b');
    expect(lines.map(({ fields }) => fields['source'])).toEqual(['texts.renewed']);
    state.failing.clear();
    look();
    expect(take()).toEqual(['renewed b']);
  });

  it('that makes the text of a summary leads to single alerts', () => {
    const { look, state, take } = startSession(['a', 'b', 'c', 'd'].map((id) => orderWithDays(id, 5, start)));
    state.failing.add('several');
    look();
    look();
    expect(take()).toEqual(['expiry a', 'expiry b', 'expiry c', 'expiry d']);
  });

  it('that shows notifications leaves nothing recorded as shown, and all alerts are shown later', () => {
    const { renewed, reject, look, state, take, lines, disk, sent } = startSession(rows);
    renewed('b', 'new');
    reject('c1');
    state.failing.add('sink');
    look();
    look();
    expect(take()).toEqual([]);
    expect([...disk.kept.keys()]).toEqual([]);
    expect(lines.map(({ fields }) => fields['source'])).toEqual(['notification']);
    state.failing.clear();
    look();
    look();
    expect(take()).toEqual(['rejected c1', 'expiry a', 'renewed b']);
    expect(sent).toEqual(['rejected c1!', 'expiry a!', 'renewed b']);
  });
});

describe('the next evaluation', () => {
  it('is when a certificate passes a threshold', () => {
    const { look, time, alerts } = startSession([
      orderWithDays('a', 31, start),
      orderWithDays('b', 90, start),
    ]);
    look();
    expect(alerts.nextEvaluation(time.clock.now())).toBe(start + DAY_MS);
  });

  it.each([
    ['the settings are without alerts', { alerts: false }, false],
    ['alerts are paused', {}, true],
  ])('never comes by time while %s', (_, settings, isPaused) => {
    const { look, time, alerts, state, pause } = startSession([orderWithDays('a', 31, start)]);
    state.settings = { ...defaultSettings, ...settings };
    if (isPaused) pause.pause('resumed');
    look();
    expect(alerts.nextEvaluation(time.clock.now())).toBe(Number.POSITIVE_INFINITY);
  });

  it('comes within a minute while an alert waits for a poll, and then for its next threshold', async () => {
    const { look, time, alerts, state } = startSession([orderWithDays('a', 10, start - DAY_MS)]);
    state.settings = expiryOnly;
    state.isAnswering = false;
    look();
    expect(alerts.nextEvaluation(start)).toBe(start + MINUTE_MS);
    await time.advance(2 * MINUTE_MS);
    look();
    look();
    expect(alerts.nextEvaluation(time.clock.now())).toBe(start + 2 * DAY_MS);
  });

  it('comes within a minute while alerts are gathered during a sync', () => {
    const { look, time, alerts, state } = startSession([orderWithDays('a', 10, start)]);
    state.isAsking = true;
    look();
    expect(alerts.nextEvaluation(time.clock.now())).toBe(start + MINUTE_MS);
    state.isAsking = false;
    look();
    expect(alerts.nextEvaluation(time.clock.now())).toBe(start + 3 * DAY_MS);
  });

  it('comes within a minute after a notification failed', () => {
    const { look, time, alerts, state } = startSession([orderWithDays('a', 10, start)]);
    state.failing.add('sink');
    look();
    expect(alerts.nextEvaluation(time.clock.now())).toBe(start + MINUTE_MS);
  });
});
