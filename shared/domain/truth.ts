import { type CopyBundleView, needsAttention } from './copy.ts';
import {
  type AddressView,
  type Endpoint,
  type EndpointView,
  isOfThisComputer,
  type ProbeError,
  withRoute,
} from './endpoint.ts';
import { MINUTE_MS } from './thresholds.ts';

/**
 * What is to be said of one order's places together, from worst to best. `expired`: a place serves an expired
 * certificate. `different`: one serves a leaf that this order never had. `stale`: one serves, or a copy holds, an older
 * leaf of this order. `faulty`: the right leaf, but its chain, its name or its trust is not. `unreachable`: no
 * certificate came from a place. `unknown`: not looked at yet, or not for long. `inStep`: every place has the issued leaf.
 */
export const verdicts = [
  'expired',
  'different',
  'stale',
  'faulty',
  'unreachable',
  'unknown',
  'inStep',
] as const;
export type Verdict = (typeof verdicts)[number];

/** The truth about one order: what was issued, what lies on disk, what is served. */
export interface OrderTruth {
  readonly verdict: Verdict;
  /** Addresses of all endpoints, one for an endpoint that has none yet, and how many are what the verdict says. */
  readonly addresses: number;
  readonly affected: number;
  /** Copies, and how many of them need attention. */
  readonly copies: number;
  readonly copiesAffected: number;
  /** The earliest notAfter that was served anywhere at the last look, Unix ms; `null`: none is known. */
  readonly servedNotAfter: number | null;
  /**
   * Of a verdict that is `unknown` as places that were in step were not looked at for long: since when none of them was,
   * Unix ms. Else `null`.
   */
  readonly uncheckedSince: number | null;
}

/** What a truth is made of; of one order alone. */
export interface TruthFacts {
  readonly copies: readonly CopyBundleView[];
  readonly endpoints: readonly EndpointView[];
}

/** The worst of several; `null` for none. */
function worst(found: readonly Verdict[]): Verdict | null {
  return verdicts.find((verdict) => found.includes(verdict)) ?? null;
}

/** What a remembered leaf says, as if it were served at `now`. */
function leafVerdict({ served, relation }: AddressView, now: number): Verdict {
  if (served === null) return 'unknown';
  if (served.notAfter < now) return 'expired';
  if (relation === 'other') return 'different';
  if (relation === 'former') return 'stale';
  if (served.findings.length > 0) return 'faulty';
  return relation === 'issued' ? 'inStep' : 'unknown';
}

/** After so many intervals without a look nobody knows whether an endpoint is still in step. */
const INTERVALS_MAX = 3;

/** What decides how long a look at an address tells something. */
type Interval = Pick<Endpoint, 'intervalMinutes'>;

function isOld({ probedAt }: AddressView, { intervalMinutes }: Interval, now: number): boolean {
  return now - probedAt > INTERVALS_MAX * intervalMinutes * MINUTE_MS;
}

/** What nobody could look at is not in step from old data. */
function unlessInStep(verdict: Verdict): Verdict {
  return verdict === 'inStep' ? 'unknown' : verdict;
}

/**
 * What is to be said of one address at `now` (Unix ms). One that fails is `unreachable`, whichever leaf is remembered,
 * an expired one too: what is served there by now, nobody knows. But that this computer could not look, or did not for
 * more than three intervals, says nothing of the address: what was wrong there still is, and what was in step is
 * `unknown`.
 */
export function addressVerdict(address: AddressView, endpoint: Interval, now: number): Verdict {
  const { error } = address;
  if (isOfThePlace(error)) return 'unreachable';
  const verdict = leafVerdict(address, now);
  return error === null && !isOld(address, endpoint, now) ? verdict : unlessInStep(verdict);
}

/** When an address that is `unknown` at `now` was last seen in step, Unix ms; `null`: it was not, or is not `unknown`. */
export function uncheckedSince(address: AddressView, endpoint: Interval, now: number): number | null {
  const wasInStep = address.relation === 'issued' && addressVerdict(address, endpoint, now) === 'unknown';
  return wasInStep ? address.servedAt : null;
}

/**
 * The addresses of an endpoint as its last probe left them: what failed as a whole failed at each of them. Those that no
 * way leads to from this computer are not among them, unless there is no other.
 */
export function addressesNow({
  addresses,
  error,
}: Pick<EndpointView, 'addresses' | 'error'>): readonly AddressView[] {
  return withRoute(addresses.map((address) => ({ ...address, error: address.error ?? error })));
}

function endpointVerdicts(endpoint: EndpointView, now: number): readonly Verdict[] {
  if (endpoint.addresses.length > 0)
    return addressesNow(endpoint).map((address) => addressVerdict(address, endpoint, now));
  return [isOfThePlace(endpoint.error) ? 'unreachable' : 'unknown'];
}

function isOfThePlace(error: ProbeError | null): boolean {
  return error !== null && !isOfThisComputer(error);
}

/** What a copy says of the order's places: which leaf is in it. That others may read it is no matter of this. */
function copyVerdict({ state, outdated }: CopyBundleView): Verdict {
  if (outdated) return 'stale';
  switch (state) {
    case 'stale':
      return 'stale';
    case 'changed':
      return 'faulty';
    case 'missing':
    case 'unreadable':
      return 'unreachable';
    case null:
      return 'unknown';
    case 'fresh':
    case 'wider':
      return 'inStep';
  }
}

/**
 * The truth about one order at `now` (Unix ms): the worst of its places. A copy that another hand changed is `faulty`;
 * one that is gone or cannot be read is `unreachable`. Gives `null` when there is neither a copy nor an endpoint.
 */
export function orderTruth({ copies, endpoints }: TruthFacts, now: number): OrderTruth | null {
  const served = endpoints.flatMap((endpoint) => endpointVerdicts(endpoint, now));
  const verdict = worst([...served, ...copies.map(copyVerdict)]);
  if (verdict === null) return null;
  const seen = endpoints.flatMap(addressesNow).filter(({ error }) => !isOfThePlace(error));
  const ends = seen.flatMap((address) => address.served?.notAfter ?? []);
  const unchecked = endpoints.flatMap((endpoint) =>
    addressesNow(endpoint).flatMap((address) => uncheckedSince(address, endpoint, now) ?? []),
  );
  return {
    verdict,
    addresses: served.length,
    affected: served.filter((one) => one === verdict).length,
    copies: copies.length,
    copiesAffected: copies.filter(needsAttention).length,
    servedNotAfter: ends.length === 0 ? null : Math.min(...ends),
    uncheckedSince: verdict !== 'unknown' || unchecked.length === 0 ? null : Math.max(...unchecked),
  };
}
