import { describe, expect, it } from 'vitest';
import { defaultSettings } from '#shared/domain/settings.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { start, startSession } from './alertHarness.ts';

describe('without notifications on this computer', () => {
  const quiet = { ...defaultSettings, notifications: false };

  it('the command and the webhook get each alert once, and nothing is shown', () => {
    const session = startSession([orderWithDays('a', 5, start)]);
    session.state.settings = quiet;
    session.state.hasReceiver = true;
    session.look();
    session.look();
    expect(session.titles()).toEqual([]);
    expect(session.sent).toEqual(['expiry a!']);
    session.state.settings = defaultSettings;
    session.look();
    expect(session.titles()).toEqual([]);
  });

  it('a pause, and settings without alerts, stop both', () => {
    const session = startSession([orderWithDays('a', 5, start)]);
    session.state.hasReceiver = true;
    session.state.settings = { ...quiet, alerts: false };
    session.look();
    session.state.settings = quiet;
    session.pause.pause('resumed');
    session.look();
    expect(session.sent).toEqual([]);
    expect(session.alerts.nextEvaluation(start)).toBe(Number.POSITIVE_INFINITY);
    session.pause.resume();
    session.look();
    expect(session.sent).toEqual(['expiry a!']);
  });

  it('and without a command and a webhook, alerts wait until there is one', () => {
    const session = startSession([orderWithDays('a', 5, start)]);
    session.state.settings = quiet;
    session.look();
    expect(session.disk.kept.size).toBe(0);
    expect(session.sent).toEqual([]);
    session.state.hasReceiver = true;
    session.look();
    expect(session.sent).toEqual(['expiry a!']);
  });
});
