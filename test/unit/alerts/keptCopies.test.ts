import { describe, expect, it } from 'vitest';
import { AlertLedger } from '#main/alerts/alertLedger.ts';
import { alertText, severalText } from '#main/alerts/alertWords.ts';
import { KeptCopyWatch, type SeenCopy } from '#main/alerts/keptCopyWatch.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { createI18n, translatorOf } from '#shared/i18n/createI18n.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';

const now = Date.UTC(2026, 0, 1);
const order = orderWithDays('a', 80, now, { alias: 'Shop' });
const seen: SeenCopy = {
  bundleId: 'c',
  orderId: 'a',
  folder: '~/certs/shop',
  to: 'newer',
  outcome: 'rewritten',
  command: null,
};

function setUp() {
  const told = new Set<string>();
  const keyOf = ({ subject, threshold }: { subject: string; threshold: string }) => `${subject} ${threshold}`;
  const repository = {
    has: (entry: { subject: string; threshold: string }) => told.has(keyOf(entry)),
    record: (entries: readonly { subject: string; threshold: string }[]) => {
      for (const entry of entries) told.add(keyOf(entry));
    },
  };
  const start = () => {
    const ledger = new AlertLedger(repository, createRecordingLogger().logger);
    const watch = new KeptCopyWatch(ledger, (id) => (id === 'a' ? order : null));
    /** Tells what is due, as the alerts do. */
    const tell = () => {
      const due = watch.due();
      ledger.record(
        due.flatMap(({ entries }) => entries),
        now,
      );
      return due.map(({ news }) => news.kind === 'copy' && news.outcome);
    };
    return { watch, tell };
  };
  return { ...start(), start };
}

describe('news of copies that are kept fresh', () => {
  it('is told once for each leaf, also after a restart', () => {
    const { watch, tell, start } = setUp();
    watch.note({ ...seen, outcome: 'failed' });
    expect(tell()).toEqual(['failed']);
    watch.note({ ...seen, outcome: 'failed' });
    expect(tell()).toEqual([]);
    const later = start();
    later.watch.note({ ...seen, outcome: 'failed' });
    expect(later.tell()).toEqual([]);
    later.watch.note(seen);
    expect(later.tell()).toEqual(['rewritten']);
    later.watch.note({ ...seen, to: 'newest', outcome: 'failed' });
    expect(later.tell()).toEqual(['failed']);
  });

  it('is what became of a copy last', () => {
    const { watch, tell } = setUp();
    watch.note({ ...seen, outcome: 'failed' });
    watch.note(seen);
    expect(tell()).toEqual(['rewritten']);
  });

  it('is not told of orders that are gone', () => {
    const { watch, tell } = setUp();
    watch.note({ ...seen, orderId: 'gone' });
    expect(tell()).toEqual([]);
  });

  it('keeps to the settings', () => {
    const { watch, tell } = setUp();
    const noteBoth = () => {
      watch.note(seen);
      watch.note({ ...seen, bundleId: 'd', outcome: 'changed' });
    };
    noteBoth();
    watch.forget({ ...defaultSettings, alerts: false });
    expect(tell()).toEqual([]);
    noteBoth();
    watch.forget({ ...defaultSettings, alertOnRenewal: false, alertOnTrouble: true });
    expect(tell()).toEqual(['changed']);
    noteBoth();
    watch.forget({ ...defaultSettings, alertOnRenewal: true, alertOnTrouble: false });
    expect(tell()).toEqual(['rewritten']);
  });
});

describe('its words', () => {
  const speech = { t: translatorOf(createI18n('en'), 'en'), locale: 'en' } as const;
  const context = {
    settings: defaultSettings,
    connectionName: () => '',
    ordersOf: () => 0,
    summary: () => '',
  };
  const news = (outcome: SeenCopy['outcome']) =>
    ({ kind: 'copy', order, folder: seen.folder, outcome, command: null }) as const;

  it.each([
    ['rewritten', 'The copy of Shop was rewritten'],
    ['unproven', 'The rewritten copy of Shop is not proven'],
    ['commandFailed', 'The command after the rewrite of Shop failed'],
    ['changed', 'The copy of Shop was not rewritten'],
    ['failed', 'The copy of Shop was not rewritten'],
  ] as const)('say that it was %s, and where', (outcome, title) => {
    const text = alertText(news(outcome), context, now, speech);
    expect(text.title).toBe(title);
    expect(text.body).toContain('~/certs/shop');
  });

  it.each([
    [{ kind: 'exited', code: 3 }, 'ended with code 3'],
    [{ kind: 'signalled', signal: 'SIGSEGV' }, 'was ended by SIGSEGV'],
    [{ kind: 'timedOut' }, 'took too long and was stopped'],
    [{ kind: 'notStarted', code: 'ENOENT' }, 'could not be started (ENOENT)'],
  ] as const)('name the program, and how it ended: %j', (outcome, ending) => {
    const failed = { ...news('commandFailed'), command: { program: 'systemctl', outcome } };
    expect(alertText(failed, context, now, speech).body).toContain(`but systemctl ${ending}.`);
  });

  it('count several', () => {
    const several = [
      news('rewritten'),
      news('rewritten'),
      news('unproven'),
      news('commandFailed'),
      news('changed'),
      news('failed'),
    ];
    expect(severalText(several, context, speech).body).toBe(
      '2 copies rewritten, 1 copy rewritten but not proven, 1 copy rewritten, but its command failed, 2 copies not rewritten.',
    );
  });
});
