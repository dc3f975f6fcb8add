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
 * Status of one place or of all places of an order, worst first. `expired`: an expired certificate is served. `foreign`:
 * a certificate that this order never had is served. `stale`: an earlier certificate of this order is served or is in an
 * exported file. `misconfigured`: the current certificate, but with a bad chain, name or trust. `unreachable`: no
 * certificate could be read. `unknown`: not checked, or not for a long time. `current`: the issued certificate.
 */
export const probeStatuses = [
  'expired',
  'foreign',
  'stale',
  'misconfigured',
  'unreachable',
  'unknown',
  'current',
] as const;
export type ProbeStatus = (typeof probeStatuses)[number];

/** Where one order's certificate is deployed: the worst status of its endpoints and exported files. */
export interface DeploymentStatus {
  readonly status: ProbeStatus;
  /** Addresses of all endpoints; an endpoint without an address counts as one. */
  readonly addresses: number;
  readonly affected: number;
  /** Exported copies, and how many of them need attention. */
  readonly copies: number;
  readonly copiesAffected: number;
  /** The earliest notAfter that any address served at its last probe, Unix ms; `null`: none is known. */
  readonly servedNotAfter: number | null;
  /** Of an `unknown` status: when a place that has not been checked for long was last seen `current`, Unix ms. */
  readonly uncheckedSince: number | null;
}

export interface DeploymentFacts {
  readonly copies: readonly CopyBundleView[];
  readonly endpoints: readonly EndpointView[];
}

/** Status of the last served certificate, as if it were served at `now`. */
function leafStatus({ served, relation }: AddressView, now: number): ProbeStatus {
  if (served === null) return 'unknown';
  if (served.notAfter < now) return 'expired';
  if (relation === 'other') return 'foreign';
  if (relation === 'former') return 'stale';
  if (served.findings.length > 0) return 'misconfigured';
  return relation === 'issued' ? 'current' : 'unknown';
}

/** A probe older than this many intervals no longer proves that an endpoint is current. */
const INTERVALS_MAX = 3;

type Interval = Pick<Endpoint, 'intervalMinutes'>;

/** Until when the last certificate that an address served proves something, Unix ms. */
export function freshUntil(
  { servedAt, probedAt }: Pick<AddressView, 'servedAt' | 'probedAt'>,
  { intervalMinutes }: Interval,
): number {
  return (servedAt ?? probedAt) + INTERVALS_MAX * intervalMinutes * MINUTE_MS;
}

/**
 * Status of one address at `now` (Unix ms). An address whose probe failed is `unreachable`, whatever it served before.
 * If this computer was offline, had no route, or did not probe for more than three intervals, a bad status stays and
 * `current` becomes `unknown`.
 */
export function addressStatus(address: AddressView, endpoint: Interval, now: number): ProbeStatus {
  const { error } = address;
  if (isOfThePlace(error)) return 'unreachable';
  const status = leafStatus(address, now);
  const isFresh = error === null && now <= freshUntil(address, endpoint);
  return status === 'current' && !isFresh ? 'unknown' : status;
}

/** When an address that is `unknown` at `now` was last seen `current`, Unix ms; `null`: never, or it is not `unknown`. */
export function uncheckedSince(address: AddressView, endpoint: Interval, now: number): number | null {
  const wasCurrent = address.relation === 'issued' && addressStatus(address, endpoint, now) === 'unknown';
  return wasCurrent ? address.servedAt : null;
}

/**
 * The addresses of an endpoint with the error of the whole probe applied to each of them. Addresses without a route from
 * this computer are left out, unless there are no others.
 */
export function addressesNow({
  addresses,
  error,
}: Pick<EndpointView, 'addresses' | 'error'>): readonly AddressView[] {
  return withRoute(addresses.map((address) => ({ ...address, error: address.error ?? error })));
}

function endpointStatuses(endpoint: EndpointView, now: number): readonly ProbeStatus[] {
  if (endpoint.addresses.length > 0)
    return addressesNow(endpoint).map((address) => addressStatus(address, endpoint, now));
  return [isOfThePlace(endpoint.error) ? 'unreachable' : 'unknown'];
}

/** Whether the last probe failed, and not because of this computer. */
export function isOfThePlace(error: ProbeError | null): boolean {
  return error !== null && !isOfThisComputer(error);
}

/** Status of a copy by the certificate in it. Files that others may read do not count here. */
function copyStatus({ state, outdated }: CopyBundleView): ProbeStatus {
  if (outdated) return 'stale';
  switch (state) {
    case 'stale':
      return 'stale';
    case 'changed':
      return 'misconfigured';
    case 'missing':
    case 'unreadable':
      return 'unreachable';
    case null:
      return 'unknown';
    case 'fresh':
    case 'wider':
      return 'current';
  }
}

/**
 * Deployment status of one order at `now` (Unix ms): the worst of its places. A copy that another program changed is
 * `misconfigured`; a missing or unreadable one is `unreachable`. `null`: the order has neither a copy nor an endpoint.
 */
export function deploymentStatus(
  { copies, endpoints }: DeploymentFacts,
  now: number,
): DeploymentStatus | null {
  const served = endpoints.flatMap((endpoint) => endpointStatuses(endpoint, now));
  const all = [...served, ...copies.map(copyStatus)];
  const status = probeStatuses.find((one) => all.includes(one));
  if (status === undefined) return null;
  const seen = endpoints.flatMap(addressesNow).filter(({ error }) => !isOfThePlace(error));
  const ends = seen.flatMap((address) => address.served?.notAfter ?? []);
  const unchecked = endpoints.flatMap((endpoint) =>
    addressesNow(endpoint).flatMap((address) => uncheckedSince(address, endpoint, now) ?? []),
  );
  return {
    status,
    addresses: served.length,
    affected: served.filter((one) => one === status).length,
    copies: copies.length,
    copiesAffected: copies.filter(needsAttention).length,
    servedNotAfter: ends.length === 0 ? null : Math.min(...ends),
    uncheckedSince: status !== 'unknown' || unchecked.length === 0 ? null : Math.max(...unchecked),
  };
}
