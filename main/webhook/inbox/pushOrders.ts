import type { OrderSource, SourceDetails } from '#main/orders/list/orderSource.ts';
import type { OrdersChange, Renewal, RowPart } from '#main/orders/list/rowParts.ts';
import { removedKeptSince } from '#main/orders/list/storedOrder.ts';
import { KeyedEmitter } from '#main/platform/emitter.ts';
import type { Clock } from '#main/platform/time.ts';
import { replaces } from '#shared/domain/certificate.ts';
import { type HistoryEntry, type SourceRow, unknownSourceRow } from '#shared/domain/order.ts';
import { ok, type Result } from '#shared/result.ts';
import { cleanText } from '#shared/text.ts';
import type { ChainCheck, DeliveryChain } from './chainCheck.ts';
import type { DeliveryRecord, InboxRepository, PushOrder } from './deliveryRecord.ts';
import type { DeliveryStore } from './deliveryStore.ts';

interface PushOrdersPorts {
  readonly store: DeliveryStore;
  readonly repository: Pick<InboxRepository, 'loadPushOrders' | 'savePushOrder'>;
  readonly checkChain: ChainCheck;
  readonly clock: Pick<Clock, 'now'>;
  /** Decides which removed orders are kept. */
  readonly confirmedClock: Pick<Clock, 'now'>;
  /** A new unique id, never that of a pulled order. */
  readonly newId: () => string;
}

/** The push-only orders that the user approved, with the certificates of their accepted deliveries. */
export class PushOrders implements OrderSource {
  readonly #ports: PushOrdersPorts;
  readonly #orders: Map<string, PushOrder>;
  /** Delivery ids by order id: the delivery that was accepted last. */
  readonly #present = new Map<string, string>();
  readonly #changed = new KeyedEmitter<RowPart, OrdersChange>('pushOrders.changed');

  readonly onDidChange = this.#changed.event;

  /** Loads every order except those removed long ago. Throws if the database cannot be read. */
  constructor(ports: PushOrdersPorts) {
    this.#ports = ports;
    const keptSince = removedKeptSince(ports.confirmedClock);
    const kept = ports.repository
      .loadPushOrders()
      .filter(({ removedAt }) => removedAt === null || removedAt >= keptSince);
    this.#orders = new Map(kept.map((order) => [order.id, order]));
    const acceptedAt = new Map<string, number>();
    for (const { id, orderId, verdict } of ports.store.list()) {
      if (verdict.kind !== 'accepted' || orderId === null || !this.#orders.has(orderId)) continue;
      if (verdict.at < (acceptedAt.get(orderId) ?? verdict.at)) continue;
      acceptedAt.set(orderId, verdict.at);
      this.#present.set(orderId, id);
    }
  }

  count(): number {
    return this.#shown().length;
  }

  /** Without removed ones. */
  facts(): readonly SourceRow[] {
    return this.list();
  }

  fact(id: string): SourceRow | null {
    return this.get(id);
  }

  /** Without removed ones. */
  list(): readonly SourceRow[] {
    return this.#shown().map((order) => this.#row(order));
  }

  get(id: string): SourceRow | null {
    const order = this.find(id);
    return order === null ? null : this.#row(order);
  }

  /** Removed or not. */
  stored(id: string): PushOrder | null {
    return this.#orders.get(id) ?? null;
  }

  /** The stored order; `null` if it is missing or removed. */
  find(id: string): PushOrder | null {
    const order = this.stored(id);
    return order?.removedAt === null ? order : null;
  }

  /** The order that deliveries of a hook call so: one that is there, or else the one that was removed last; `null`: none. */
  named(hookId: string, name: string): PushOrder | null {
    const [first] = [...this.#orders.values()]
      .filter((order) => order.hookId === hookId && order.name === name)
      .toSorted((one, other) => (other.removedAt ?? Number.MAX_VALUE) - (one.removedAt ?? Number.MAX_VALUE));
    return first ?? null;
  }

  /** What deliveries said of an order, removed or not. */
  details(id: string): Result<SourceDetails> {
    const present = this.#presentOf(id);
    const deliveries = this.#ports.store.list().filter(({ orderId }) => orderId === id);
    return ok({
      leaf: present?.leaf ?? null,
      chain: present?.chain ?? [],
      serviceNotAfter: present?.serviceNotAfter ?? null,
      serviceZoneOffsetMinutes: null,
      history: historyOf(present, deliveries),
    });
  }

  /** The leaves of every order, without removed ones: the current leaf first, then previous ones. */
  histories(): ReadonlyMap<string, readonly HistoryEntry[]> {
    const deliveries = Map.groupBy(this.#ports.store.list(), ({ orderId }) => orderId);
    return new Map(
      this.#shown().map(({ id }) => [id, historyOf(this.#presentOf(id), deliveries.get(id) ?? [])]),
    );
  }

  /** Ignores an unknown id. Error: `storage`. */
  setAlias(id: string, alias: string | null): Result<null> {
    return this.#edit([id], { alias }, 'name');
  }

  /** Deliveries for removed orders wait. Ignores unknown ids. Error: `storage`; some orders may be changed then. */
  setRemoved(ids: readonly string[], removedAt: number | null): Result<null> {
    return this.#edit(ids, { removedAt }, 'existence');
  }

  /**
   * Creates an order with these approved names, or updates an existing or removed one. Gives its id. Error: `storage`.
   * @param formerId the order that the name is or was of, or `null`
   */
  approve(
    name: Pick<PushOrder, 'hookId' | 'name'>,
    approvedNames: readonly string[],
    formerId: string | null,
  ): Result<string> {
    const { clock, newId } = this.#ports;
    const former = formerId === null ? undefined : this.#orders.get(formerId);
    const fresh = { ...name, id: newId(), alias: null, addedAt: clock.now() };
    const order = { ...(former ?? fresh), approvedNames, removedAt: null };
    const saved = this.#save([order], ['existence', 'certificate']);
    return saved.ok ? ok(order.id) : saved;
  }

  /** Records accepted deliveries, in this order. The store has been updated already. */
  accepted(deliveries: readonly DeliveryRecord[]): void {
    const renewed: Renewal[] = [];
    const upserts = new Set<string>();
    for (const { id, orderId, leaf } of deliveries) {
      if (orderId === null) continue;
      const before = this.#presentOf(orderId)?.leaf;
      if (before !== undefined && replaces(leaf, before)) {
        renewed.push({ orderId, from: before.fingerprint256, to: leaf.fingerprint256 });
      }
      this.#present.set(orderId, id);
      upserts.add(orderId);
    }
    if (upserts.size === 0) return;
    const parts: ReadonlySet<RowPart> = new Set(['certificate', 'poll']);
    this.#changed.fire(parts, { upserts: [...upserts], removed: [], renewed, parts });
  }

  /** Tells of all orders: the findings of their rows depend on the time. */
  judgeAgain(): void {
    this.#tell(this.#shown(), ['certificate']);
  }

  /** The delivery whose certificate an order has; `null`: none, or the order is missing or removed. */
  currentDelivery(orderId: string): DeliveryRecord | null {
    return this.find(orderId) === null ? null : this.#presentOf(orderId);
  }

  /** Whether an order, removed or not, has its certificate from this delivery, which must be kept then. */
  isNeeded(deliveryId: string): boolean {
    const orderId = this.#ports.store.get(deliveryId)?.orderId ?? null;
    return orderId !== null && this.#present.get(orderId) === deliveryId;
  }

  #presentOf(orderId: string): DeliveryRecord | null {
    return this.#ports.store.get(this.#present.get(orderId) ?? '');
  }

  #row(order: PushOrder): SourceRow {
    const present = this.#presentOf(order.id);
    const { checkChain, clock } = this.#ports;
    const chain =
      present === null ? { faults: [], refusals: [], chainEnd: null } : checkChain(present, clock.now());
    return toPushRow(order, present, chain);
  }

  #edit(
    ids: readonly string[],
    change: Partial<Pick<PushOrder, 'alias' | 'removedAt'>>,
    changed: RowPart,
  ): Result<null> {
    const orders = ids.flatMap((id) => this.stored(id) ?? []);
    return this.#save(
      orders.map((order) => ({ ...order, ...change })),
      [changed],
    );
  }

  #save(orders: readonly PushOrder[], changed: readonly RowPart[]): Result<null> {
    for (const [index, order] of orders.entries()) {
      const saved = this.#ports.repository.savePushOrder(order);
      if (saved.ok) this.#orders.set(order.id, order);
      else {
        this.#tell(orders.slice(0, index), changed);
        return saved;
      }
    }
    this.#tell(orders, changed);
    return ok(null);
  }

  #shown(): readonly PushOrder[] {
    return [...this.#orders.values()].filter(isShown);
  }

  #tell(orders: readonly PushOrder[], changed: readonly RowPart[]): void {
    const upserts = orders.filter(isShown).map(({ id }) => id);
    const removed = orders.filter((order) => !isShown(order)).map(({ id }) => id);
    const parts = new Set(changed);
    if (orders.length > 0) this.#changed.fire(parts, { upserts, removed, renewed: [], parts });
  }
}

function isShown({ removedAt }: PushOrder): boolean {
  return removedAt === null;
}

/** The list row of an order. @param present the delivery whose certificate it has, or `null` */
function toPushRow(
  order: PushOrder,
  present: DeliveryRecord | null,
  { faults, refusals, chainEnd }: Pick<DeliveryChain, 'faults' | 'refusals' | 'chainEnd'>,
): SourceRow {
  const leaf = present?.leaf ?? null;
  const acceptedAt = present?.verdict.kind === 'accepted' ? present.verdict.at : null;
  return {
    ...unknownSourceRow(order.id, { kind: 'push', hookId: order.hookId, name: order.name }),
    alias: order.alias,
    serviceName: cleanText(order.name),
    fingerprint256: leaf?.fingerprint256 ?? null,
    commonName: leaf?.commonName ?? null,
    domains: leaf?.subjectAltNames ?? order.approvedNames,
    issuerName: leaf?.issuerName ?? null,
    notBefore: leaf?.notBefore ?? null,
    notAfter: leaf?.notAfter ?? null,
    notAfterSource: leaf === null ? null : 'certificate',
    chainEnd,
    lastConfirmedAt: acceptedAt,
    lastAttemptAt: acceptedAt,
    // Approving the order was the only question.
    findings: [...faults, ...refusals.map((refusal) => ({ ...refusal, accepted: true }))],
  };
}

/** The leaves that a push-only order has or had: the current one first, then by the time of their last delivery. */
function historyOf(present: DeliveryRecord | null, deliveries: readonly DeliveryRecord[]): HistoryEntry[] {
  const entries = new Map<string, HistoryEntry>();
  for (const { leaf, receivedAt, verdict } of deliveries) {
    if (verdict.kind !== 'accepted' && verdict.kind !== 'superseded') continue;
    const { fingerprint256, serialNumber, issuerName, notBefore, notAfter } = leaf;
    const before = entries.get(fingerprint256);
    entries.set(fingerprint256, {
      ...{ fingerprint256, serialNumber, issuerName, notBefore, notAfter },
      firstSeenAt: Math.min(receivedAt, before?.firstSeenAt ?? receivedAt),
      lastSeenAt: Math.max(receivedAt, before?.lastSeenAt ?? receivedAt),
    });
  }
  const isPresent = (entry: HistoryEntry) => entry.fingerprint256 === present?.leaf.fingerprint256;
  return [...entries.values()].sort(
    (a, b) => Number(isPresent(b)) - Number(isPresent(a)) || b.lastSeenAt - a.lastSeenAt,
  );
}
