import type { Logger } from '#main/platform/logger.ts';
import {
  type AddressView,
  type EndpointView,
  type ServedRelation,
  withRoute,
} from '#shared/domain/endpoint.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { Result } from '#shared/result.ts';
import type { AddressSight, EndpointRecord } from './endpointRecord.ts';

export interface LeafRelationsPorts {
  /** An existing order; `null` if it was removed. */
  readonly order: (id: string) => Pick<OrderRow, 'fingerprint256'> | null;
  /** SHA-256 fingerprints of all certificates of an order, current and previous. Error: `storage`. */
  readonly leavesOf: (orderId: string) => Result<ReadonlySet<string>>;
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

function toAddressView(sight: AddressSight, orderId: string, relations: LeafRelations): AddressView {
  const { served } = sight;
  if (served === null) return { ...sight, relation: null };
  const relation = relations.of(orderId, served.fingerprint256);
  if (relation === 'former' || relation === 'other') return { ...sight, relation };
  // Since the probe, the order may have got the certificate that was another one then.
  const findings = served.findings.filter(({ kind }) => kind !== 'keyKindMissing');
  return { ...sight, relation, served: { ...served, findings } };
}
