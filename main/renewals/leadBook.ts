import type { OrderRow } from '#shared/domain/order.ts';
import { type UsualLead, usualLead } from '#shared/domain/renewal.ts';
import type { OrderSpan } from '#shared/domain/timeline.ts';
import type { Result } from '#shared/result.ts';
import type { Logger } from '../lib/logger.ts';
import type { SpanRepository } from './spanRepository.ts';

export interface LeadBookPorts {
  readonly histories: SpanRepository;
  /** The orders that are there, without their leads. */
  readonly orders: { list(): readonly OrderRow[]; get(id: string): OrderRow | null };
  readonly logger: Logger;
}

interface Known {
  /** Of the leaf with which the lead was reckoned. */
  readonly fingerprint256: string;
  readonly lead: UsualLead | null;
}

/** How long before notAfter each order is usually renewed: reckoned from the histories, anew with each new leaf. */
export class LeadBook {
  readonly #ports: LeadBookPorts;
  readonly #known = new Map<string, Known>();
  /** Rows with their leads, by the rows without: a list of ten thousand is asked for often. */
  readonly #rows = new WeakMap<OrderRow, OrderRow>();

  /** Reads all histories at once. */
  constructor(ports: LeadBookPorts) {
    this.#ports = ports;
    this.#reckon(ports.orders.list(), ports.histories.all());
  }

  /** An order with its lead, which is `null` before the first success. */
  withLead(row: OrderRow): OrderRow {
    const lead = this.#known.get(row.id)?.lead ?? null;
    if (row.lead === lead) return row;
    const cached = this.#rows.get(row);
    if (cached?.lead === lead) return cached;
    const decorated = { ...row, lead };
    this.#rows.set(row, decorated);
    return decorated;
  }

  /** Something about these orders changed; what leads depend on is their leaf. */
  ordersChanged({
    upserts,
    removed,
  }: {
    readonly upserts: readonly string[];
    readonly removed: readonly string[];
  }): void {
    const { orders, histories } = this.#ports;
    for (const id of removed) this.#known.delete(id);
    const rows = upserts.flatMap((id) => orders.get(id) ?? []);
    const other = rows.filter(
      (row) => row.fingerprint256 !== (this.#known.get(row.id)?.fingerprint256 ?? null),
    );
    if (other.length > 0) this.#reckon(other, histories.of(other.map(({ id }) => id)));
  }

  #reckon(rows: readonly OrderRow[], spans: Result<readonly OrderSpan[]>): void {
    if (!spans.ok) this.#ports.logger.warn('Histories were not read', { error: spans.error.kind });
    const histories = Map.groupBy(spans.ok ? spans.value : [], ({ orderId }) => orderId);
    for (const row of rows) {
      const { id, fingerprint256, notBefore, notAfter } = row;
      if (fingerprint256 === null || notBefore === null || notAfter === null) {
        this.#known.delete(id);
        continue;
      }
      // What the order has now counts, whether or not its history could be read; what is there twice counts once.
      const present = { fingerprint256, notBefore, notAfter, firstSeenAt: notBefore };
      this.#known.set(id, { fingerprint256, lead: usualLead([...(histories.get(id) ?? []), present]) });
    }
  }
}
