import type { AddressView, Endpoint, ProbeError } from '#shared/domain/endpoint.ts';
import type { Result } from '#shared/result.ts';

/** What was seen of one address, as it is kept. Which leaf of the order it is follows from the order, not from here. */
export type AddressSight = Omit<AddressView, 'relation'>;

/** All that is kept of one endpoint. Times in Unix ms. */
export interface EndpointRecord {
  readonly endpoint: Endpoint;
  readonly addedAt: number;
  readonly probedAt: number | null;
  readonly nextProbeAt: number | null;
  readonly error: ProbeError | null;
  readonly addresses: readonly AddressSight[];
  /** How many further addresses the name had, which are not looked at. */
  readonly omitted: number;
}

/** Keeps endpoints across restarts. Error of every write: `storage`; nothing of the write was done then. */
export interface EndpointRepository {
  /** Every endpoint, as they were added. Throws when the database cannot be read. */
  all(): readonly EndpointRecord[];
  /** Keeps endpoints with what was seen there, those that are known anew. */
  save(records: readonly EndpointRecord[]): Result<null>;
  /** Keeps what was seen, and when to look next, of endpoints that are known; others are passed over. */
  saveSights(records: readonly EndpointRecord[]): Result<null>;
  remove(ids: readonly string[]): Result<null>;
}
