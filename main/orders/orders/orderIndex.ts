import type { PulledOrderRow } from '#shared/domain/order.ts';
import type { OrderRecord } from './orderRecord.ts';
import { toRow } from './orderRow.ts';
import { ServiceZones } from './serviceZones.ts';

/** Every order in memory, by id and by rid, with the rows that follow from them. */
export class OrderIndex {
  readonly #records = new Map<string, OrderRecord>();
  readonly #rows = new Map<string, PulledOrderRow>();
  readonly #byRid = new Map<string, string>();
  readonly #zones = new ServiceZones();

  /** Rows of the orders that were not removed. */
  rows(): readonly PulledOrderRow[] {
    return [...this.#rows.values()];
  }

  row(id: string): PulledOrderRow | null {
    return this.#rows.get(id) ?? null;
  }

  /** The record of an order, removed or not. */
  record(id: string): OrderRecord | null {
    return this.#records.get(id) ?? null;
  }

  /** The record of a connection's rid, removed or not. */
  find(connectionId: string, rid: string): OrderRecord | null {
    return this.record(this.#byRid.get(ridKey(connectionId, rid)) ?? '');
  }

  /** Minutes east of UTC of a connection's notAfter strings, or `null` where nothing is learnt yet. */
  zone(connectionId: string): number | null {
    return this.#zones.offset(connectionId);
  }

  /**
   * Takes new or changed records. Gives the ids of all orders whose rows changed: also others of a connection
   * whose zone is now another, and those that were removed.
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
    const moved = new Set([...sampled].filter((connectionId) => this.#zones.relearn(connectionId)));
    if (moved.size > 0) {
      for (const { id, connectionId } of this.#records.values()) if (moved.has(connectionId)) changed.add(id);
    }
    for (const id of changed) this.#present(id);
    return [...changed];
  }

  /** Forgets the orders of a connection. Gives the ids of those that were shown. */
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

  #present(id: string): void {
    const record = this.#records.get(id);
    if (record === undefined) return;
    if (record.removedAt !== null) this.#rows.delete(id);
    else this.#rows.set(id, toRow(record, this.#zones.offset(record.connectionId)));
  }
}

function ridKey(connectionId: string, rid: string): string {
  return JSON.stringify([connectionId, rid]);
}
