import type { Endpoint, ProbeError, ServedLeaf } from '#shared/domain/endpoint.ts';

/** What one address answered. */
export type AddressOutcome =
  | { readonly kind: 'served'; readonly leaf: ServedLeaf }
  | { readonly kind: 'failed'; readonly error: ProbeError };

/** What a probe of an endpoint found. */
export interface ProbeReport {
  /** Of the whole, such as a name that does not resolve; `null`: the name has `addresses`, and `omitted` more. */
  readonly error: ProbeError | null;
  readonly addresses: readonly { readonly address: string; readonly outcome: AddressOutcome }[];
  /** How many further addresses the name has, which were not probed. */
  readonly omitted: number;
}

/**
 * Connects to every address of an endpoint, as a port. Bounds its own time and sockets; rejects only with bugs. `null`:
 * the signal was aborted.
 */
export type Prober = (endpoint: Endpoint, signal: AbortSignal) => Promise<ProbeReport | null>;
