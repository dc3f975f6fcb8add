import { firstSight } from '#shared/domain/certificate.ts';
import type { AddressView, Endpoint, ProbeError, ServedLeaf } from '#shared/domain/endpoint.ts';
import type { Result } from '#shared/result.ts';
import type { ProbeReport } from '../probe/endpointProber.ts';
import type { AddressOutcome } from '../probe/probeAddress.ts';

/** The stored state of one address. Its relation to the order's certificates is computed, not stored. */
export type AddressSight = Omit<AddressView, 'relation'>;

/** The stored state of one endpoint. Times in Unix ms. */
export interface EndpointRecord {
  readonly endpoint: Endpoint;
  readonly addedAt: number;
  readonly probedAt: number | null;
  readonly nextProbeAt: number | null;
  readonly error: ProbeError | null;
  readonly addresses: readonly AddressSight[];
  readonly omitted: number;
}

/** The part of a record that decides the status of its order. */
export interface EndpointOutline
  extends Pick<EndpointRecord, 'addedAt' | 'probedAt' | 'error'>,
    Pick<Endpoint, 'id' | 'orderId' | 'intervalMinutes'> {
  readonly addresses: readonly AddressOutline[];
}

export interface AddressOutline
  extends Pick<AddressSight, 'probedAt' | 'servedSince' | 'servedAt' | 'error'> {
  readonly served: Pick<ServedLeaf, 'fingerprint256' | 'notAfter' | 'chainEnd' | 'findings'> | null;
}

/** Stores endpoints. Error of every write: `storage`; the write is all or nothing. */
export interface EndpointRepository {
  /** All endpoints in the order they were added. Throws if the database cannot be read. */
  all(): readonly EndpointRecord[];
  /** As `all`, of some orders. */
  ofOrders(orderIds: readonly string[]): readonly EndpointRecord[];
  /**
   * All endpoints, in no order, in a fifth of the time of `all`. A row that `all` leaves out can be among them. Throws if the
   * database cannot be read.
   */
  outlines(): readonly EndpointOutline[];
  save(records: readonly EndpointRecord[]): Result<null>;
  /** Updates probe results and the next probe time of existing endpoints; ignores others. */
  saveSights(records: readonly EndpointRecord[]): Result<null>;
  remove(ids: readonly string[]): Result<null>;
}

/**
 * Merges probe results into the stored addresses. Addresses that the name no longer has are dropped; if the name did
 * not resolve, all are kept. The last served certificate is kept while later probes fail.
 * @param at time of the probe, Unix ms
 */
export function foldProbe(
  before: readonly AddressSight[],
  { error, addresses }: ProbeReport,
  at: number,
): readonly AddressSight[] {
  const known = new Map(before.map((sight) => [sight.address, sight]));
  const seen = new Map(error === null ? [] : known);
  for (const { address, outcome } of addresses)
    seen.set(address, foldOutcome(address, known.get(address) ?? null, outcome, at));
  return [...seen.values()];
}

function foldOutcome(
  address: string,
  before: AddressSight | null,
  outcome: AddressOutcome,
  at: number,
): AddressSight {
  if (outcome.kind === 'served') {
    const servedSince = sinceWhen(before, outcome.leaf, at);
    return {
      address,
      probedAt: at,
      served: outcome.leaf,
      servedSince,
      // The wall clock may have been set back.
      servedAt: Math.max(servedSince, at),
      error: null,
      errorSince: null,
    };
  }
  const { served = null, servedSince = null, servedAt = null } = before ?? {};
  const errorSince = firstSight(before?.errorSince ?? at, at, { notBefore: Number.NEGATIVE_INFINITY });
  return { address, probedAt: at, served, servedSince, servedAt, error: outcome.error, errorSince };
}

function sinceWhen(before: AddressSight | null, leaf: ServedLeaf, at: number): number {
  const isSame = before?.served?.fingerprint256 === leaf.fingerprint256;
  return isSame ? firstSight(before.servedSince ?? at, at, leaf) : at;
}
