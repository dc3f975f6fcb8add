import type { Logger } from '#main/platform/logger.ts';
import type { ServedRelation } from '#shared/domain/endpoint.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { Result } from '#shared/result.ts';

export interface LeafRelationsPorts {
  /** An order that is there and was not removed. */
  readonly order: (id: string) => Pick<OrderRow, 'fingerprint256'> | null;
  /** SHA-256 fingerprints of the leaves that an order has or had. Error: `storage`. */
  readonly leavesOf: (orderId: string) => Result<ReadonlySet<string>>;
  readonly logger: Logger;
}

interface Leaves {
  readonly present: string | null;
  /** `null`: not read yet. */
  readonly all: ReadonlySet<string> | null;
}

/** Tells which leaf of its order an address serves. The history of an order is read once for each leaf that it gets. */
export class LeafRelations {
  readonly #ports: LeafRelationsPorts;
  readonly #known = new Map<string, Leaves>();
  /** Orders whose history could not be read. */
  readonly #unread = new Set<string>();

  constructor(ports: LeafRelationsPorts) {
    this.#ports = ports;
  }

  /** `null`: the order has no leaf yet to compare with, or is not there, or its history cannot be read. */
  of(orderId: string, fingerprint256: string): ServedRelation | null {
    const known = this.#known.get(orderId) ?? { present: this.#presentOf(orderId), all: null };
    this.#known.set(orderId, known);
    const { present } = known;
    if (present === null) return null;
    if (present === fingerprint256) return 'issued';
    const all = known.all ?? this.#read(orderId);
    if (all === null) return null;
    this.#known.set(orderId, { present, all });
    return all.has(fingerprint256) ? 'former' : 'other';
  }

  /** Whether the history of an order could not be read when it was last needed. It is read again when it is next. */
  isUnread(orderId: string): boolean {
    return this.#unread.has(orderId);
  }

  /** Looks whether an order has another leaf than when it was last asked for; relations are then other ones, too. */
  refresh(orderId: string): boolean {
    const before = this.#known.get(orderId);
    if (before === undefined) return true;
    if (before.present === this.#presentOf(orderId)) return false;
    this.#known.delete(orderId);
    return true;
  }

  #read(orderId: string): ReadonlySet<string> | null {
    const { leavesOf, logger } = this.#ports;
    const all = leavesOf(orderId);
    if (all.ok) {
      this.#unread.delete(orderId);
      return all.value;
    }
    if (this.#unread.size === 0) {
      logger.warn('What is served was not compared with the histories', { error: all.error.kind });
    }
    this.#unread.add(orderId);
    return null;
  }

  #presentOf(orderId: string): string | null {
    return this.#ports.order(orderId)?.fingerprint256 ?? null;
  }
}
