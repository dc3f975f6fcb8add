import { Emitter } from '#main/platform/emitter.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { PlannedChange } from '#main/platform/plannedChange.ts';
import type { Clock } from '#main/platform/time.ts';
import { ENDPOINTS_MAX, ENDPOINTS_OF_ORDER_MAX, type Endpoint } from '#shared/domain/endpoint.ts';
import { err, firstError, ok, type Result } from '#shared/result.ts';
import {
  type EndpointDraft,
  invalidEndpoint,
  isSamePlace,
  type OrderDraft,
  parseDraft,
  type Refusal,
  refusalOf,
} from './endpointDraft.ts';
import type { EndpointOutline, EndpointRecord, EndpointRepository } from './endpointRecord.ts';

export interface EndpointStorePorts {
  readonly repository: EndpointRepository;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly logger: Logger;
}

/** What a probe, or its scheduling, changes in an endpoint. */
export type Sighting = Pick<EndpointRecord, 'probedAt' | 'nextProbeAt' | 'error' | 'addresses' | 'omitted'>;

/** Result of adding several: the new ids, and how many already existed or exceed the limits. */
interface ManyAdded {
  readonly ids: readonly string[];
  readonly known: number;
  readonly noRoom: number;
}

/**
 * All endpoints with their probe results. Changes by the user are written before they take effect; probe results are
 * written later in batches (`writeSights`), as losing them only costs a probe.
 */
export class EndpointStore {
  readonly #ports: EndpointStorePorts;
  #read: Map<string, EndpointRecord> | null = null;
  readonly #byOrder = new Map<string, Set<string>>();
  readonly #removed = new Map<string, EndpointRecord>();
  readonly #unwritten = new Set<string>();
  readonly #changed = new Emitter<readonly string[]>('endpointStore.changed');

  readonly onDidChange = this.#changed.event;

  /** Records are read when they are first asked for. All reading throws when the database does. */
  constructor(ports: EndpointStorePorts) {
    this.#ports = ports;
  }

  get #records(): Map<string, EndpointRecord> {
    if (this.#read !== null) return this.#read;
    const stored = this.#ports.repository.all();
    this.#read = new Map();
    for (const record of stored) this.#put(record);
    return this.#read;
  }

  /** The parts of all endpoints that decide statuses; `null`: they were read whole. */
  outlines(): readonly EndpointOutline[] | null {
    return this.#read === null ? this.#ports.repository.outlines() : null;
  }

  get size(): number {
    return this.#records.size;
  }

  /** In the order they were added. */
  list(): readonly EndpointRecord[] {
    return [...this.#records.values()].sort(byAge);
  }

  find(id: string): EndpointRecord | null {
    return this.#records.get(id) ?? null;
  }

  /** Endpoints of one order, in the order they were added. */
  ofOrder(orderId: string): readonly EndpointRecord[] {
    const records = this.#records;
    const ids = [...(this.#byOrder.get(orderId) ?? [])];
    return ids.flatMap((id) => records.get(id) ?? []).sort(byAge);
  }

  /** Endpoints of some orders, without reading those of others. */
  ofOrders(orderIds: readonly string[]): readonly EndpointRecord[] {
    if (this.#read === null) return this.#ports.repository.ofOrders(orderIds);
    return orderIds.flatMap((orderId) => this.ofOrder(orderId));
  }

  /** Returns the new id. Errors: `invalidInput` of `endpoint` or `serverName`, `storage`. */
  add(orderId: string, draft: EndpointDraft): Result<string> {
    const made = this.#make(orderId, draft);
    if (!made.ok) return made;
    const refusal = this.#refusal(made.value.endpoint);
    if (refusal !== null) return err(invalidEndpoint(refusal));
    const saved = this.#save([made.value]);
    return saved.ok ? ok(made.value.endpoint.id) : saved;
  }

  /** As `add`, several in one write; skips duplicates and those beyond the limits. After an error none is added. */
  addMany(drafts: readonly OrderDraft[]): Result<ManyAdded> {
    const adding = new Map<string, EndpointRecord[]>();
    const records: EndpointRecord[] = [];
    const refused = { alreadyExists: 0, tooMany: 0 };
    for (const { orderId, ...draft } of drafts) {
      const made = this.#make(orderId, draft);
      if (!made.ok) return made;
      const siblings = adding.get(orderId) ?? [];
      const refusal = this.#refusal(made.value.endpoint, siblings, records.length);
      if (refusal !== null) {
        refused[refusal] += 1;
        continue;
      }
      records.push(made.value);
      adding.set(orderId, [...siblings, made.value]);
    }
    const saved = this.#save(records);
    if (!saved.ok) return saved;
    const ids = records.map(({ endpoint }) => endpoint.id);
    return ok({ ids, known: refused.alreadyExists, noRoom: refused.tooMany });
  }

  /** @returns whether it is another place now, which clears its probe results. Errors: `unknownId`, those of `add`. */
  update(id: string, draft: EndpointDraft): Result<boolean> {
    const before = this.find(id);
    if (before === null) return err({ kind: 'unknownId' });
    const parsed = parseDraft(draft);
    if (!parsed.ok) return parsed;
    const endpoint = { ...before.endpoint, ...parsed.value };
    const moved = !isSamePlace(before.endpoint, endpoint);
    if (moved && this.#hasPlace(endpoint)) return err(invalidEndpoint('alreadyExists'));
    const saved = this.#save([moved ? unseen(endpoint, before.addedAt) : { ...before, endpoint }]);
    return saved.ok ? ok(moved) : saved;
  }

  /** Removes endpoints; ignores unknown ids. Error: `storage`. */
  remove(ids: readonly string[]): Result<null> {
    const records = ids.flatMap((id) => this.find(id) ?? []);
    const removed = this.#ports.repository.remove(records.map(({ endpoint }) => endpoint.id));
    if (!removed.ok) return removed;
    for (const record of records) this.#drop(record);
    this.#changed.fire(ids);
    return ok(null);
  }

  /**
   * Plans to set valid endpoints, and to remove others. A place that its order has already gets the new interval.
   * `ids`: of `set`, in their order. Error: `invalidInput` of `endpoint` (`tooMany`).
   */
  plan(
    set: readonly Omit<Endpoint, 'id'>[],
    removedIds: readonly string[],
  ): Result<PlannedChange & { readonly ids: readonly string[] }> {
    const { repository, newId, clock } = this.#ports;
    const gone = new Set(removedIds);
    const removed = removedIds.flatMap((id) => this.find(id) ?? []);
    const records = set.map((endpoint) => {
      const known = this.ofOrder(endpoint.orderId).find((own) => isSamePlace(own.endpoint, endpoint));
      if (known === undefined) return unseen({ ...endpoint, id: newId() }, clock.now());
      return { ...known, endpoint: { ...known.endpoint, intervalMinutes: endpoint.intervalMinutes } };
    });
    const fresh = records.filter(({ endpoint: { id } }) => !this.#records.has(id));
    const isFull = [...Map.groupBy(fresh, ({ endpoint }) => endpoint.orderId)].some(([orderId, added]) => {
      const kept = this.ofOrder(orderId).filter(({ endpoint }) => !gone.has(endpoint.id));
      return kept.length + added.length > ENDPOINTS_OF_ORDER_MAX;
    });
    if (isFull || this.#records.size + fresh.length - removed.length > ENDPOINTS_MAX)
      return err(invalidEndpoint('tooMany'));
    return ok({
      ids: records.map(({ endpoint }) => endpoint.id),
      write: () => firstError([() => repository.remove(removedIds), () => repository.save(records)]),
      take: () => {
        for (const record of removed) this.#drop(record);
        for (const record of records) this.#put(record);
        this.#changed.fire([...removedIds, ...records.map(({ endpoint }) => endpoint.id)]);
      },
    });
  }

  /**
   * Restores endpoints removed in this session with their probe results, except duplicates and those beyond the limits.
   * Returns the restored ids. Errors: `unknownId` if none can be restored, `storage`.
   * @param isThere whether an order exists
   */
  restore(ids: readonly string[], isThere: (orderId: string) => boolean): Result<readonly string[]> {
    const back: string[] = [];
    for (const id of ids) {
      const record = this.#removed.get(id);
      if (record === undefined || !isThere(record.endpoint.orderId)) continue;
      if (this.#refusal(record.endpoint) !== null) continue;
      const saved = this.#save([record]);
      if (!saved.ok) return saved;
      this.#removed.delete(id);
      back.push(id);
    }
    return back.length === 0 ? err({ kind: 'unknownId' }) : ok(back);
  }

  /** Updates an endpoint; ignores unknown ids. */
  note(id: string, sighting: Sighting): void {
    const record = this.find(id);
    if (record === null) return;
    this.#put({ ...record, ...sighting });
    this.#unwritten.add(id);
    this.#changed.fire([id]);
  }

  /** Writes pending probe results in one write. If it fails, they are written with the next ones. */
  writeSights(): void {
    const records = [...this.#unwritten].flatMap((id) => this.find(id) ?? []);
    if (records.length === 0) return;
    const saved = this.#ports.repository.saveSights(records);
    if (saved.ok) this.#unwritten.clear();
    else this.#ports.logger.warn('What endpoints serve was not stored', { error: saved.error.kind });
  }

  #make(orderId: string, draft: EndpointDraft): Result<EndpointRecord> {
    const parsed = parseDraft(draft);
    if (!parsed.ok) return parsed;
    const { newId, clock } = this.#ports;
    return ok(unseen({ id: newId(), orderId, ...parsed.value }, clock.now()));
  }

  #refusal(endpoint: Endpoint, siblings: readonly EndpointRecord[] = [], adding = 0): Refusal | null {
    const own = [...this.ofOrder(endpoint.orderId), ...siblings].map((record) => record.endpoint);
    return refusalOf(endpoint, own, this.#records.size + adding);
  }

  #hasPlace(endpoint: Endpoint): boolean {
    return this.ofOrder(endpoint.orderId).some((record) => isSamePlace(record.endpoint, endpoint));
  }

  #save(records: readonly EndpointRecord[]): Result<null> {
    if (records.length === 0) return ok(null);
    const saved = this.#ports.repository.save(records);
    if (!saved.ok) return saved;
    for (const record of records) this.#put(record);
    this.#changed.fire(records.map(({ endpoint }) => endpoint.id));
    return ok(null);
  }

  #drop(record: EndpointRecord): void {
    const { id, orderId } = record.endpoint;
    this.#records.delete(id);
    this.#byOrder.get(orderId)?.delete(id);
    this.#unwritten.delete(id);
    this.#removed.set(id, record);
  }

  #put(record: EndpointRecord): void {
    const { id, orderId } = record.endpoint;
    this.#records.set(id, record);
    const ids = this.#byOrder.get(orderId) ?? new Set<string>();
    this.#byOrder.set(orderId, ids.add(id));
  }
}

/** A restored endpoint keeps its place. */
function byAge(one: EndpointRecord, other: EndpointRecord): number {
  return one.addedAt - other.addedAt;
}

function unseen(endpoint: Endpoint, addedAt: number): EndpointRecord {
  return { endpoint, addedAt, probedAt: null, nextProbeAt: null, error: null, addresses: [], omitted: 0 };
}
