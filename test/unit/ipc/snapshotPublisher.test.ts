import { describe, expect, it, onTestFinished } from 'vitest';
import { SnapshotPublisher } from '#main/ipc/snapshotPublisher.ts';
import { handleUnexpected } from '#main/platform/errors.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { type AppDelta, type AppSnapshot, fromColumns } from '#shared/domain/snapshot.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { orderRow } from '../renderer/orderRows.ts';
import { createTruth, setUp } from './publisherHarness.ts';

describe('SnapshotPublisher', () => {
  it('combines a burst of changes into one delta, with each order and part once', () => {
    const { truth, time, sent, changes } = setUp();
    for (const id of ['a', 'b', 'a']) {
      truth.orders.set(id, orderRow(id));
      changes.orders(id);
      changes.part('polling');
    }
    truth.online = false;
    changes.part('online');
    expect(sent).toEqual([]);
    time.advanceSync(50);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ revision: 1, online: false, polling: [] });
    expect(fromColumns(sent[0]?.orders?.upserts ?? expect.fail('no orders')).map(({ id }) => id)).toEqual([
      'a',
      'b',
    ]);
    expect(Object.keys(sent[0] ?? {}).sort()).toEqual(['online', 'orders', 'polling', 'revision']);
    time.advanceSync(1000);
    expect(sent).toHaveLength(1);
  });

  it('increases the revision with every delta, and the snapshot has the last one', () => {
    const { time, sent, changes, publisher } = setUp();
    expect(publisher.snapshot().revision).toBe(0);
    for (const revision of [1, 2, 3]) {
      changes.part('settings');
      time.advanceSync(50);
      expect(sent.at(-1)?.revision).toBe(revision);
      expect(publisher.snapshot().revision).toBe(revision);
    }
  });

  it('names removed orders, and sends the others in their state at the time of sending', () => {
    const { truth, time, sent, changes } = setUp();
    truth.orders.set('kept', orderRow('kept', { alias: 'before' }));
    truth.orders.set('gone', orderRow('gone'));
    changes.orders('kept', 'gone');
    truth.orders.delete('gone');
    truth.orders.set('kept', orderRow('kept', { alias: 'after' }));
    time.advanceSync(50);
    const orders = sent[0]?.orders ?? expect.fail('no orders');
    expect(orders.removed).toEqual(['gone']);
    expect(fromColumns(orders.upserts)).toEqual([orderRow('kept', { alias: 'after' })]);
  });

  it('has only the places of its rows in the first page of a long list, and all in that of a short one', () => {
    const { truth, sources } = createTruth();
    const view = (orderId: string) => ({ orderId }) as CopyBundleView;
    const copies = {
      read: () => ['a', 'b', 'c'].map(view),
      readFirst: (orderIds: readonly string[]) => orderIds.map(view),
      changed: [],
    };
    const parts = { ...sources.parts, copies };
    const window = { hasPage: () => true, send: () => undefined };
    const publisher = new SnapshotPublisher({ ...sources, parts }, createFakeTime().scheduler, window);
    onTestFinished(() => publisher.dispose());
    const ownersOf = (page: AppSnapshot) => page.copies.map(({ orderId }) => orderId);
    for (const id of ['a', 'b']) truth.orders.set(id, orderRow(id));
    expect(ownersOf(publisher.firstPage())).toEqual(['a', 'b', 'c']);
    truth.orders.set('c', orderRow('c'));
    expect(ownersOf(publisher.firstPage())).toEqual(['a', 'b']);
    expect(ownersOf(publisher.snapshot())).toEqual(['a', 'b', 'c']);
  });

  it('sends the language', () => {
    const { truth, time, sent, changes } = setUp();
    truth.language = 'zh-CN';
    changes.language();
    time.advanceSync(50);
    expect(sent).toEqual([{ revision: 1, language: 'zh-CN' }]);
  });

  it('reads nothing while no window is open, and still increases the revision', () => {
    const { truth, time, sent, changes, openWindow } = setUp();
    openWindow(false);
    changes.orders('a');
    changes.part('polling');
    changes.language();
    time.advanceSync(50);
    expect(truth.reads).toBe(0);
    expect(sent).toEqual([]);
    openWindow(true);
    changes.part('online');
    time.advanceSync(50);
    expect(sent).toEqual([{ revision: 2, online: true }]);
  });

  it('sends a change found while reading as a separate delta', () => {
    const { truth, sources, changes } = createTruth();
    const time = createFakeTime();
    const sent: AppDelta[] = [];
    new SnapshotPublisher(
      {
        ...sources,
        parts: {
          ...sources.parts,
          settings: {
            changed: sources.parts.settings.changed,
            read: () => {
              if (truth.online) {
                truth.online = false;
                changes.part('online');
                changes.orders('a');
              }
              return truth.settings;
            },
          },
        },
      },
      time.scheduler,
      { hasPage: () => true, send: (delta) => sent.push(delta) },
    );
    changes.part('settings');
    time.advanceSync(100);
    expect(sent).toMatchObject([
      { revision: 1, settings: defaultSettings },
      { revision: 2, online: false, orders: { removed: ['a'] } },
    ]);
  });

  it('sends the readable parts if one fails, and that part with the next delta', () => {
    const reported: unknown[] = [];
    const handling = handleUnexpected((_, source) => reported.push(source));
    onTestFinished(() => handling.dispose());
    const { sources, changes } = createTruth();
    const time = createFakeTime();
    const sent: AppDelta[] = [];
    let isBroken = true;
    const endpoints = () => {
      if (isBroken) throw new Error('unreadable');
      return [];
    };
    new SnapshotPublisher(
      { ...sources, parts: { ...sources.parts, endpoints: { ...sources.parts.endpoints, read: endpoints } } },
      time.scheduler,
      { hasPage: () => true, send: (delta) => sent.push(delta) },
    );
    changes.part('endpoints');
    changes.part('settings');
    changes.orders('gone');
    time.advanceSync(50);
    isBroken = false;
    changes.part('online');
    time.advanceSync(50);
    expect(sent).toMatchObject([
      { revision: 1, settings: defaultSettings, orders: { removed: ['gone'] } },
      { revision: 2, online: true, endpoints: [] },
    ]);
    expect(sent[0]).not.toHaveProperty('endpoints');
    expect(reported).toEqual(['snapshot.endpoints']);
  });

  it('sends nothing after it was disposed', () => {
    const { time, sent, changes, publisher } = setUp();
    changes.part('settings');
    publisher.dispose();
    time.advanceSync(1000);
    expect(sent).toEqual([]);
    expect(time.pending()).toBe(0);
  });
});
