import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAlertRepository } from '#main/storage/alertRepository.ts';
import { createOrderRepository } from '#main/storage/orderRepository.ts';
import { createPauseRepository } from '#main/storage/pauseRepository.ts';
import { createSnoozeRepository } from '#main/storage/snoozeRepository.ts';
import { openTemporary, openWithConnections } from './fixtures.ts';
import { record } from './records.ts';
import { temporaryFolder } from './temporaryFolder.ts';

describe('alert repository', () => {
  it('knows each pair of subject and threshold that was recorded, once', () => {
    const alerts = createAlertRepository(openTemporary());
    const entry = { subject: 'f1', threshold: '0' };
    expect(alerts.has(entry)).toBe(false);
    alerts.record([entry, entry], 5);
    alerts.record([entry], 6);
    expect(alerts.has(entry)).toBe(true);
    expect(alerts.has({ subject: 'f1', threshold: '30' })).toBe(false);
    expect(alerts.has({ subject: 'f2', threshold: '0' })).toBe(false);
  });

  it('keeps what was told of an order that is gone: its leaf may come back', () => {
    const database = openWithConnections();
    const orders = createOrderRepository(database);
    const alerts = createAlertRepository(database);
    orders.add([record('1')], []);
    alerts.record([{ subject: 'f1', threshold: '7' }], 5);
    orders.setRemoved(['1'], 1);
    orders.purge(2);
    expect(alerts.has({ subject: 'f1', threshold: '7' })).toBe(true);
  });
});

describe('snooze repository', () => {
  it('gives back the last snooze of each order', () => {
    const database = openWithConnections();
    createOrderRepository(database).add([record('1'), record('2')], []);
    const snoozes = createSnoozeRepository(database);
    expect(snoozes.load()).toEqual([]);
    const first = { orderId: '1', fingerprint256: 'f1', until: 77 };
    snoozes.save([first, { orderId: '2', fingerprint256: null, until: null }]);
    snoozes.save([{ orderId: '2', fingerprint256: 'f2', until: null }]);
    expect(snoozes.load()).toEqual([first, { orderId: '2', fingerprint256: 'f2', until: null }]);
    snoozes.remove(['1', 'none']);
    expect(snoozes.load().map(({ orderId }) => orderId)).toEqual(['2']);
  });

  it('forgets a snooze with its order, not while the order could be restored', () => {
    const database = openWithConnections();
    const orders = createOrderRepository(database);
    orders.add([record('1')], []);
    const snoozes = createSnoozeRepository(database);
    snoozes.save([{ orderId: '1', fingerprint256: 'f1', until: null }]);
    orders.setRemoved(['1'], 1);
    expect(snoozes.load()).toHaveLength(1);
    orders.purge(2);
    expect(snoozes.load()).toEqual([]);
  });
});

describe('pause repository', () => {
  it('keeps since when alerts are paused, until they go on', () => {
    const path = join(temporaryFolder(), 'notafter.db');
    const database = openTemporary(path);
    const pause = createPauseRepository(database);
    expect(pause.load()).toBeNull();
    pause.save(5);
    pause.save(6);
    database.dispose();
    const again = createPauseRepository(openTemporary(path));
    expect(again.load()).toBe(6);
    again.save(null);
    expect(again.load()).toBeNull();
  });
});
