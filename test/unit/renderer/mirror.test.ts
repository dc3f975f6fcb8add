import { describe, expect, it } from 'vitest';
import type { Projection } from '#renderer/stores/mirror.ts';
import { type Mirror, startMirror } from '#renderer/stores/mirror.ts';
import type { AppDelta, AppSnapshot } from '#shared/domain/snapshot.ts';
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
        readSnapshot: () => {
          this.happened.push('read');
          return new Promise((resolve, reject) => this.answers.push({ resolve, reject }));
        },
      },
      {
        changed: (projection) => this.published.push(projection),
        failed: () => {
          this.failures += 1;
        },
      },
    );
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
    expect(new FakeMain().happened).toEqual(['subscribed', 'read']);
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
    expect(main.happened).toEqual(['subscribed', 'read', 'read']);
    expect(main.last?.revision).toBe(1);
    main.emit({ revision: 5, polling: ['a'] });
    await main.answer({ ...snapshot(4), online: false });
    expect(main.last).toMatchObject({ revision: 5, online: false });
  });

  it('reads once for many deltas after a gap', async () => {
    const main = new FakeMain();
    await main.answer(snapshot(1));
    for (const revision of [5, 6, 7]) main.emit({ revision });
    expect(main.happened.filter((step) => step === 'read')).toHaveLength(2);
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

  it('does nothing after it was stopped, even with a pending snapshot', async () => {
    const main = new FakeMain();
    main.mirror.stop();
    await main.answer(snapshot(1));
    expect(main.published).toEqual([]);
    expect(main.isListenedTo).toBe(false);
  });
});
