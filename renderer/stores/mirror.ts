import type { OrderRow } from '#shared/domain/order.ts';
import { type AppDelta, type AppSnapshot, fromColumns } from '#shared/domain/snapshot.ts';

/** Where the mirror gets main's state from: the bridge, or a fake in tests. */
interface SnapshotSource {
  readonly readFirstPage: () => Promise<AppSnapshot>;
  readonly readSnapshot: () => Promise<AppSnapshot>;
  /** Resolves when the first page was painted. */
  readonly painted: () => Promise<void>;
  /** Subscribes to deltas; the returned function ends the subscription. */
  readonly onDelta: (listener: (delta: AppDelta) => void) => () => void;
}

interface MirrorListener {
  readonly changed: (projection: Projection) => void;
  /** The first page or the snapshot could not be read. The previous state stays. */
  readonly failed: () => void;
}

export type Mirror = ReturnType<typeof startMirror>;

/**
 * Keeps a projection of main's state: subscribes first, then reads the first page, which is painted as it is, then the
 * snapshot, which replaces it, then applies deltas whose revision is newer. Deltas that arrive before the snapshot wait for
 * it; after a missed revision the snapshot is read again.
 */
export function startMirror(source: SnapshotSource, listener: MirrorListener) {
  let projection: Projection | null = null;
  /** Whether a snapshot was read: a first page is only shown, and no delta is applied to it. */
  let hasSnapshot = false;
  let waiting: AppDelta[] = [];
  let loading = false;
  let stopped = false;

  const stopListening = source.onDelta((delta) => {
    if (loading) waiting.push(delta);
    else if (projection === null || !hasSnapshot) void reload();
    else take(projection, [delta]);
  });

  function take(base: Projection, deltas: readonly AppDelta[]): void {
    let next = base;
    for (const delta of deltas) {
      const applied = applyDelta(next, delta);
      if (applied === 'gap') {
        publish(next);
        void reload();
        return;
      }
      next = applied;
    }
    publish(next);
  }

  function publish(next: Projection): void {
    if (next === projection) return;
    projection = next;
    listener.changed(next);
  }

  async function showFirst(): Promise<void> {
    const first = await source.readFirstPage();
    if (stopped) return;
    publish(projectSnapshot(first));
    await source.painted();
  }

  /** Reads the snapshot again, as after a failure. */
  async function reload(): Promise<void> {
    if (loading) return;
    loading = true;
    waiting = [];
    try {
      if (projection === null) await showFirst();
      if (stopped) return;
      const next = projectSnapshot(await source.readSnapshot());
      loading = false;
      if (stopped) return;
      hasSnapshot = true;
      const deltas = waiting;
      waiting = [];
      take(next, deltas);
    } catch {
      loading = false;
      if (!stopped) listener.failed();
    }
  }

  void reload();
  return {
    reload,
    stop: () => {
      stopped = true;
      stopListening();
    },
  };
}

/** The renderer's form of main's state: orders as rows by id instead of columns, lists as sets. */
export interface Projection extends Omit<AppSnapshot, 'orders' | 'polling'> {
  readonly orders: ReadonlyMap<string, OrderRow>;
  readonly polling: ReadonlySet<string>;
}

/** Whether all orders are known. */
export function isComplete({ extent }: Pick<Projection, 'extent'>): boolean {
  return extent.kind === 'all';
}

/** How many orders there are, known or not. */
export function orderTotal({ orders, extent }: Pick<Projection, 'orders' | 'extent'>): number {
  return extent.kind === 'all' ? orders.size : extent.total;
}

export function projectSnapshot(snapshot: AppSnapshot): Projection {
  return {
    ...snapshot,
    orders: new Map(fromColumns(snapshot.orders).map((row) => [row.id, row])),
    polling: new Set(snapshot.polling),
  };
}

/**
 * Applies one delta. An older or equal revision changes nothing and returns the same object; `'gap'`: a revision in
 * between was missed, so the snapshot has to be read again.
 */
export function applyDelta(known: Projection, delta: AppDelta): Projection | 'gap' {
  if (delta.revision <= known.revision) return known;
  if (delta.revision > known.revision + 1) return 'gap';
  const { orders, polling, language, ...parts } = delta;
  return {
    ...known,
    ...parts,
    orders: orders === undefined ? known.orders : changedOrders(known.orders, orders),
    polling: polling === undefined ? known.polling : new Set(polling),
    app: language === undefined ? known.app : { ...known.app, language },
  };
}

function changedOrders(
  known: ReadonlyMap<string, OrderRow>,
  { upserts, removed }: NonNullable<AppDelta['orders']>,
): ReadonlyMap<string, OrderRow> {
  const orders = new Map(known);
  for (const id of removed) orders.delete(id);
  for (const row of fromColumns(upserts)) orders.set(row.id, row);
  return orders;
}
