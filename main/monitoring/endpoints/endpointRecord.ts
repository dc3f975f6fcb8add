import type { AddressView, Endpoint, ProbeError } from '#shared/domain/endpoint.ts';
import type { Result } from '#shared/result.ts';

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
  /** Number of further addresses of the name, which are not probed. */
  readonly omitted: number;
}

/** Stores endpoints. Error of every write: `storage`; the write is all or nothing. */
export interface EndpointRepository {
  /** All endpoints in the order they were added. Throws if the database cannot be read. */
  all(): readonly EndpointRecord[];
  /** Inserts or replaces endpoints with their probe results. */
  save(records: readonly EndpointRecord[]): Result<null>;
  /** Updates probe results and the next probe time of existing endpoints; ignores others. */
  saveSights(records: readonly EndpointRecord[]): Result<null>;
  remove(ids: readonly string[]): Result<null>;
}
