import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SeenCopy } from '#main/alerting/alerts/autoRefreshRule.ts';
import {
  createAlertRepository,
  createAlertValueRepository,
  createOutboxRepository,
  createPauseRepository,
  createSeenCopyRepository,
  createSnoozeRepository,
} from '#main/storage/alertRepositories.ts';
import { migrations } from '#main/storage/migrations.ts';
import { createOrderRepository } from '#main/storage/orderRepository.ts';
import { z } from '#shared/zod.ts';
import { renewedEvent } from '#test/support/alertEvents.ts';
import { asBeforeAcceptance, openTemporary, openWithConnections } from './fixtures.ts';
import { confirmed, facts, record } from './records.ts';
import { temporaryFolder } from './temporaryFolder.ts';

describe('alert repository', () => {
  it('stores each pair of subject and threshold once', () => {
    const alerts = createAlertRepository(openTemporary());
    const entry = { subject: 'f1', threshold: '0' };
    expect(alerts.sentAt(entry)).toBeNull();
    alerts.record([entry, entry], 5);
    expect(alerts.sentAt(entry)).toBe(5);
    // Sent again, because the clock was ahead before.
    alerts.record([entry], 4);
    expect(alerts.sentAt(entry)).toBe(4);
    expect(alerts.sentAt({ subject: 'f1', threshold: '30' })).toBeNull();
    expect(alerts.sentAt({ subject: 'f2', threshold: '0' })).toBeNull();
  });

  it('forgets only the entry that was not shown', () => {
    const alerts = createAlertRepository(openTemporary());
    const [entry, other] = [
      { subject: 'f1', threshold: '0' },
      { subject: 'f1', threshold: '30' },
    ];
    alerts.record([entry, other], 5);
    alerts.remove([entry]);
    expect(alerts.sentAt(entry)).toBeNull();
    expect(alerts.sentAt(other)).toBe(5);
  });

  it('keeps the entries of a removed order: its leaf may come back', () => {
    const database = openWithConnections();
    const orders = createOrderRepository(database);
    const alerts = createAlertRepository(database);
    orders.add([record('1')], []);
    alerts.record([{ subject: 'f1', threshold: '7' }], 5);
    orders.setRemoved(['1'], 1);
    orders.purge(2);
    expect(alerts.sentAt({ subject: 'f1', threshold: '7' })).toBe(5);
  });
});

it('a value of a channel is stored, replaced and removed beside others, and no invalid one is read', () => {
  const database = openTemporary();
  const commands = createAlertValueRepository(database, 'command', z.array(z.string()).min(1));
  const results = createAlertValueRepository(database, 'webhookResults', z.object({ at: z.number() }));
  expect(commands.load()).toBeNull();
  commands.save(['/bin/tell', 'me']);
  commands.save(['/bin/tell']);
  results.save({ at: 5 });
  expect(commands.load()).toEqual(['/bin/tell']);
  expect(database.query('SELECT key FROM settings ORDER BY key').all()).toEqual([
    { key: 'alerts.command' },
    { key: 'alerts.webhookResults' },
  ]);
  for (const damaged of ['{', '"/bin/tell"', '[]', '[1]']) {
    const update = database.prepare("UPDATE settings SET value = ? WHERE key = 'alerts.command'");
    database.write(() => update.run(damaged));
    expect(commands.load(), damaged).toBeNull();
  }
  commands.save(null);
  expect(results.load()).toEqual({ at: 5 });
  results.save(null);
  expect(database.query('SELECT 1 FROM settings').all()).toEqual([]);
});

it('waiting events are stored per target, replaced and removed, also after a restart', () => {
  const path = join(temporaryFolder(), 'notafter.db');
  const database = openTemporary(path);
  const commands = createOutboxRepository(database, 'command');
  const item = { id: '1', event: renewedEvent('"\n\u0000😀'), queuedAt: 5, failures: 0, nextAt: 5 };
  const later = { ...item, id: '2', queuedAt: 6 };
  commands.save([item, later]);
  createOutboxRepository(database, 'webhook').save([{ ...item, id: '3' }]);
  commands.save([{ ...item, failures: 1, nextAt: 9 }]);
  database.dispose();
  const again = openTemporary(path);
  const stored = createOutboxRepository(again, 'command');
  expect(stored.load()).toEqual([{ ...item, failures: 1, nextAt: 9 }, later]);
  stored.remove(['1']);
  again.write(() => again.prepare("UPDATE outbox SET event = '{' WHERE id = '2'").run());
  expect(stored.load()).toEqual([]);
  expect(createOutboxRepository(again, 'webhook').load()).toHaveLength(1);
});

describe('the ledger after the upgrade to a version that derives renewals from state', () => {
  /** The number of migrations before that version. */
  const before = migrations.findIndex((sql) => sql.includes('untold_copies'));

  it('has every current and former leaf, so that none is reported, but no future leaf', () => {
    const path = join(temporaryFolder(), 'notafter.db');
    const former = openWithConnections(path, migrations.slice(0, before));
    asBeforeAcceptance(former, () => {
      const orders = createOrderRepository(former);
      orders.add([record('1')], []);
      for (const [name, at] of [
        ['old', 1],
        ['new', 2],
      ] as const)
        orders.saveStates([confirmed(record('1'), facts(name, at, at + 90), at)]);
    });
    const delivery = former.prepare(
      `INSERT INTO deliveries VALUES (?, 'h', 'Hook', 0, 'n', 't', '', ?, ?, 'none', 0, ?, '[]', '')`,
    );
    const leaf = (name: string) => JSON.stringify({ fingerprint256: name });
    for (const [id, orderId, kind, name] of [
      ['d1', 'p', 'accepted', 'pushed'],
      ['d2', '1', 'checking', 'coming'],
    ] as const)
      delivery.run(id, orderId, JSON.stringify({ kind }), leaf(name));
    former.dispose();
    const alerts = createAlertRepository(openTemporary(path));
    const knows = (subject: string, orderId: string) =>
      alerts.sentAt({ subject, threshold: `renewed:${orderId}` }) !== null;
    expect(knows(facts('old').fingerprint256, '1')).toBe(true);
    expect(knows(facts('new').fingerprint256, '1')).toBe(true);
    expect(knows('pushed', 'p')).toBe(true);
    expect(knows('coming', '1')).toBe(false);
    expect(knows('pushed', '1')).toBe(false);
  });
});

describe('repository of copies that were not reported yet', () => {
  const seen: SeenCopy = {
    bundleId: 'b',
    orderId: 'o',
    folder: '~/tls',
    to: 'f1',
    outcome: 'commandFailed',
    command: { program: 'reload', outcome: { kind: 'exited', code: 3 } },
    at: 5,
  };

  it('returns the last entry of each copy, also after a restart', () => {
    const path = join(temporaryFolder(), 'notafter.db');
    const database = openTemporary(path);
    const copies = createSeenCopyRepository(database);
    copies.save({ ...seen, outcome: 'failed', command: null });
    copies.save({ ...seen, bundleId: 'other' });
    copies.save(seen);
    copies.remove(['other', 'none']);
    database.dispose();
    expect(createSeenCopyRepository(openTemporary(path)).load()).toEqual([seen]);
  });

  it('skips invalid JSON', () => {
    const database = openTemporary();
    const copies = createSeenCopyRepository(database);
    copies.save(seen);
    database.prepare("UPDATE untold_copies SET seen = '{'").run();
    expect(copies.load()).toEqual([]);
  });
});

describe('snooze repository', () => {
  it('returns the last snooze of each order', () => {
    const database = openWithConnections();
    createOrderRepository(database).add([record('1'), record('2')], []);
    const snoozes = createSnoozeRepository(database);
    expect(snoozes.load()).toEqual([]);
    const first = { orderId: '1', fingerprint256: 'f1', until: 77, at: 5 };
    snoozes.save([first, { orderId: '2', fingerprint256: null, until: null, at: 6 }]);
    snoozes.save([{ orderId: '2', fingerprint256: 'f2', until: null, at: 7 }]);
    expect(snoozes.load()).toEqual([first, { orderId: '2', fingerprint256: 'f2', until: null, at: 7 }]);
    snoozes.remove(['1', 'none']);
    expect(snoozes.load().map(({ orderId }) => orderId)).toEqual(['2']);
  });

  it('deletes a snooze with its order, but not while the order can be restored', () => {
    const database = openWithConnections();
    const orders = createOrderRepository(database);
    orders.add([record('1')], []);
    const snoozes = createSnoozeRepository(database);
    snoozes.save([{ orderId: '1', fingerprint256: 'f1', until: null, at: 5 }]);
    orders.setRemoved(['1'], 1);
    expect(snoozes.load()).toHaveLength(1);
    orders.purge(2);
    expect(snoozes.load()).toEqual([]);
  });
});

describe('pause repository', () => {
  it('stores the pause with its end, until alerts resume', () => {
    const path = join(temporaryFolder(), 'notafter.db');
    const database = openTemporary(path);
    const pause = createPauseRepository(database);
    expect(pause.load()).toBeNull();
    pause.save({ since: 5, until: null });
    pause.save({ since: 6, until: 7 });
    database.dispose();
    const again = createPauseRepository(openTemporary(path));
    expect(again.load()).toEqual({ since: 6, until: 7 });
    again.save(null);
    expect(again.load()).toBeNull();
  });
});
