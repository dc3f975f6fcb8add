import type { Endpoint, ProbeError, ServedLeaf } from '#shared/domain/endpoint.ts';
import type { AddressSight } from './endpointRecord.ts';

/**
 * Puts what a probe found to what was known of an endpoint's addresses. One that the name no longer has is dropped; when
 * the name did not resolve, all stay as they were. What was served is kept while later probes fail.
 * @param at when it was probed, Unix ms
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
      // The wall clock may have been set back since.
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
