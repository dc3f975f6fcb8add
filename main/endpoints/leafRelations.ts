import type { ServedRelation } from '#shared/domain/endpoint.ts';
import type { OrderRow } from '#shared/domain/order.ts';

export interface LeafRelationsPorts {
  /** An order that is there and was not removed. */
  readonly order: (id: string) => Pick<OrderRow, 'fingerprint256'> | null;
  /** SHA-256 fingerprints of the leaves that an order has or had. */
  readonly leavesOf: (orderId: string) => ReadonlySet<string>;
}

interface Leaves {
  readonly present: string | null;
  readonly all: ReadonlySet<string>;
}

/** Tells which leaf of its order an address serves. The history of an order is read once for each leaf that it gets. */
export class LeafRelations {
  readonly #ports: LeafRelationsPorts;
  readonly #known = new Map<string, Leaves>();

  constructor(ports: LeafRelationsPorts) {
    this.#ports = ports;
  }

  /** `null`: the order has no leaf yet to compare with, or is not there. */
  of(orderId: string, fingerprint256: string): ServedRelation | null {
    const { present, all } = this.#leaves(orderId);
    if (present === null) return null;
    if (present === fingerprint256) return 'issued';
    return all.has(fingerprint256) ? 'former' : 'other';
  }

  /** Looks whether an order has another leaf than when it was last asked for; relations are then other ones, too. */
  refresh(orderId: string): boolean {
    const before = this.#known.get(orderId);
    if (before === undefined) return true;
    if (before.present === this.#presentOf(orderId)) return false;
    this.#known.delete(orderId);
    return true;
  }

  #leaves(orderId: string): Leaves {
    const known = this.#known.get(orderId);
    if (known !== undefined) return known;
    const present = this.#presentOf(orderId);
    const leaves = { present, all: present === null ? new Set<string>() : this.#ports.leavesOf(orderId) };
    this.#known.set(orderId, leaves);
    return leaves;
  }

  #presentOf(orderId: string): string | null {
    return this.#ports.order(orderId)?.fingerprint256 ?? null;
  }
}
