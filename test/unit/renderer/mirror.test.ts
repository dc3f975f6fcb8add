import { describe, expect, it } from 'vitest';
import type { Projection } from '#renderer/stores/mirror.ts';
import { type Mirror, startMirror } from '#renderer/stores/mirror.ts';
import { noOrders } from '#shared/domain/assessment.ts';
import { noGroups } from '#shared/domain/orderGroups.ts';
import { type AppDelta, type AppSnapshot, toColumns } from '#shared/domain/snapshot.ts';
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

describe('startMirror', () => {
  it('subscribes before it reads', () => {
    expect(new FakeMain().happened).toEqual(['subscribed', 'first page']);
  });

  it('applies newer deltas that arrived while the snapshot was read', async () => {
    const main = new FakeMain();
    main.emit({ revision: 4, online: false });
    main.emit({ revision: 5, online: true });
    main.emit({ revision: 6, polling: ['a'] });
    await main.answer(snapshot(5));
    expect(main.published).toHaveLength(1);
    expect(main.last).toMatchObject({ revision: 6, online: true });
    expect(main.last?.polling).toEqual(new Set(['a']));
  });

  it('applies deltas one by one after the snapshot', async () => {
    const main = new FakeMain();
    await main.answer(snapshot(1));
    main.emit({ revision: 2, online: false });
    expect(main.last).toMatchObject({ revision: 2, online: false });
    main.emit({ revision: 2, online: true });
    expect(main.published).toHaveLength(2);
  });

  it('reads a new snapshot if a revision was missed, and shows the old state meanwhile', async () => {
    const main = new FakeMain();
    await main.answer(snapshot(1));
    main.emit({ revision: 4, online: false });
    expect(main.happened).toEqual(['subscribed', 'first page', 'snapshot']);
    expect(main.last?.revision).toBe(1);
    main.emit({ revision: 5, polling: ['a'] });
    await main.answer({ ...snapshot(4), online: false });
    expect(main.last).toMatchObject({ revision: 5, online: false });
  });

  it('reads once for many deltas after a gap', async () => {
    const main = new FakeMain();
    await main.answer(snapshot(1));
    for (const revision of [5, 6, 7]) main.emit({ revision });
    expect(main.happened).toEqual(['subscribed', 'first page', 'snapshot']);
  });

  it('reports a failed read, keeps its state, and recovers with the next delta', async () => {
    const main = new FakeMain();
    await main.fail();
    expect(main.failures).toBe(1);
    main.emit({ revision: 3 });
    await main.answer(snapshot(3));
    expect(main.last?.revision).toBe(3);
  });

  it('reads again on request', async () => {
    const main = new FakeMain();
    await main.fail();
    void main.mirror.reload();
    await main.answer(snapshot(1));
    expect(main.last?.revision).toBe(1);
  });

  describe('with more orders than fit on the first page', () => {
    const counts = {
      statuses: { ...noOrders.counts, healthy: 2 },
      groups: { ...noGroups(), later: 2 },
    };
    const firstPage = { ...snapshot(5), counts };
    const whole = (revision: number) => snapshotOf(revision, [orderRow('a'), orderRow('b')]);

    it('publishes it, and reads the others after it was painted', async () => {
      const main = new FakeMain();
      await main.answer(firstPage);
      expect(main.last).toMatchObject({ revision: 5, counts });
      expect([...(main.last?.orders.keys() ?? [])]).toEqual(['a']);
      expect(main.happened).toEqual(['subscribed', 'first page']);
      main.paint();
      await settled();
      expect(main.happened).toEqual(['subscribed', 'first page', 'snapshot']);
      await main.answer(whole(5));
      expect(main.published).toHaveLength(2);
      expect(main.last?.counts).toBeNull();
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
