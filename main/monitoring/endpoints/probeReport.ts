import type { Endpoint, ProbeError, ServedLeaf } from '#shared/domain/endpoint.ts';
import type { AddressSight } from './endpointRecord.ts';

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
  return {
    address,
    probedAt: at,
    served: before?.served ?? null,
    servedSince: before?.servedSince ?? null,
    servedAt: before?.servedAt ?? null,
    error: outcome.error,
    errorSince: before?.errorSince ?? at,
  };
}

function sinceWhen(before: AddressSight | null, leaf: ServedLeaf, at: number): number {
  const isSame = before?.served?.fingerprint256 === leaf.fingerprint256;
  return isSame ? (before.servedSince ?? at) : at;
}

/** Result for one address. */
export type AddressOutcome =
  | { readonly kind: 'served'; readonly leaf: ServedLeaf }
  | { readonly kind: 'failed'; readonly error: ProbeError };

/** Result of probing an endpoint. */
export interface ProbeReport {
  /** Error of the whole probe, such as a name that does not resolve; `null`: see `addresses`. */
  readonly error: ProbeError | null;
  readonly addresses: readonly { readonly address: string; readonly outcome: AddressOutcome }[];
  /** Number of further addresses of the name, which were not probed. */
  readonly omitted: number;
}

/**
 * Probes all addresses of an endpoint. Limits its own time and sockets. Rejects only on bugs; `null`: the signal was
 * aborted.
 */
export type Prober = (endpoint: Endpoint, signal: AbortSignal) => Promise<ProbeReport | null>;
