import type { Logger } from '#main/platform/logger.ts';
import type { EndpointFacts } from '#shared/domain/conditions/places.ts';
import {
  type AddressView,
  type Endpoint,
  type EndpointView,
  type ServedRelation,
  withRoute,
} from '#shared/domain/endpoint.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { Result } from '#shared/result.ts';
import type { AddressOutline, EndpointOutline, EndpointRecord } from './endpointRecord.ts';

export interface LeafRelationsPorts {
  /** An existing order; `null` if it was removed. */
  readonly order: (id: string) => Pick<OrderRow, 'fingerprint256'> | null;
  /** SHA-256 fingerprints of all certificates of orders, current and previous, by order. Error: `storage`. */
  readonly leavesOf: (orderIds: readonly string[]) => Result<ReadonlyMap<string, ReadonlySet<string>>>;
  readonly logger: Logger;
}

interface Leaves {
  readonly present: string | null;
  /** `null`: not read yet. */
  readonly all: ReadonlySet<string> | null;
}

/** Compares served certificates with those of their order, whose history is read once per current certificate. */
export class LeafRelations {
  readonly #ports: LeafRelationsPorts;
  readonly #known = new Map<string, Leaves>();
  readonly #unread = new Set<string>();

  constructor(ports: LeafRelationsPorts) {
    this.#ports = ports;
  }

  /** `null`: the order has no certificate yet, does not exist, or its history cannot be read. */
  of(orderId: string, fingerprint256: string): ServedRelation | null {
    const { present, all } = this.#leavesOf(orderId);
    if (present === null) return null;
    if (present === fingerprint256) return 'issued';
    if (all === null) this.#read([orderId]);
    const leaves = all ?? this.#leavesOf(orderId).all;
    if (leaves === null) return null;
    return leaves.has(fingerprint256) ? 'former' : 'other';
  }

  /** Reads at once the histories that `of` needs for the addresses of these endpoints. */
  prepare(endpoints: readonly Pick<EndpointOutline, 'orderId' | 'addresses'>[]): void {
    const needed = new Set<string>();
    for (const { orderId, addresses } of endpoints) {
      const { present, all } = this.#leavesOf(orderId);
      if (present === null || all !== null) continue;
      if (addresses.some(({ served }) => served !== null && served.fingerprint256 !== present))
        needed.add(orderId);
    }
    if (needed.size > 0) this.#read([...needed]);
  }

  /** Whether the order's history could not be read at the last attempt. It is read again on the next call of `of`. */
  isUnread(orderId: string): boolean {
    return this.#unread.has(orderId);
  }

  /** The current certificate of an order may have changed. @returns whether relations may have changed */
  refresh(orderId: string): boolean {
    const before = this.#known.get(orderId);
    if (before === undefined) return true;
    if (before.present === this.#presentOf(orderId)) return false;
    this.#known.delete(orderId);
    return true;
  }

  #leavesOf(orderId: string): Leaves {
    const known = this.#known.get(orderId);
    if (known !== undefined) return known;
    const leaves = { present: this.#presentOf(orderId), all: null };
    this.#known.set(orderId, leaves);
    return leaves;
  }

  #read(orderIds: readonly string[]): void {
    const { leavesOf, logger } = this.#ports;
    const histories = leavesOf(orderIds);
    if (!histories.ok && this.#unread.size === 0) {
      logger.warn('What is served was not compared with the histories', { error: histories.error.kind });
    }
    for (const orderId of orderIds) {
      if (!histories.ok) {
        this.#unread.add(orderId);
        continue;
      }
      this.#unread.delete(orderId);
      const all = histories.value.get(orderId) ?? new Set();
      this.#known.set(orderId, { ...this.#leavesOf(orderId), all });
    }
  }

  #presentOf(orderId: string): string | null {
    return this.#ports.order(orderId)?.fingerprint256 ?? null;
  }
}

export function toEndpointView(
  { endpoint, addedAt, probedAt, nextProbeAt, error, addresses, omitted }: EndpointRecord,
  relations: LeafRelations,
  probing: boolean,
): EndpointView {
  const views = addresses.map((sight) => toAddressView(sight, endpoint.orderId, relations));
  return { ...endpoint, probing, addedAt, probedAt, nextProbeAt, error, addresses: views, omitted };
}

/** Whether the last probe found the order's current certificate at every address that this computer can reach. */
export function isEndpointDeployed(
  { endpoint, error, addresses }: EndpointRecord,
  relations: LeafRelations,
): boolean {
  return (
    error === null &&
    addresses.length > 0 &&
    withRoute(addresses).every(
      (sight) =>
        sight.error === null &&
        sight.served !== null &&
        relations.of(endpoint.orderId, sight.served.fingerprint256) === 'issued',
    )
  );
}

/** The part of an endpoint that decides the status of its order, with its relations to the certificates of that. */
export function toEndpointFacts(
  { orderId, intervalMinutes, addedAt, probedAt, error, addresses }: EndpointOutline,
  relations: LeafRelations,
  probing: boolean,
): EndpointFacts & Pick<Endpoint, 'orderId'> {
  const facts = addresses.map((sight) => toAddressView(sight, orderId, relations));
  return { orderId, intervalMinutes, addedAt, probedAt, probing, error, addresses: facts };
}

function toAddressView<Sight extends AddressOutline>(
  sight: Sight,
  orderId: string,
  relations: LeafRelations,
): Sight & Pick<AddressView, 'relation'> {
  const { served } = sight;
  if (served === null) return { ...sight, relation: null };
  const relation = relations.of(orderId, served.fingerprint256);
  if (relation === 'former' || relation === 'other') return { ...sight, relation };
  if (served.findings.length === 0) return { ...sight, relation };
  // Since the probe, the order may have got the certificate that was another one then.
  const findings = served.findings.filter(({ kind }) => kind !== 'keyKindMissing');
  return { ...sight, relation, served: { ...served, findings } };
}
