import { type Disposable, disposeAll } from '#main/platform/disposable.ts';
import type { Event } from '#main/platform/emitter.ts';
import { isolated } from '#main/platform/errors.ts';
import type { Scheduler } from '#main/platform/time.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import {
  type AppDelta,
  type AppSnapshot,
  type OrderExtent,
  type SnapshotParts,
  toColumns,
} from '#shared/domain/snapshot.ts';

/** Any event, of which only the time matters. */
type Signal = (listener: () => void) => Disposable;

/** How each part of the snapshot is read, and the events after which it is sent again. */
export type SnapshotTable = {
  readonly [Part in keyof SnapshotParts]: {
    readonly read: () => SnapshotParts[Part];
    /** As much of it as belongs to the first rows of a long list. Without it the first page has the whole part. */
    readonly readFirst?: (orderIds: readonly string[]) => SnapshotParts[Part];
    readonly changed: readonly Signal[];
  };
};

export interface FirstPage {
  readonly rows: readonly OrderRow[];
  readonly extent: OrderExtent;
}

export interface SnapshotSources {
  readonly orders: {
    list(): readonly OrderRow[];
    /** All rows of a short list, or the first ones. */
    firstPage(): FirstPage;
    get(id: string): OrderRow | null;
    /** With the ids of the orders that changed or were removed. */
    readonly changed: Event<readonly string[]>;
  };
  readonly parts: SnapshotTable;
  readonly app: { readonly read: () => AppSnapshot['app']; readonly languageChanged: Signal };
}

/** The window whose page deltas are sent to. */
export interface DeltaWindow {
  hasPage(): boolean;
  send(delta: AppDelta): void;
}

/** What a delta replaces as a whole. */
type DeltaPart = keyof SnapshotParts | 'language';

/** Changes within this time are sent as one delta. */
const COALESCE_MS = 50;

/**
 * Counts revisions and sends the window what changed since the last one. Nothing is read while no window is open: a page
 * that opens subscribes first, then reads the snapshot.
 */
export class SnapshotPublisher implements Disposable {
  readonly #sources: SnapshotSources;
  readonly #scheduler: Scheduler;
  readonly #window: DeltaWindow;
  readonly #subscriptions: readonly Disposable[];
  readonly #dirtyOrders = new Set<string>();
  readonly #dirtyParts = new Set<DeltaPart>();
  #revision = 0;
  #timer: Disposable | null = null;

  constructor(sources: SnapshotSources, scheduler: Scheduler, window: DeltaWindow) {
    this.#sources = sources;
    this.#scheduler = scheduler;
    this.#window = window;
    const { orders, parts, app } = sources;
    this.#subscriptions = [
      orders.changed((ids) => this.#ordersChanged(ids)),
      ...partsOf(parts).flatMap((part) =>
        parts[part].changed.map((event) => event(() => this.#partChanged(part))),
      ),
      app.languageChanged(() => this.#partChanged('language')),
    ];
  }

  /** The whole state at the current revision. Pending changes are in it, and still follow as a delta. */
  snapshot(): AppSnapshot {
    return this.#snapshotWith({ rows: this.#sources.orders.list(), extent: { kind: 'all' } });
  }

  /** As `snapshot`, with only the first rows of a long list and their places: what a page needs to paint. */
  firstPage(): AppSnapshot {
    return this.#snapshotWith(this.#sources.orders.firstPage());
  }

  dispose(): void {
    disposeAll(this.#subscriptions);
    this.#timer?.dispose();
    this.#timer = null;
  }

  #snapshotWith({ rows, extent }: FirstPage): AppSnapshot {
    const { parts, app } = this.#sources;
    const ids = extent.kind === 'all' ? null : rows.map(({ id }) => id);
    const read = Object.fromEntries(
      partsOf(parts).map((part) => {
        const { read: readAll, readFirst } = parts[part];
        return [part, ids === null || readFirst === undefined ? readAll() : readFirst(ids)];
      }),
    );
    return {
      ...(read as unknown as SnapshotParts),
      revision: this.#revision,
      orders: toColumns(rows),
      extent,
      app: app.read(),
    };
  }

  #ordersChanged(ids: readonly string[]): void {
    for (const id of ids) this.#dirtyOrders.add(id);
    this.#schedule();
  }

  #partChanged(part: DeltaPart): void {
    this.#dirtyParts.add(part);
    this.#schedule();
  }

  #schedule(): void {
    this.#timer ??= this.#scheduler.after(COALESCE_MS, () => this.#publish());
  }

  #publish(): void {
    this.#timer = null;
    this.#revision += 1;
    const orderIds = [...this.#dirtyOrders];
    const partNames = [...this.#dirtyParts];
    // Cleared before anything is read: reading may itself cause a change, which is then sent in another delta.
    this.#dirtyOrders.clear();
    this.#dirtyParts.clear();
    if (!this.#window.hasPage()) return;
    const { parts, app } = this.#sources;
    const read = new Map<DeltaPart, unknown>();
    for (const part of partNames) {
      isolated(`snapshot.${part}`, () =>
        read.set(part, part === 'language' ? app.read().language : parts[part].read()),
      );
      // A part that could not be read is sent with the next delta.
      if (!read.has(part)) this.#dirtyParts.add(part);
    }
    this.#window.send({
      revision: this.#revision,
      ...Object.fromEntries(read),
      ...(orderIds.length > 0 ? { orders: this.#ordersDelta(orderIds) } : {}),
    });
  }

  #ordersDelta(ids: readonly string[]): NonNullable<AppDelta['orders']> {
    const upserts: OrderRow[] = [];
    const removed: string[] = [];
    for (const id of ids) {
      const row = this.#sources.orders.get(id);
      if (row === null) removed.push(id);
      else upserts.push(row);
    }
    return { upserts: toColumns(upserts), removed };
  }
}

function partsOf(table: SnapshotTable): (keyof SnapshotParts)[] {
  return Object.keys(table) as (keyof SnapshotParts)[];
}
