import type { OrdersChange } from '#main/orders/list/orderSource.ts';
import type { Disposable } from '#main/platform/disposable.ts';
import { Emitter } from '#main/platform/emitter.ts';
import type { PlannedChange } from '#main/platform/plannedChange.ts';
import type { Scheduler } from '#main/platform/time.ts';
import type { EndpointFacts } from '#shared/domain/conditions/places.ts';
import type { Endpoint, EndpointsAdded, EndpointView } from '#shared/domain/endpoint.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { EndpointDraft, OrderDraft } from './endpointDraft.ts';
import type { EndpointRecord } from './endpointRecord.ts';
import type { EndpointStore } from './endpointStore.ts';
import { type LeafRelations, toEndpointFacts, toEndpointView } from './leafRelations.ts';
import type { ProbeScheduler } from './probeScheduler.ts';

export interface EndpointServicePorts {
  readonly store: EndpointStore;
  readonly probes: ProbeScheduler;
  readonly relations: LeafRelations;
  readonly hasOrder: (orderId: string) => boolean;
  readonly scheduler: Scheduler;
}

/** Selects endpoints by id or by order; `null`: all. */
export type WhichEndpoints =
  | { readonly ids: readonly string[] }
  | { readonly orderIds: readonly string[] }
  | null;

/** With more than MANY endpoints, updates to the window are throttled to one per second. */
const MANY = 200;
const TELL_MANY_MS = 1000;

/** The endpoints of all orders, for the window. */
export class EndpointService implements Disposable {
  readonly #ports: EndpointServicePorts;
  readonly #views = new Map<string, EndpointView>();
  /** Endpoints whose order's history could not be read; their views are not cached. */
  readonly #unread = new Set<string>();
  readonly #changed = new Emitter<void>('endpointService.changed');
  #telling: Disposable | null = null;

  /** Fires when `views` changed. Bursts of probes are combined. */
  readonly onDidChange = this.#changed.event;

  constructor(ports: EndpointServicePorts) {
    this.#ports = ports;
    ports.store.onDidChange((ids) => this.#touch(ids));
    ports.probes.onDidChangeProbing((ids) => this.#touch(ids));
  }

  /** Endpoints of existing orders, per order in the order they were added. */
  views(): readonly EndpointView[] {
    return this.#viewsOf(this.#ports.store.list());
  }

  /** Endpoints of one order in the order they were added; empty if the order does not exist. */
  ofOrder(orderId: string): readonly EndpointView[] {
    return this.#viewsOf(this.#ports.store.ofOrder(orderId));
  }

  /** As `views`, of some orders, without reading those of others. */
  ofOrders(orderIds: readonly string[]): readonly EndpointView[] {
    return this.#viewsOf(this.#ports.store.ofOrders(orderIds));
  }

  /** The part of `views` that decides statuses, without reading the endpoints whole; in no order. */
  facts(): readonly (EndpointFacts & Pick<Endpoint, 'orderId'>)[] {
    const { store, relations, hasOrder, probes } = this.#ports;
    const outlines = store.outlines();
    if (outlines === null) return this.views();
    const own = outlines.filter(({ orderId }) => hasOrder(orderId));
    relations.prepare(own);
    return own.map((outline) => toEndpointFacts(outline, relations, probes.isProbing(outline.id)));
  }

  /** Adds an endpoint, probes it, and returns its id. Errors: `unknownId` (of the order), `invalidInput`, `storage`. */
  add(orderId: string, draft: EndpointDraft): Result<string> {
    const { store, probes, hasOrder } = this.#ports;
    if (!hasOrder(orderId)) return err({ kind: 'unknownId' });
    const added = store.add(orderId, draft);
    if (added.ok) probes.probeNow([added.value]);
    return added;
  }

  /** As `add`, several in one write; skips those of unknown orders. After an error none is added. */
  addMany(drafts: readonly OrderDraft[]): Result<EndpointsAdded> {
    const { store, probes, hasOrder } = this.#ports;
    const result = store.addMany(drafts.filter(({ orderId }) => hasOrder(orderId)));
    if (!result.ok) return result;
    const { ids, known, noRoom } = result.value;
    probes.probeNow(ids);
    return ok({ added: ids.length, known, noRoom });
  }

  /** Changes an endpoint and probes it if it is another place. Errors: `unknownId`, `invalidInput`, `storage`. */
  update(id: string, draft: EndpointDraft): Result<null> {
    const { store, probes } = this.#ports;
    const updated = store.update(id, draft);
    if (!updated.ok) return updated;
    if (updated.value) {
      probes.forget([id]);
      probes.probeNow([id]);
    } else probes.intervalChanged(id);
    return ok(null);
  }

  /** Removes endpoints; `restore` undoes it in this session. Error: `storage`. */
  remove(ids: readonly string[]): Result<null> {
    const removed = this.#ports.store.remove(ids);
    if (removed.ok) this.#ports.probes.forget(ids);
    return removed;
  }

  /** As `EndpointStore.plan`; what is new is probed. */
  plan(set: readonly Omit<Endpoint, 'id'>[], removedIds: readonly string[]): Result<PlannedChange> {
    const { store, probes } = this.#ports;
    const planned = store.plan(set, removedIds);
    if (!planned.ok) return planned;
    const { ids, write, take } = planned.value;
    const fresh = ids.filter((id) => store.find(id) === null);
    const known = ids.filter((id) => store.find(id) !== null);
    return ok({
      write,
      take: () => {
        take();
        probes.forget(removedIds);
        probes.probeNow(fresh);
        for (const id of known) probes.intervalChanged(id);
      },
    });
  }

  /** Undoes removals of this session. Errors: `unknownId` if none can be restored, `storage`. */
  restore(ids: readonly string[]): Result<null> {
    const { store, probes, hasOrder } = this.#ports;
    const restored = store.restore(ids, hasOrder);
    if (!restored.ok) return restored;
    probes.plan(restored.value.flatMap((id) => store.find(id) ?? []));
    return ok(null);
  }

  /** Probes endpoints now. Unknown ones are ignored. */
  probe(which: WhichEndpoints): void {
    const { store, probes, hasOrder } = this.#ports;
    probes.probeNow(
      recordsOf(store, which)
        .filter(({ endpoint }) => hasOrder(endpoint.orderId))
        .map(({ endpoint }) => endpoint.id),
    );
  }

  /** Applies changes of orders: endpoints depend on an order's current certificate and on its existence. */
  ordersChanged({ upserts, removed, renewed }: Omit<OrdersChange, 'parts'>): void {
    const { store, probes, relations } = this.#ports;
    for (const orderId of removed) {
      const ids = idsOf(store.ofOrder(orderId));
      if (ids.length === 0) continue;
      relations.refresh(orderId);
      probes.forget(ids);
      this.#touch(ids);
    }
    for (const orderId of upserts) {
      const records = store.ofOrder(orderId);
      if (records.length === 0) continue;
      probes.plan(records);
      if (relations.refresh(orderId)) this.#touch(idsOf(records));
    }
    for (const { orderId } of renewed) probes.orderTouched(orderId);
  }

  dispose(): void {
    this.#telling?.dispose();
  }

  #viewsOf(records: readonly EndpointRecord[]): readonly EndpointView[] {
    const { hasOrder, relations } = this.#ports;
    const own = records.filter(({ endpoint }) => hasOrder(endpoint.orderId));
    relations.prepare(own.map(({ endpoint: { orderId }, addresses }) => ({ orderId, addresses })));
    return own.map((record) => this.#view(record));
  }

  #view(record: EndpointRecord): EndpointView {
    const { id, orderId } = record.endpoint;
    const known = this.#views.get(id);
    if (known !== undefined) return known;
    const { relations, probes } = this.#ports;
    const view = toEndpointView(record, relations, probes.isProbing(id));
    if (relations.isUnread(orderId)) this.#unread.add(id);
    else {
      this.#views.set(id, view);
      // The history can be read again: the window needs the new view.
      if (this.#unread.delete(id)) this.#tellSoon();
    }
    return view;
  }

  #touch(ids: readonly string[]): void {
    for (const id of ids) this.#views.delete(id);
    this.#tellSoon();
  }

  #tellSoon(): void {
    const { store, scheduler } = this.#ports;
    const delayMs = store.size > MANY ? TELL_MANY_MS : 0;
    this.#telling ??= scheduler.after(delayMs, () => {
      this.#telling = null;
      this.#changed.fire();
    });
  }
}

function recordsOf(store: EndpointStore, which: WhichEndpoints): readonly EndpointRecord[] {
  if (which === null) return store.list();
  if ('ids' in which) return which.ids.flatMap((id) => store.find(id) ?? []);
  return which.orderIds.flatMap((orderId) => store.ofOrder(orderId));
}

function idsOf(records: readonly EndpointRecord[]): readonly string[] {
  return records.map(({ endpoint }) => endpoint.id);
}
