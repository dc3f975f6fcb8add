import {
  disagreementMs,
  impliedOffsetMinutes,
  majorityOffset,
  serviceInstant,
  type ZoneSample,
} from '#main/x509/certificates/serviceZone.ts';
import { judgedFindings } from '#shared/domain/acceptance.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { PulledOrderRow } from '#shared/domain/order.ts';
import { cleanText } from '#shared/text.ts';
import type { OrderRecord } from './orderRecord.ts';

/** All orders in memory, by id and by rid, with the rows derived from them. */
export class OrderIndex {
  readonly #records = new Map<string, OrderRecord>();
  readonly #rows = new Map<string, PulledOrderRow>();
  readonly #byRid = new Map<string, string>();
  readonly #zones = new ServiceZones();

  rows(): readonly PulledOrderRow[] {
    return [...this.#rows.values()];
  }

  row(id: string): PulledOrderRow | null {
    return this.#rows.get(id) ?? null;
  }

  /** Removed or not. */
  record(id: string): OrderRecord | null {
    return this.#records.get(id) ?? null;
  }

  /** Removed or not. */
  find(connectionId: string, rid: string): OrderRecord | null {
    return this.record(this.#byRid.get(ridKey(connectionId, rid)) ?? '');
  }

  /** Minutes east of UTC of a connection's notAfter strings, or `null` if not known yet. */
  zone(connectionId: string): number | null {
    return this.#zones.offset(connectionId);
  }

  /**
   * Adds or replaces records.
   * @returns the ids of all orders whose rows changed, removed ones too. A connection's inferred time zone can change
   * with a record, and with it the rows of its other orders.
   */
  put(records: readonly OrderRecord[]): string[] {
    const changed = new Set<string>();
    const sampled = new Set<string>();
    for (const record of records) {
      const before = this.#records.get(record.id);
      this.#records.set(record.id, record);
      this.#byRid.set(ridKey(record.connectionId, record.rid), record.id);
      changed.add(record.id);
      if (record.leaf === null || record.serviceNotAfter === null) continue;
      if (record.leaf === before?.leaf && record.serviceNotAfter === before.serviceNotAfter) continue;
      const { serviceNotAfter, leaf } = record;
      this.#zones.sample(record.connectionId, record.id, { serviceNotAfter, notAfter: leaf.notAfter });
      sampled.add(record.connectionId);
    }
    const moved = new Set([...sampled].filter((connectionId) => this.#zones.infer(connectionId)));
    if (moved.size > 0) {
      for (const { id, connectionId } of this.#records.values()) if (moved.has(connectionId)) changed.add(id);
    }
    for (const id of changed) this.#updateRow(id);
    return [...changed];
  }

  /** Deletes the orders of a connection. @returns the ids of those that had a row */
  forgetConnection(connectionId: string): string[] {
    const shown: string[] = [];
    for (const record of this.#records.values()) {
      if (record.connectionId !== connectionId) continue;
      this.#records.delete(record.id);
      this.#byRid.delete(ridKey(connectionId, record.rid));
      if (this.#rows.delete(record.id)) shown.push(record.id);
    }
    this.#zones.forget(connectionId);
    return shown;
  }

  #updateRow(id: string): void {
    const record = this.#records.get(id);
    if (record === undefined) return;
    if (record.removedAt !== null) this.#rows.delete(id);
    else this.#rows.set(id, toRow(record, this.#zones.offset(record.connectionId)));
  }
}

/** Maximum samples per connection. More would only cost time at every change. */
const MAX_SAMPLES = 500;

/** The time zone of each connection's notAfter strings, inferred from the orders whose certificate is known. */
class ServiceZones {
  readonly #samples = new Map<string, Map<string, number | null>>();
  readonly #offsets = new Map<string, number | null>();

  /** Minutes east of UTC, or `null` if not known yet. */
  offset(connectionId: string): number | null {
    return this.#offsets.get(connectionId) ?? null;
  }

  /** The newest samples count. */
  sample(connectionId: string, orderId: string, { serviceNotAfter, notAfter }: ZoneSample): void {
    const samples = this.#samples.get(connectionId) ?? new Map<string, number | null>();
    this.#samples.set(connectionId, samples);
    samples.delete(orderId);
    samples.set(orderId, impliedOffsetMinutes(serviceNotAfter, notAfter));
    const [oldest] = samples.keys();
    if (samples.size > MAX_SAMPLES && oldest !== undefined) samples.delete(oldest);
  }

  /** Infers a connection's time zone from its samples. @returns whether it changed */
  infer(connectionId: string): boolean {
    const before = this.offset(connectionId);
    const now = majorityOffset(this.#samples.get(connectionId)?.values() ?? []);
    this.#offsets.set(connectionId, now);
    return now !== before;
  }

  forget(connectionId: string): void {
    this.#samples.delete(connectionId);
    this.#offsets.delete(connectionId);
  }
}

/**
 * The row for a record.
 * @param zone minutes east of UTC inferred for its connection, or `null`: a notAfter from the service alone is then
 * read as UTC, and whether service and certificate agree is unknown
 */
function toRow(record: OrderRecord, zone: number | null): PulledOrderRow {
  const { leaf, serviceNotAfter } = record;
  const fromService =
    leaf === null && serviceNotAfter !== null ? serviceInstant(serviceNotAfter, zone ?? 0) : null;
  return {
    id: record.id,
    source: { kind: 'pull', connectionId: record.connectionId, rid: record.rid },
    alias: record.alias,
    serviceName: record.serviceName === null ? null : cleanText(record.serviceName),
    fingerprint256: leaf?.fingerprint256 ?? null,
    commonName: leaf?.commonName ?? null,
    domains: leaf?.subjectAltNames ?? [],
    issuerName: leaf?.issuerName ?? null,
    notBefore: leaf?.notBefore ?? null,
    notAfter: leaf?.notAfter ?? fromService,
    notAfterSource: leaf !== null ? 'certificate' : fromService !== null ? 'service' : null,
    lastConfirmedAt: record.lastConfirmedAt,
    lastAttemptAt: record.lastAttemptAt,
    nextPollAt: record.nextPollAt,
    failures: record.failures,
    failure: record.failure,
    findings: [...reviewed(record), ...disagreement(record, zone)],
    // Added by the order directory.
    snooze: null,
    lead: null,
  };
}

function reviewed({ leaf, findings, accepted }: OrderRecord): readonly Finding[] {
  return leaf === null ? findings : judgedFindings(leaf, findings, accepted);
}

function disagreement({ leaf, serviceNotAfter }: OrderRecord, zone: number | null): Finding[] {
  if (leaf === null || serviceNotAfter === null || zone === null) return [];
  const differenceMs = disagreementMs({ serviceNotAfter, notAfter: leaf.notAfter }, zone);
  return differenceMs === null ? [] : [{ kind: 'serviceDisagrees', serviceNotAfter, differenceMs }];
}

function ridKey(connectionId: string, rid: string): string {
  return JSON.stringify([connectionId, rid]);
}
