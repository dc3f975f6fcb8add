import {
  disagreementMs,
  fixedZone,
  inferZone,
  type ServiceZone,
  serviceInstant,
  type ZoneVote,
  zoneVote,
} from '#main/x509/certificates/serviceZone.ts';
import { judgedFindings } from '#shared/domain/acceptance.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { PulledOrderRow } from '#shared/domain/order.ts';
import { isEqual } from '#shared/isEqual.ts';
import { cleanText } from '#shared/text.ts';
import type { OrderOutline, OrderRecord, OrderRepository } from './orderRecord.ts';
import { addChangedParts, type RowPart, type SourceFacts } from './orderSource.ts';

/** All orders in memory, by id and by rid, with the rows derived from them. */
export class OrderIndex {
  readonly #repository: Pick<OrderRepository, 'load' | 'read'>;
  /** Orders whose records were not read yet. */
  readonly #outlines = new Map<string, OrderOutline>();
  /** The facts of outlines that were asked for: they are asked for several times. */
  readonly #outlined = new Map<string, SourceFacts>();
  #records = new Map<string, OrderRecord>();
  #rows = new Map<string, PulledOrderRow>();
  /** Ids by rid, by connection. */
  readonly #byRid = new Map<string, Map<string, string>>();
  readonly #zones = new ServiceZones();

  /**
   * Reads as much of all orders as the window needs for its first rows. Records are read when they are asked for: one by
   * one, or all with `rows`. All reading throws when the database does.
   */
  constructor(repository: Pick<OrderRepository, 'outlines' | 'load' | 'read'>) {
    this.#repository = repository;
    const outlines = repository.outlines();
    for (const outline of outlines) {
      this.#outlines.set(outline.id, outline);
      this.#nameRid(outline);
    }
    for (const [connectionId, own] of Map.groupBy(outlines, (outline) => outline.connectionId)) {
      for (const one of own.filter(isDated).slice(-MAX_SAMPLES)) this.#zones.sample(one);
      this.#zones.infer(connectionId);
    }
    this.prepare(outlines.flatMap(({ id, isCompared }) => (isCompared ? id : [])));
  }

  /** How many orders were not removed. */
  count(): number {
    return this.#rows.size + this.#unreadShown().length;
  }

  /** The facts of all orders that were not removed, without reading their records. */
  facts(): readonly SourceFacts[] {
    return [...this.#rows.values(), ...this.#unreadShown().map((outline) => this.#factsOf(outline))];
  }

  /** As `facts`, of one order. */
  fact(id: string): SourceFacts | null {
    const outline = this.#outlines.get(id);
    if (outline === undefined) return this.#rows.get(id) ?? null;
    return outline.removedAt === null ? this.#factsOf(outline) : null;
  }

  rows(): readonly PulledOrderRow[] {
    this.#readAll();
    return [...this.#rows.values()];
  }

  row(id: string): PulledOrderRow | null {
    this.prepare([id]);
    return this.#rows.get(id) ?? null;
  }

  /** Removed or not. */
  record(id: string): OrderRecord | null {
    this.prepare([id]);
    return this.#records.get(id) ?? null;
  }

  /** Reads these records at once, if they were not read yet. */
  prepare(ids: readonly string[]): void {
    const unread = ids.filter((id) => this.#outlines.has(id));
    if (unread.length > 0) for (const record of this.#repository.read(unread)) this.#set(record);
  }

  /** Removed or not. */
  find(connectionId: string, rid: string): OrderRecord | null {
    return this.record(this.#byRid.get(connectionId)?.get(rid) ?? '');
  }

  /** The ids of orders, removed or not, by their rids. */
  idsWhere(isWanted: (rid: string) => boolean): string[] {
    const all = [...this.#byRid.values()].flatMap((ids) => [...ids]);
    return all.flatMap(([rid, id]) => (isWanted(rid) ? id : []));
  }

  /** The zone of a connection's notAfter strings, or `null` if not known yet. */
  zone(connectionId: string): ServiceZone | null {
    return this.#zones.of(connectionId);
  }

  /**
   * Adds or replaces records.
   * @returns the ids of all orders whose rows changed, removed ones too, and what of them changed. A connection's inferred
   * time zone can change with a record, and with it the rows of its other orders.
   */
  put(records: readonly OrderRecord[]): {
    readonly ids: readonly string[];
    readonly parts: ReadonlySet<RowPart>;
  } {
    const changed = new Set<string>();
    const parts = new Set<RowPart>();
    const replace = (record: OrderRecord) => {
      const before = this.#rows.get(record.id);
      this.#set(record);
      addChangedParts(parts, before, this.#rows.get(record.id));
      changed.add(record.id);
    };
    const sampled = new Set<string>();
    for (const record of records) {
      const before = this.#records.get(record.id);
      if (before !== undefined && before.rid !== record.rid)
        this.#byRid.get(record.connectionId)?.delete(before.rid);
      replace(record);
      this.#nameRid(record);
      if (!isDated(record)) continue;
      const isSampled =
        record.leaf.notAfter === before?.leaf?.notAfter && record.serviceNotAfter === before.serviceNotAfter;
      if (isSampled) continue;
      this.#zones.sample(record);
      sampled.add(record.connectionId);
    }
    const moved = new Set([...sampled].filter((connectionId) => this.#zones.infer(connectionId)));
    if (moved.size > 0) {
      this.#outlined.clear();
      for (const record of [...this.#records.values()]) if (moved.has(record.connectionId)) replace(record);
    }
    return { ids: [...changed], parts };
  }

  /** Deletes the orders of a connection. @returns the ids of those that had a row */
  forgetConnection(connectionId: string): string[] {
    const shown: string[] = [];
    for (const id of [...(this.#byRid.get(connectionId)?.values() ?? [])]) {
      const isShown = this.#outlines.get(id)?.removedAt === null || this.#rows.has(id);
      if (isShown) shown.push(id);
      this.#outlines.delete(id);
      this.#records.delete(id);
      this.#rows.delete(id);
    }
    this.#byRid.delete(connectionId);
    this.#zones.forget(connectionId);
    this.#outlined.clear();
    return shown;
  }

  #factsOf(outline: OrderOutline): SourceFacts {
    const { id, findings, connectionId } = outline;
    const known = this.#outlined.get(id);
    if (known !== undefined) return known;
    const facts = { id, ...factsOf(outline, findings, this.zone(connectionId)) };
    this.#outlined.set(id, facts);
    return facts;
  }

  #unreadShown(): readonly OrderOutline[] {
    return [...this.#outlines.values()].filter(({ removedAt }) => removedAt === null);
  }

  /** Reads the records that were not read yet. Afterwards the rows are in the order in which the orders were added. */
  #readAll(): void {
    if (this.#outlines.size === 0) return;
    const known = this.#records;
    const stored = this.#repository.load();
    this.#records = new Map();
    this.#rows = new Map();
    for (const record of stored) this.#set(known.get(record.id) ?? record);
    for (const record of known.values()) this.#set(record);
    this.#outlines.clear();
    this.#outlined.clear();
  }

  #set(record: OrderRecord): void {
    const { id } = record;
    this.#outlines.delete(id);
    this.#records.set(id, record);
    if (record.removedAt !== null) this.#rows.delete(id);
    else this.#rows.set(id, toRow(record, this.zone(record.connectionId)));
  }

  #nameRid({ id, connectionId, rid }: Pick<OrderRecord, 'id' | 'connectionId' | 'rid'>): void {
    const ids = this.#byRid.get(connectionId) ?? new Map<string, string>();
    this.#byRid.set(connectionId, ids.set(rid, id));
  }
}

interface Dated extends Pick<OrderRecord, 'id' | 'connectionId'> {
  readonly leaf: { readonly notAfter: number };
  readonly serviceNotAfter: string;
}

/** Whether both the service and the certificate say when it ends. */
function isDated<Outline extends Pick<OrderOutline, 'leaf' | 'serviceNotAfter'>>(
  outline: Outline,
): outline is Outline & Pick<Dated, 'leaf' | 'serviceNotAfter'> {
  return outline.leaf !== null && outline.serviceNotAfter !== null;
}

/** Maximum samples per connection. More would only cost time at every change. */
const MAX_SAMPLES = 500;

/** The time zone of each connection's notAfter strings, inferred from the orders whose certificate is known. */
class ServiceZones {
  readonly #votes = new Map<string, Map<string, ZoneVote | null>>();
  readonly #zones = new Map<string, ServiceZone | null>();

  /** `null`: not known yet. */
  of(connectionId: string): ServiceZone | null {
    return this.#zones.get(connectionId) ?? null;
  }

  /** The newest samples count. */
  sample({ id, connectionId, serviceNotAfter, leaf }: Dated): void {
    const votes = this.#votes.get(connectionId) ?? new Map<string, ZoneVote | null>();
    this.#votes.set(connectionId, votes);
    votes.delete(id);
    votes.set(id, zoneVote({ serviceNotAfter, notAfter: leaf.notAfter }));
    const [oldest] = votes.keys();
    if (votes.size > MAX_SAMPLES && oldest !== undefined) votes.delete(oldest);
  }

  /** Infers a connection's time zone from its samples. @returns whether it changed */
  infer(connectionId: string): boolean {
    const before = this.of(connectionId);
    const now = inferZone([...(this.#votes.get(connectionId)?.values() ?? [])]);
    if (isEqual(now, before)) return false;
    this.#zones.set(connectionId, now);
    return true;
  }

  forget(connectionId: string): void {
    this.#votes.delete(connectionId);
    this.#zones.delete(connectionId);
  }
}

/** The row for a record. `zone` as for `factsOf`. */
function toRow(record: OrderRecord, zone: ServiceZone | null): PulledOrderRow {
  const { leaf } = record;
  return {
    id: record.id,
    alias: record.alias,
    serviceName: record.serviceName === null ? null : cleanText(record.serviceName),
    commonName: leaf?.commonName ?? null,
    domains: leaf?.subjectAltNames ?? [],
    issuerName: leaf?.issuerName ?? null,
    lastAttemptAt: record.lastAttemptAt,
    nextPollAt: record.nextPollAt,
    ...factsOf(record, reviewed(record), zone),
  };
}

/**
 * The facts that decide the status of an order.
 * @param zone inferred for its connection, or `null`: a notAfter from the service alone is then
 * read as UTC, and whether service and certificate agree is unknown
 */
function factsOf(
  order: Omit<OrderOutline, 'isCompared'>,
  findings: readonly Finding[],
  zone: ServiceZone | null,
): Omit<SourceFacts, 'id'> & Pick<PulledOrderRow, 'source'> {
  const { leaf, serviceNotAfter } = order;
  const fromService =
    leaf === null && serviceNotAfter !== null ? serviceInstant(serviceNotAfter, zone ?? fixedZone(0)) : null;
  return {
    source: { kind: 'pull', connectionId: order.connectionId, rid: order.rid },
    fingerprint256: leaf?.fingerprint256 ?? null,
    notBefore: leaf?.notBefore ?? null,
    notAfter: leaf?.notAfter ?? fromService,
    notAfterSource: leaf !== null ? 'certificate' : fromService !== null ? 'service' : null,
    chainEnd: order.chainEnd,
    lastConfirmedAt: order.lastConfirmedAt,
    failures: order.failures,
    failure: order.failure,
    findings: withDisagreement(findings, order, zone),
  };
}

function reviewed({ leaf, findings, accepted }: OrderRecord): readonly Finding[] {
  return leaf === null ? findings : judgedFindings(leaf, findings, accepted);
}

function withDisagreement(
  findings: readonly Finding[],
  { leaf, serviceNotAfter }: Pick<OrderOutline, 'leaf' | 'serviceNotAfter'>,
  zone: ServiceZone | null,
): readonly Finding[] {
  if (leaf === null || serviceNotAfter === null || zone === null) return findings;
  const differenceMs = disagreementMs({ serviceNotAfter, notAfter: leaf.notAfter }, zone);
  if (differenceMs === null) return findings;
  return [...findings, { kind: 'serviceDisagrees', serviceNotAfter, differenceMs }];
}
