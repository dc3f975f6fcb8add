import { describe, expect, it } from 'vitest';
import { defaultSettings } from '#shared/domain/settings.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { orderWithDays, pushSource } from '#test/support/orderRows.ts';
import { FakeAlertDisk, start, startSession } from './alertHarness.ts';

const row = (fingerprint256: string, days = 90) => orderWithDays('a', days, start, { fingerprint256 });

/** A session with an order whose former leaf was just replaced by `new`. */
function renewedSession() {
  const session = startSession([row('new')]);
  session.renewed('a', 'new');
  return session;
}

describe('a renewal', () => {
  it('alerts once, not urgently, and opens its order', () => {
    const { look, disk, shown, opened, take } = renewedSession();
    look();
    look();
    shown[0]?.onClick();
    expect(shown[0]?.urgent).toBe(false);
    expect(opened).toEqual(['a']);
    expect(take()).toEqual(['renewed a']);
    const next = startSession([row('new')], disk);
    next.look();
    expect(next.take()).toEqual([]);
  });

  it('that another process stored while this one did not run alerts once at the start', () => {
    const { disk } = renewedSession();
    const next = startSession([row('new')], disk, start + DAY_MS);
    next.look();
    next.look();
    expect(next.take()).toEqual(['renewed a']);
    const last = startSession([row('new')], disk, start + 2 * DAY_MS);
    last.look();
    expect(last.take()).toEqual([]);
  });

  it('that has expired meanwhile, or arrives expired, has only the alert about its expiry', () => {
    const session = startSession([row('new', -1)]);
    session.renewed('a', 'new');
    session.look();
    expect(session.take()).toEqual(['expiry a']);
  });

  it('alerts when the new leaf is stable, not while the former one is back', () => {
    const { look, state, take } = renewedSession();
    state.rows = [row('former', 40)];
    look();
    expect(take()).toEqual([]);
    state.rows = [row('new')];
    look();
    expect(take()).toEqual(['renewed a']);
    for (const present of ['former', 'new', 'former', 'new']) {
      state.rows = [row(present, present === 'new' ? 90 : 40)];
      look();
    }
    expect(take()).toEqual([]);
  });

  it('alerts only for the newest leaf when there were several meanwhile', () => {
    const { look, pause, state, time, renewed, take } = renewedSession();
    pause.pause('resumed');
    look();
    time.setNow(start + 10 * DAY_MS);
    state.rows = [row('newest', 95)];
    renewed('a', 'newest');
    look();
    pause.resume();
    look();
    expect(take()).toEqual(['renewed a']);
    state.rows = [row('new')];
    look();
    expect(take()).toEqual([]);
  });

  it('alerts for a reissued leaf with the same notAfter', () => {
    const disk = new FakeAlertDisk();
    const span = { orderId: 'a', notAfter: start + 40 * DAY_MS };
    disk.spans.push(
      { ...span, notBefore: start - 50 * DAY_MS, fingerprint256: 'former', firstSeenAt: start - 50 * DAY_MS },
      { ...span, notBefore: start, fingerprint256: 'again', firstSeenAt: start },
    );
    const { state, look, take } = startSession([row('again', 40)], disk);
    look();
    expect(take()).toEqual(['renewed a']);
    state.rows = [row('former', 40)];
    look();
    expect(take()).toEqual([]);
  });

  it('does not alert for the first certificate of an order, nor for an older one', () => {
    const { look, state, disk, take } = startSession([row('first')]);
    const times = { orderId: 'a', notBefore: start - DAY_MS, notAfter: start + 89 * DAY_MS };
    disk.spans.push({ ...times, fingerprint256: 'first', firstSeenAt: start });
    look();
    disk.spans.push({
      ...times,
      fingerprint256: 'older',
      notBefore: start - 30 * DAY_MS,
      notAfter: start + 60 * DAY_MS,
      firstSeenAt: start + 1,
    });
    state.rows = [row('older', 60)];
    look();
    expect(take()).toEqual([]);
  });

  it('does not alert for a delivery of a push-only order before its approval', () => {
    const pushed = orderWithDays('a', 90, start, { fingerprint256: 'new', source: pushSource() });
    const approved = startSession([pushed]);
    approved.renewed('a', 'new');
    approved.state.addedAt = start + 1;
    approved.look();
    expect(approved.take()).toEqual([]);
    const later = startSession([pushed]);
    later.renewed('a', 'new');
    later.state.addedAt = start - 1;
    later.look();
    expect(later.take()).toEqual(['renewed a']);
  });

  it('does not alert for a removed order, and alerts once the order is restored', () => {
    const { look, state, take } = renewedSession();
    state.rows = [];
    look();
    expect(take()).toEqual([]);
    state.rows = [row('new')];
    look();
    expect(take()).toEqual(['renewed a']);
  });

  it.each([
    [30, ['renewed a']],
    [30 + 1 / 24, []],
  ])('that could not be shown for %d days alerts: %j', (days, expected) => {
    const { disk } = renewedSession();
    const next = startSession([row('new')], disk, start + days * DAY_MS);
    next.state.settings = { ...defaultSettings, alertOnTrouble: false };
    next.look();
    expect(next.take()).toEqual(expected);
  });

  it.each([{ alertOnRenewal: false }, { alerts: false }])('does not alert, nor later, with %j', (change) => {
    const { disk } = renewedSession();
    const { look, state, take } = startSession([row('new')], disk);
    state.settings = { ...defaultSettings, ...change };
    look();
    state.settings = defaultSettings;
    look();
    expect(take()).toEqual([]);
  });

  it('alerts once its history can be read, and the failure is logged once', () => {
    const { look, state, take, lines } = renewedSession();
    state.failing.add('histories');
    look();
    look();
    expect(take()).toEqual([]);
    expect(lines).toMatchObject([{ level: 'warn', fields: { error: 'storage' } }]);
    state.failing.clear();
    look();
    expect(take()).toEqual(['renewed a']);
  });

  it('that the ledger has from an earlier version does not alert', () => {
    const disk = new FakeAlertDisk();
    disk.kept.set('new renewed:a', start);
    const { look, renewed, take } = startSession([row('new')], disk);
    renewed('a', 'new');
    look();
    expect(take()).toEqual([]);
  });
});
