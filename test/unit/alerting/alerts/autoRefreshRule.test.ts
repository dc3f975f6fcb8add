import { describe, expect, it } from 'vitest';
import { alertText, severalText } from '#main/alerting/alerts/alertText.ts';
import type { SeenCopy } from '#main/alerting/alerts/autoRefreshRule.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import type { UpdateFailure } from '#shared/domain/writeResult.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { FakeAlertDisk, startSession } from './alertHarness.ts';

const now = Date.UTC(2026, 0, 1);
const order = orderWithDays('a', 80, now, { alias: 'Shop' });
const seen: SeenCopy = {
  bundleId: 'c',
  orderId: 'a',
  folder: '~/certs/shop',
  to: 'newer',
  outcome: 'rewritten',
  command: null,
  at: now,
};

/** A session with the order `a`, whose leaf was renewed long ago. */
function session(disk = new FakeAlertDisk(), at = now) {
  const started = startSession([order], disk, at);
  return {
    ...started,
    note: (copy: Partial<SeenCopy>) => started.alerts.copyRefreshed({ ...seen, ...copy }),
  };
}

describe('alerts about automatic updates of exported files', () => {
  it('are shown once per leaf, also after a restart', () => {
    const { note, look, take, disk } = session();
    note({ outcome: 'failed' });
    look();
    expect(take()).toEqual(['copy a failed']);
    note({ outcome: 'failed' });
    look();
    expect(take()).toEqual([]);
    const later = session(disk);
    later.note({ outcome: 'failed' });
    later.look();
    expect(later.take()).toEqual([]);
    later.note({});
    later.look();
    expect(later.take()).toEqual([]);
    expect(later.sent).toEqual(['filesUpdated a']);
    later.note({ to: 'newest', outcome: 'failed' });
    later.look();
    expect(later.take()).toEqual(['copy a failed']);
  });

  it('about a pending review are shown unless the alert of the renewal says so', () => {
    const held = { outcome: 'held' } as const;
    const notValidYet = session();
    notValidYet.note(held);
    notValidYet.look();
    expect(notValidYet.take()).toEqual(['copy a held']);
    const findings = [{ kind: 'namesLost', names: ['www.a.example'] }] as const;
    const earlier = startSession([{ ...order, findings }], new FakeAlertDisk(), now);
    earlier.alerts.copyRefreshed({ ...seen, ...held });
    earlier.look();
    expect(earlier.take()).toEqual([]);
  });

  it('that could not be shown before the app ended are shown once at the next start', () => {
    const { note, pause, look, take, disk } = session();
    pause.pause('resumed');
    note({ outcome: 'commandFailed', command: { program: 'reload', outcome: { kind: 'exited', code: 3 } } });
    look();
    expect(take()).toEqual([]);
    const later = session(disk);
    later.pause.resume();
    later.look();
    expect(later.news).toMatchObject([{ folder: '~/certs/shop', command: { program: 'reload' } }]);
    expect(later.take()).toEqual(['copy a commandFailed']);
    expect(disk.seenCopies.size).toBe(0);
    const last = session(disk);
    last.look();
    expect(last.take()).toEqual([]);
  });

  it('show the latest outcome of a copy', () => {
    const { note, look, take, sent } = session();
    note({});
    note({ outcome: 'failed' });
    look();
    expect(take()).toEqual(['copy a failed']);
    expect(sent).toEqual(['copy a failed']);
  });

  it('are not shown for removed orders, nor after a month', () => {
    const { note, look, take, disk } = session();
    note({ orderId: 'gone' });
    look();
    expect(take()).toEqual([]);
    expect(disk.seenCopies.size).toBe(0);
    note({});
    const later = session(disk, now + 31 * DAY_MS);
    later.look();
    expect(later.take()).toEqual([]);
    expect(disk.seenCopies.size).toBe(0);
  });

  it('stay in memory when they cannot be stored', () => {
    const { note, look, take, disk } = session();
    disk.broken = 'writes';
    note({ outcome: 'failed' });
    look();
    look();
    expect(take()).toEqual(['copy a failed']);
  });

  it.each([
    [{ alerts: false }, []],
    [{ alertOnRenewal: false }, ['copy a changed']],
    [{ alertOnTrouble: false }, ['filesUpdated a']],
  ])('follow the settings, then and later: %j', (change, expected) => {
    const { note, look, state, sent } = session();
    state.settings = { ...defaultSettings, ...change };
    note({});
    note({ bundleId: 'd', outcome: 'changed' });
    look();
    state.settings = defaultSettings;
    look();
    expect(sent).toEqual(expected);
  });
});

describe('the text', () => {
  const speech = { t: translatorOf('en'), locale: 'en' } as const;
  const context = {
    settings: defaultSettings,
    connectionName: () => '',
    ordersOf: () => 0,
    orders: () => [],
    summary: () => '',
  };
  const news = (outcome: UpdateFailure) =>
    ({ kind: 'copy', order, folder: seen.folder, outcome, command: null }) as const;

  it.each([
    ['unproven', 'Shop: files failed verification'],
    ['commandFailed', 'Shop: command failed'],
    ['changed', 'Shop: files not updated'],
    ['failed', 'Shop: files not updated'],
  ] as const)('says that it was %s, and where', (outcome, title) => {
    const text = alertText(news(outcome), context, now, speech);
    expect(text.title).toBe(title);
    expect(text.body).toContain('~/certs/shop');
  });

  it('of an update, for programs, says where', () => {
    const { title, body } = alertText(
      { kind: 'filesUpdated', order, folder: seen.folder },
      context,
      now,
      speech,
    );
    expect(title).toBe('Shop: exported files updated');
    expect(body).toContain('~/certs/shop');
  });

  it.each([
    [{ kind: 'exited', code: 3 }, 'exited with code 3'],
    [{ kind: 'signalled', signal: 'SIGSEGV' }, 'was terminated by SIGSEGV'],
    [{ kind: 'timedOut' }, 'timed out and was stopped'],
    [{ kind: 'notStarted', code: 'ENOENT' }, 'could not be started (ENOENT)'],
  ] as const)('names the program, and how it ended: %j', (outcome, ending) => {
    const failed = { ...news('commandFailed'), command: { program: 'systemctl', outcome } };
    expect(alertText(failed, context, now, speech).body).toContain(`again: systemctl ${ending}.`);
  });

  it('counts several', () => {
    const several = [news('unproven'), news('commandFailed'), news('changed'), news('failed')];
    expect(severalText(several, context, now, speech).body).toBe(
      '1 export updated but not verified, 1 export updated, but its command failed, 2 exports not updated.',
    );
  });
});
