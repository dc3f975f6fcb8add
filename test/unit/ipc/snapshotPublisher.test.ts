import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SnapshotPublisher, type SnapshotSources, type SnapshotTable } from '#main/ipc/snapshotPublisher.ts';
import { Emitter } from '#main/platform/emitter.ts';
import { handleUnexpected } from '#main/platform/errors.ts';
import { type Projection, projectSnapshot, startMirror } from '#renderer/stores/mirror.ts';
import { noOrders } from '#shared/domain/assessment.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { noGroups } from '#shared/domain/orderGroups.ts';
import { defaultSettings, type Settings } from '#shared/domain/settings.ts';
import { type AppDelta, type AppSnapshot, fromColumns, type SnapshotParts } from '#shared/domain/snapshot.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { receiverOff } from '#test/support/receiverViews.ts';
import { orderRow } from '../renderer/orderRows.ts';

/** The first page of `createTruth`. */
const FIRST_ROWS = 2;

/** Main's state as the publisher reads it; tests change it. */
function createTruth() {
  const truth = {
    orders: new Map<string, OrderRow>(),
    settings: defaultSettings as Settings,
    online: true,
    polling: [] as readonly string[],
    locale: 'en' as 'en' | 'zh-CN',
    /** The number of reads. */
    reads: 0,
  };
  const read = <T>(value: T): T => {
    truth.reads += 1;
    return value;
  };
  const orders = new Emitter<readonly string[]>('test.orders');
  const parts = new Emitter<keyof SnapshotParts>('test.parts');
  const locale = new Emitter<void>('test.locale');
  const reads: { readonly [Part in keyof SnapshotParts]: () => SnapshotParts[Part] } = {
    connections: () => read([]),
    settings: () => read(truth.settings),
    keychain: () => read({ state: { kind: 'ready', backend: 'fake' }, memoryConsent: false }),
    online: () => read(truth.online),
    polling: () => read(truth.polling),
    exportJob: () => read(null),
    presets: () => read([]),
    copies: () => read([]),
    endpoints: () => read([]),
    alertPause: () => null,
    update: () => ({ kind: 'noFeed' }),
    receiver: () => read(receiverOff),
    inbox: () => read([]),
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
        return read({ rows: rows.slice(0, FIRST_ROWS), counts: rows.length > FIRST_ROWS ? counts : null });
      },
      get: (id) => read(truth.orders.get(id) ?? null),
      changed: [orders.event],
    },
    parts: Object.fromEntries(table) as SnapshotTable,
    app: {
      read: () => read({ version: '1', locale: truth.locale, platform: 'linux' }),
      localeChanged: locale.event,
    },
  };
  /** Tells the publisher that something changed. */
  const changes = {
    orders: (...ids: string[]) => orders.fire(ids),
    part: (part: keyof SnapshotParts) => parts.fire(part),
    locale: () => locale.fire(),
  };
  return { truth, sources, changes };
}

function setUp() {
  const { truth, sources, changes } = createTruth();
  const time = createFakeTime();
  const sent: AppDelta[] = [];
  let isOpen = true;
  const window = { isOpen: () => isOpen, send: (delta: AppDelta) => sent.push(delta) };
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

  it('sends the language', () => {
    const { truth, time, sent, changes } = setUp();
    truth.locale = 'zh-CN';
    changes.locale();
    time.advanceSync(50);
    expect(sent).toEqual([{ revision: 1, locale: 'zh-CN' }]);
  });

  it('reads nothing while no window is open, and still increases the revision', () => {
    const { truth, time, sent, changes, openWindow } = setUp();
    openWindow(false);
    changes.orders('a');
    changes.part('polling');
    changes.locale();
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
      { isOpen: () => true, send: (delta) => sent.push(delta) },
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
      { isOpen: () => true, send: (delta) => sent.push(delta) },
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

type Step =
  | { readonly kind: 'put' | 'remove'; readonly id: string; readonly failures: number }
  | { readonly kind: 'polling'; readonly ids: readonly string[] }
  | { readonly kind: 'online' | 'locale' | 'reload' | 'answer' | 'refuse' | 'paint' | 'arrive' }
  | { readonly kind: 'window'; readonly open: boolean }
  | { readonly kind: 'pass'; readonly ms: number };

const ids = fc.constantFrom('a', 'b', 'c', 'd');
const steps = fc.array(
  fc.oneof<fc.Arbitrary<Step>[]>(
    fc.record({ kind: fc.constantFrom('put', 'remove'), id: ids, failures: fc.nat(9) }),
    fc.record({ kind: fc.constant('polling'), ids: fc.uniqueArray(ids) }),
    fc.record({
      kind: fc.constantFrom('online', 'locale', 'reload', 'answer', 'answer', 'refuse', 'paint', 'arrive'),
    }),
    fc.record({ kind: fc.constant('window'), open: fc.boolean() }),
    fc.record({ kind: fc.constant('pass'), ms: fc.integer({ min: 1, max: 120 }) }),
  ),
  { maxLength: 60 },
);

interface Asked {
  readonly answer: () => void;
  readonly refuse: () => void;
}

/**
 * A publisher and the renderer's mirror with the way between them: deltas arrive when the test lets them, in their
 * order; snapshots that were asked for are read and answered when it lets them, which may be before or after.
 */
class Wire {
  readonly #setUp = setUp();
  readonly #underWay: AppDelta[] = [];
  readonly #asked: Asked[] = [];
  readonly #unpainted: (() => void)[] = [];
  #hasFailed = false;
  #listener: ((delta: AppDelta) => void) | null = null;
  #mirror: ReturnType<typeof startMirror> | null = null;
  known: Projection | null = null;

  constructor() {
    this.#openPage();
  }

  get truth(): Projection {
    return projectSnapshot(this.#setUp.publisher.snapshot());
  }

  async take(step: Step): Promise<void> {
    const { truth, changes } = this.#setUp;
    switch (step.kind) {
      case 'put':
      case 'remove':
        if (step.kind === 'put') truth.orders.set(step.id, orderRow(step.id, { failures: step.failures }));
        else truth.orders.delete(step.id);
        return changes.orders(step.id);
      case 'polling':
        truth.polling = step.ids;
        return changes.part('polling');
      case 'online':
        truth.online = !truth.online;
        return changes.part('online');
      case 'locale':
        truth.locale = truth.locale === 'en' ? 'zh-CN' : 'en';
        return changes.locale();
      case 'window':
        return this.#toggleWindow(step.open);
      case 'pass':
        return this.#pass(step.ms);
      case 'arrive':
        return this.#arrive();
      case 'reload':
        void this.#mirror?.reload();
        return;
      case 'answer':
        this.#asked.shift()?.answer();
        return await settled();
      case 'refuse':
        this.#asked.shift()?.refuse();
        return await settled();
      case 'paint':
        for (const painted of this.#unpainted.splice(0)) painted();
        return await settled();
    }
  }

  /** Waits until everything is delivered. */
  async settle(): Promise<void> {
    for (let round = 0; round < 5; round += 1) {
      this.#pass(100);
      if (this.#hasFailed) await this.take({ kind: 'reload' });
      await this.take({ kind: 'paint' });
      while (this.#underWay.length > 0) this.#arrive();
      while (this.#asked.length > 0) await this.take({ kind: 'answer' });
    }
  }

  #pass(ms: number): void {
    const { time, sent } = this.#setUp;
    time.advanceSync(ms);
    this.#underWay.push(...structuredClone(sent.splice(0)));
  }

  #arrive(): void {
    const delta = this.#underWay.shift();
    if (delta !== undefined) this.#listener?.(delta);
  }

  #toggleWindow(open: boolean): void {
    this.#setUp.openWindow(open);
    if (open) {
      if (this.#mirror === null) this.#openPage();
      return;
    }
    this.#mirror?.stop();
    this.#mirror = null;
    this.#underWay.length = 0;
    this.#asked.length = 0;
    this.#unpainted.length = 0;
    this.#hasFailed = false;
    this.known = null;
  }

  #openPage(): void {
    this.#mirror = startMirror(
      {
        onDelta: (listener) => {
          this.#listener = listener;
          return () => {
            this.#listener = null;
          };
        },
        readFirstPage: () => this.#read((publisher) => publisher.firstPage()),
        readSnapshot: () => this.#read((publisher) => publisher.snapshot()),
        painted: () => new Promise((resolve) => this.#unpainted.push(resolve)),
      },
      {
        changed: (projection) => {
          this.known = projection;
          this.#hasFailed = false;
        },
        failed: () => {
          this.#hasFailed = true;
        },
      },
    );
  }

  #read(read: (publisher: SnapshotPublisher) => AppSnapshot): Promise<AppSnapshot> {
    return new Promise((resolve, reject) => {
      this.#asked.push({
        answer: () => resolve(structuredClone(read(this.#setUp.publisher))),
        refuse: () => reject(new Error('refused')),
      });
    });
  }
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('the publisher with the renderer’s mirror', () => {
  it('agree in the end, for any changes in between and any order of arrival', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const wire = new Wire();
        for (const step of taken) await wire.take(step);
        await wire.take({ kind: 'window', open: true });
        await wire.settle();
        expect(wire.known).toEqual(wire.truth);
      }),
      { numRuns: 300 },
    );
  });
});
