import { endOf } from '../chainEnd.ts';
import {
  addressesNow,
  addressStatus,
  type CopyFacts,
  copyFacts,
  type EndpointFacts,
  isOfThePlace,
  type PlaceStatus,
  type Places,
  placeStatuses,
  statusOfKind,
  uncheckedSince,
} from './places.ts';

/** What an address, or an endpoint without one, contributes to a summary. */
type Sight = Pick<DeploymentSummary, 'status' | 'servedNotAfter' | 'uncheckedSince'>;

function sightsOf(endpoint: EndpointFacts, now: number): readonly Sight[] {
  if (endpoint.addresses.length === 0) {
    const status = isOfThePlace(endpoint.error) ? 'unreachable' : 'unknown';
    return [{ status, servedNotAfter: null, uncheckedSince: null }];
  }
  return addressesNow(endpoint).map((address) => {
    const status = addressStatus(address, endpoint, now);
    const { error, served } = address;
    const servedNotAfter = served === null || isOfThePlace(error) ? null : endOf(served);
    return { status, servedNotAfter, uncheckedSince: uncheckedSince(address, status) };
  });
}

/** Status of a copy by the certificate in it. */
function copyStatus(copy: CopyFacts): PlaceStatus {
  const kinds = copyFacts(copy).map(({ kind }) => statusOfKind[kind]);
  const worst = placeStatuses.find((status) => kinds.includes(status));
  return worst ?? (copy.state === null ? 'unknown' : 'current');
}

/** Where one order's certificate is deployed: the worst status of its endpoints and exported files. */
export interface DeploymentSummary {
  readonly status: PlaceStatus;
  /** Addresses of all endpoints, and how many have this status; an endpoint without an address counts as one. */
  readonly addresses: number;
  readonly affected: number;
  /** Exported copies, and how many have this status. */
  readonly copies: number;
  readonly copiesAffected: number;
  /** The earliest end of a certificate, with its chain, that any address served at its last probe, Unix ms; `null`: none is known. */
  readonly servedNotAfter: number | null;
  /** Of an `unknown` status: when a place that has not been checked for long was last seen `current`, Unix ms. */
  readonly uncheckedSince: number | null;
}

/**
 * What the places of one order have at `now` (Unix ms), without the time that a new certificate is given. A copy that
 * another program changed is `misconfigured`; a missing or unreadable one is `unreachable`. `null`: the order has neither a
 * copy nor an endpoint.
 */
export function summarisePlaces({ copies, endpoints }: Places, now: number): DeploymentSummary | null {
  const sights = endpoints.flatMap((endpoint) => sightsOf(endpoint, now));
  const served = sights.map(({ status }) => status);
  const kept = copies.map(copyStatus);
  const status = placeStatuses.find((one) => served.includes(one) || kept.includes(one));
  if (status === undefined) return null;
  const ends = sights.flatMap(({ servedNotAfter }) => servedNotAfter ?? []);
  const unchecked = sights.flatMap((sight) => sight.uncheckedSince ?? []);
  return {
    status,
    addresses: served.length,
    affected: served.filter((one) => one === status).length,
    copies: copies.length,
    copiesAffected: kept.filter((one) => one === status).length,
    servedNotAfter: ends.length === 0 ? null : Math.min(...ends),
    uncheckedSince: status !== 'unknown' || unchecked.length === 0 ? null : Math.max(...unchecked),
  };
}
