import type { Disposable } from '#main/platform/disposable.ts';
import { isolated } from '#main/platform/errors.ts';
import type { Scheduler } from '#main/platform/time.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { type AppDelta, type AppSnapshot, toColumns } from '#shared/domain/snapshot.ts';

/** The parts of a snapshot that change as a whole. */
export type SnapshotPart = Exclude<keyof AppDelta, 'revision' | 'orders' | 'locale'>;

export interface SnapshotSources {
  readonly orders: () => readonly OrderRow[];
  readonly order: (id: string) => OrderRow | null;
  readonly parts: { readonly [Part in SnapshotPart]: () => AppSnapshot[Part] };
  readonly app: () => AppSnapshot['app'];
}

/** Where deltas go. */
export interface DeltaWindow {
  isOpen(): boolean;
  send(delta: AppDelta): void;
}

/** Changes within this time reach the window as one delta. */
const COALESCE_MS = 50;

/**
 * Counts revisions and tells the window what changed since its last one. Nothing is gathered while no window listens:
 * a page that opens subscribes first and then reads the snapshot.
 */
export class SnapshotPublisher implements Disposable {
  readonly #sources: SnapshotSources;
  readonly #scheduler: Scheduler;
  readonly #window: DeltaWindow;
  readonly #dirtyOrders = new Set<string>();
  readonly #dirtyParts = new Set<SnapshotPart>();
  #localeDirty = false;
  #revision = 0;
  #timer: Disposable | null = null;

  constructor(sources: SnapshotSources, scheduler: Scheduler, window: DeltaWindow) {
    this.#sources = sources;
    this.#scheduler = scheduler;
    this.#window = window;
  }

  /** Everything, at the present revision. Pending changes are part of it and still follow as a delta. */
  snapshot(): AppSnapshot {
    const { parts } = this.#sources;
    return {
      revision: this.#revision,
      connections: parts.connections(),
      orders: toColumns(this.#sources.orders()),
      settings: parts.settings(),
      keychain: parts.keychain(),
      online: parts.online(),
      polling: parts.polling(),
      exportJob: parts.exportJob(),
      presets: parts.presets(),
      copies: parts.copies(),
      endpoints: parts.endpoints(),
      alertsPausedSince: parts.alertsPausedSince(),
      update: parts.update(),
      receiver: parts.receiver(),
      inbox: parts.inbox(),
      receiverLog: parts.receiverLog(),
      app: this.#sources.app(),
    };
  }

  ordersChanged(ids: Iterable<string>): void {
    for (const id of ids) this.#dirtyOrders.add(id);
    this.#schedule();
  }

  changed(part: SnapshotPart): void {
    this.#dirtyParts.add(part);
    this.#schedule();
  }

  localeChanged(): void {
    this.#localeDirty = true;
    this.#schedule();
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#timer = null;
  }

  #schedule(): void {
    this.#timer ??= this.#scheduler.after(COALESCE_MS, () => this.#publish());
  }

  #publish(): void {
    this.#timer = null;
    this.#revision += 1;
    const orderIds = [...this.#dirtyOrders];
    const partNames = [...this.#dirtyParts];
    const isLocaleDirty = this.#localeDirty;
    // Before anything is read: reading may itself bring a change to light, which then has a delta of its own.
    this.#dirtyOrders.clear();
    this.#dirtyParts.clear();
    this.#localeDirty = false;
    if (!this.#window.isOpen()) return;
    const { parts, app } = this.#sources;
    const read = new Map<SnapshotPart, unknown>();
    for (const part of partNames) {
      isolated(`snapshot.${part}`, () => read.set(part, parts[part]()));
      // One that could not be read goes with the next delta.
      if (!read.has(part)) this.#dirtyParts.add(part);
    }
    this.#window.send({
      revision: this.#revision,
      ...Object.fromEntries(read),
      ...(orderIds.length > 0 ? { orders: this.#ordersDelta(orderIds) } : {}),
      ...(isLocaleDirty ? { locale: app().locale } : {}),
    });
  }

  #ordersDelta(ids: readonly string[]): NonNullable<AppDelta['orders']> {
    const upserts: OrderRow[] = [];
    const removed: string[] = [];
    for (const id of ids) {
      const row = this.#sources.order(id);
      if (row === null) removed.push(id);
      else upserts.push(row);
    }
    return { upserts: toColumns(upserts), removed };
  }
}
