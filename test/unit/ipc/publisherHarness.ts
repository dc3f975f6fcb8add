import { SnapshotPublisher, type SnapshotSources, type SnapshotTable } from '#main/ipc/snapshotPublisher.ts';
import { Emitter } from '#main/platform/emitter.ts';
import { noOrders } from '#shared/domain/assessment.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { noGroups } from '#shared/domain/orderGroups.ts';
import { defaultSettings, type Settings } from '#shared/domain/settings.ts';
import type { AppDelta, SnapshotParts } from '#shared/domain/snapshot.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { receiverOff } from '#test/support/receiverViews.ts';

/** The first page of `createTruth`. */
const FIRST_ROWS = 2;

/** Main's state as the publisher reads it; tests change it. */
export function createTruth() {
  const truth = {
    orders: new Map<string, OrderRow>(),
    settings: defaultSettings as Settings,
    online: true,
    polling: [] as readonly string[],
    language: 'en' as 'en' | 'zh-CN',
    /** Whether a first page says that it is not all. */
    isHonest: true,
    /** The number of reads. */
    reads: 0,
  };
  const read = <T>(value: T): T => {
    truth.reads += 1;
    return value;
  };
  const orders = new Emitter<readonly string[]>('test.orders');
  const parts = new Emitter<keyof SnapshotParts>('test.parts');
  const language = new Emitter<void>('test.language');
  const reads: { readonly [Part in keyof SnapshotParts]: () => SnapshotParts[Part] } = {
    connections: () => read([]),
    settings: () => read(truth.settings),
    keychain: () => read({ state: { kind: 'ready', backend: 'fake' }, memoryConsent: false }),
    online: () => read(truth.online),
    place: () => ({ region: '', timeZone: '' }),
    clockAheadMs: () => null,
    polling: () => read(truth.polling),
    exportJob: () => read(null),
    presets: () => read([]),
    planned: () => read([]),
    copies: () => read([]),
    endpoints: () => read([]),
    alertPause: () => null,
    notifications: () => ({ state: { kind: 'system' }, waiting: 0 }),
    alertChannels: () => read({}),
    update: () => ({ kind: 'noFeed' }),
    receiver: () => read(receiverOff),
    inbox: () => read([]),
    inboxCounts: () => ({ all: 0, waiting: 0 }),
    receiverLog: () => read([]),
  };
  const table = Object.entries(reads).map(([part, readPart]) => [
    part,
    {
      read: readPart,
      changed: [
        (listener: () => void) =>
          parts.event((changed) => {
            if (changed === part) listener();
          }),
      ],
    },
  ]);
  const sources: SnapshotSources = {
    orders: {
      list: () => read([...truth.orders.values()]),
      firstPage: () => {
        const rows = [...truth.orders.values()];
        const statuses = { ...noOrders.counts, healthy: rows.length };
        const counts = { statuses, groups: { ...noGroups(), later: rows.length } };
        const isAll = rows.length <= FIRST_ROWS || !truth.isHonest;
        return read({
          rows: rows.slice(0, FIRST_ROWS),
          extent: isAll ? { kind: 'all' } : { kind: 'first', total: rows.length, counts },
        });
      },
      get: (id) => read(truth.orders.get(id) ?? null),
      changed: orders.event,
    },
    parts: Object.fromEntries(table) as SnapshotTable,
    app: {
      read: () => read({ version: '1', language: truth.language, platform: 'linux', view: null }),
      languageChanged: language.event,
    },
  };
  /** Tells the publisher that something changed. */
  const changes = {
    orders: (...ids: string[]) => orders.fire(ids),
    part: (part: keyof SnapshotParts) => parts.fire(part),
    language: () => language.fire(),
  };
  return { truth, sources, changes };
}

/** A publisher over sources that the test changes, with a window that records what it is sent. */
export function setUp() {
  const { truth, sources, changes } = createTruth();
  const time = createFakeTime();
  const sent: AppDelta[] = [];
  let isOpen = true;
  const window = { hasPage: () => isOpen, send: (delta: AppDelta) => sent.push(delta) };
  const publisher = new SnapshotPublisher(sources, time.scheduler, window);
  return {
    truth,
    time,
    sent,
    changes,
    publisher,
    openWindow: (open: boolean) => {
      isOpen = open;
    },
  };
}
