import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Projection } from '#renderer/stores/mirror.ts';
import { type Mirror, projectSnapshot, startMirror } from '#renderer/stores/mirror.ts';
import { noOrders } from '#shared/domain/assessment.ts';
import { noGroups } from '#shared/domain/orderGroups.ts';
import { type AppDelta, type AppSnapshot, type OrderExtent, toColumns } from '#shared/domain/snapshot.ts';
import { orderRow, snapshotOf } from './orderRows.ts';

/** Main from the view of the mirror: the test answers the snapshot reads one by one. */
class FakeMain {
  readonly published: Projection[] = [];
  readonly happened: string[] = [];
  failures = 0;
  private readonly answers: { resolve: (snapshot: AppSnapshot) => void; reject: (error: Error) => void }[] =
    [];
  private listener: ((delta: AppDelta) => void) | null = null;
  readonly mirror: Mirror;
  paint: () => void = () => expect.fail('nothing to paint');

  constructor() {
    this.mirror = startMirror(
      {
        onDelta: (listener) => {
          this.happened.push('subscribed');
          this.listener = listener;
          return () => {
            this.listener = null;
          };
        },
        readFirstPage: () => this.read('first page'),
        readSnapshot: () => this.read('snapshot'),
        painted: () =>
          new Promise((resolve) => {
            this.paint = resolve;
          }),
      },
      {
        changed: (projection) => this.published.push(projection),
        failed: () => {
          this.failures += 1;
        },
      },
    );
  }

  private read(what: string): Promise<AppSnapshot> {
    this.happened.push(what);
    return new Promise((resolve, reject) => this.answers.push({ resolve, reject }));
  }

  get isListenedTo(): boolean {
    return this.listener !== null;
  }

  emit(delta: AppDelta): void {
    this.listener?.(delta);
  }

  async answer(snapshot: AppSnapshot): Promise<void> {
    this.answers.shift()?.resolve(snapshot);
    await settled();
  }

  /** Answers the first page, which is painted, and the snapshot. */
  async start(firstPage: AppSnapshot, whole = firstPage): Promise<void> {
    await this.answer(firstPage);
    this.paint();
    await settled();
    await this.answer(whole);
  }

  async fail(): Promise<void> {
    this.answers.shift()?.reject(new Error('main is gone'));
    await settled();
  }

  get last(): Projection | undefined {
    return this.published.at(-1);
  }
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

const snapshot = (revision: number) => snapshotOf(revision, [orderRow('a')]);
const read = ['subscribed', 'first page', 'snapshot'];

describe('startMirror', () => {
  it('subscribes before it reads', () => {
    expect(new FakeMain().happened).toEqual(['subscribed', 'first page']);
  });

  it('shows the first page, and reads the snapshot after it was painted', async () => {
    const main = new FakeMain();
    await main.answer(snapshot(5));
    expect(main.last).toMatchObject({ revision: 5, extent: { kind: 'all' } });
    expect(main.happened).toEqual(['subscribed', 'first page']);
    main.paint();
    await settled();
    expect(main.happened).toEqual(read);
  });

  it('applies newer deltas that arrived while the snapshot was read', async () => {
    const main = new FakeMain();
    await main.answer(snapshot(3));
    main.paint();
    await settled();
    main.emit({ revision: 4, online: false });
    main.emit({ revision: 5, online: true });
    main.emit({ revision: 6, polling: ['a'] });
    expect(main.published).toHaveLength(1);
    await main.answer(snapshot(5));
    expect(main.published).toHaveLength(2);
    expect(main.last).toMatchObject({ revision: 6, online: true });
    expect(main.last?.polling).toEqual(new Set(['a']));
  });

  it('applies deltas one by one after the snapshot', async () => {
    const main = new FakeMain();
    await main.start(snapshot(1));
    main.emit({ revision: 2, online: false });
    expect(main.last).toMatchObject({ revision: 2, online: false });
    main.emit({ revision: 2, online: true });
    expect(main.published).toHaveLength(3);
  });

  it('reads a new snapshot if a revision was missed, and shows the old state meanwhile', async () => {
    const main = new FakeMain();
    await main.start(snapshot(1));
    main.emit({ revision: 4, online: false });
    expect(main.happened).toEqual([...read, 'snapshot']);
    expect(main.last?.revision).toBe(1);
    main.emit({ revision: 5, polling: ['a'] });
    await main.answer({ ...snapshot(4), online: false });
    expect(main.last).toMatchObject({ revision: 5, online: false });
  });

  it('reads once for many deltas after a gap', async () => {
    const main = new FakeMain();
    await main.start(snapshot(1));
    for (const revision of [5, 6, 7]) main.emit({ revision });
    expect(main.happened).toEqual([...read, 'snapshot']);
  });

  it('reports a failed read, keeps its state, and recovers with the next delta', async () => {
    const main = new FakeMain();
    await main.fail();
    expect(main.failures).toBe(1);
    main.emit({ revision: 3 });
    await main.start(snapshot(3));
    expect(main.last?.revision).toBe(3);
  });

  it('reads again on request', async () => {
    const main = new FakeMain();
    await main.fail();
    void main.mirror.reload();
    await main.start(snapshot(1));
    expect(main.last?.revision).toBe(1);
  });

  it('has the orders of the snapshot, whatever the first page said', async () => {
    const rows = fc
      .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'))
      .map((ids) => ids.map((id) => orderRow(id)));
    const counts = { statuses: { ...noOrders.counts, healthy: 7 }, groups: noGroups() };
    const extents = fc.constantFrom<OrderExtent>({ kind: 'all' }, { kind: 'first', total: 7, counts });
    await fc.assert(
      fc.asyncProperty(rows, extents, rows, async (said, extent, known) => {
        const main = new FakeMain();
        const whole = snapshotOf(1, known);
        await main.start({ ...snapshotOf(1, said), extent }, whole);
        expect(main.last).toEqual(projectSnapshot(whole));
      }),
    );
  });

  it.each([
    ['a delta', (main: FakeMain) => main.emit({ revision: 6, online: false })],
    ['a request', (main: FakeMain) => void main.mirror.reload()],
  ])(
    'reports when the snapshot cannot be read after a short list was shown, and reads it after %s',
    async (_, cause) => {
      const main = new FakeMain();
      await main.answer(snapshot(5));
      main.paint();
      await settled();
      await main.fail();
      expect(main.failures).toBe(1);
      cause(main);
      expect(main.last?.online).toBe(true);
      await main.answer(snapshotOf(6, [orderRow('a'), orderRow('b')]));
      expect(main.last?.orders.size).toBe(2);
    },
  );

  describe('with more orders than fit on the first page', () => {
    const counts = {
      statuses: { ...noOrders.counts, healthy: 2 },
      groups: { ...noGroups(), later: 2 },
    };
    const extent = { kind: 'first', total: 2, counts } as const;
    const firstPage = { ...snapshot(5), extent };
    const whole = (revision: number) => snapshotOf(revision, [orderRow('a'), orderRow('b')]);

    it('publishes it, and reads the others after it was painted', async () => {
      const main = new FakeMain();
      await main.answer(firstPage);
      expect(main.last).toMatchObject({ revision: 5, extent });
      expect([...(main.last?.orders.keys() ?? [])]).toEqual(['a']);
      expect(main.happened).toEqual(['subscribed', 'first page']);
      main.paint();
      await settled();
      expect(main.happened).toEqual(['subscribed', 'first page', 'snapshot']);
      await main.answer(whole(5));
      expect(main.published).toHaveLength(2);
      expect(main.last?.extent).toEqual({ kind: 'all' });
      expect([...(main.last?.orders.keys() ?? [])]).toEqual(['a', 'b']);
    });

    it('applies the deltas in between to the snapshot, each once', async () => {
      const main = new FakeMain();
      await main.answer(firstPage);
      main.emit({ revision: 6, online: false });
      main.paint();
      await settled();
      main.emit({ revision: 7, orders: { upserts: toColumns([orderRow('c')]), removed: ['b'] } });
      expect(main.published).toHaveLength(1);
      await main.answer({ ...whole(6), online: false });
      expect(main.last).toMatchObject({ revision: 7, online: false });
      expect([...(main.last?.orders.keys() ?? [])]).toEqual(['a', 'c']);
    });

    it.each([
      ['a delta', (main: FakeMain) => main.emit({ revision: 6 })],
      ['a request', (main: FakeMain) => void main.mirror.reload()],
    ])('reports when the others cannot be read, and reads them again after %s', async (_, cause) => {
      const main = new FakeMain();
      await main.answer(firstPage);
      main.paint();
      await settled();
      await main.fail();
      expect(main.failures).toBe(1);
      cause(main);
      expect(main.happened.slice(2)).toEqual(['snapshot', 'snapshot']);
      await main.answer(whole(6));
      expect(main.last?.orders.size).toBe(2);
    });

    it('does not read the others after it was stopped', async () => {
      const main = new FakeMain();
      main.mirror.stop();
      await main.answer(firstPage);
      expect(main.happened).toEqual(['subscribed', 'first page']);
      expect(main.published).toEqual([]);
    });
  });

  it('does nothing after it was stopped, even with a pending snapshot', async () => {
    const main = new FakeMain();
    main.mirror.stop();
    await main.answer(snapshot(1));
    expect(main.published).toEqual([]);
    expect(main.isListenedTo).toBe(false);
  });
});
