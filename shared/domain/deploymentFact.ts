import type { CopyBundleView } from './copy.ts';
import { addressesNow, type DeploymentFacts, freshUntil, isOfThePlace } from './deploymentStatus.ts';
import type { AddressView, EndpointView } from './endpoint.ts';
import { DAY_MS, MINUTE_MS } from './thresholds.ts';

/**
 * From when on the places of an order change its status. Unix ms; `ALWAYS`: already so; `Infinity`: never. An order with
 * several places has the earliest time of each.
 */
export interface DeploymentFact {
  /** A server or an exported file has an expired, an earlier or another certificate. */
  readonly notDeployedFrom: number;
  /** The current certificate is in place, but clients may refuse it, or another program changed the file. */
  readonly misconfiguredFrom: number;
  /** It is not known which certificate a place has. */
  readonly unconfirmedFrom: number;
}

/** Read only where a place has another certificate: it costs a look into the history. */
export interface RenewalTimes {
  /** When the current certificate was first seen, Unix ms; `null`: not known. */
  readonly renewedAt: () => number | null;
  /** When the service last gave this certificate, Unix ms. */
  readonly confirmedAt: () => number | null;
}

/** A time before every other: what is bad stays so when the clock is set back. */
const ALWAYS = 0;
const NEVER = Number.POSITIVE_INFINITY;

/** Time for an automatic update, or for the first probe, after a renewal. Until then the places are unconfirmed. */
export const SETTLE_MS = 15 * MINUTE_MS;

/** Time for the service to confirm a certificate that a server had first. */
export const FOREIGN_MS = DAY_MS;

const harmless: DeploymentFact = {
  notDeployedFrom: NEVER,
  misconfiguredFrom: NEVER,
  unconfirmedFrom: NEVER,
};

/** The fact of one order; `null`: it has neither a copy nor an endpoint. */
export function deploymentFact(
  { copies, endpoints }: DeploymentFacts,
  times: RenewalTimes,
): DeploymentFact | null {
  if (copies.length === 0 && endpoints.length === 0) return null;
  const isUpdated = copies.some(isUpdatedAutomatically);
  const facts = [
    ...copies.map((copy) => copyFact(copy, times)),
    ...endpoints.flatMap((endpoint) => endpointFacts(endpoint, isUpdated, times)),
  ];
  return {
    notDeployedFrom: Math.min(...facts.map(({ notDeployedFrom }) => notDeployedFrom)),
    misconfiguredFrom: Math.min(...facts.map(({ misconfiguredFrom }) => misconfiguredFrom)),
    unconfirmedFrom: Math.min(...facts.map(({ unconfirmedFrom }) => unconfirmedFrom)),
  };
}

function isUpdatedAutomatically({ autoRefresh, needsPassphrase }: CopyBundleView): boolean {
  return autoRefresh && !needsPassphrase;
}

function copyFact(copy: CopyBundleView, times: RenewalTimes): DeploymentFact {
  if (copy.outdated) return outdated(isUpdatedAutomatically(copy), times);
  switch (copy.state) {
    case 'stale':
      return outdated(isUpdatedAutomatically(copy), times);
    case 'changed':
      return { ...harmless, misconfiguredFrom: ALWAYS };
    case 'missing':
    case 'unreadable':
      return { ...harmless, unconfirmedFrom: ALWAYS };
    // Not checked yet since the start: its record says that it is current.
    case null:
    case 'fresh':
    case 'wider':
      return harmless;
  }
}

function endpointFacts(
  endpoint: EndpointView,
  isUpdated: boolean,
  times: RenewalTimes,
): readonly DeploymentFact[] {
  const { addresses, probedAt, probing } = endpoint;
  if (addresses.length === 0)
    return [probedAt === null && probing ? harmless : { ...harmless, unconfirmedFrom: ALWAYS }];
  return addressesNow(endpoint).map((address) => addressFact(address, endpoint, isUpdated, times));
}

function addressFact(
  address: AddressView,
  endpoint: EndpointView,
  isUpdated: boolean,
  times: RenewalTimes,
): DeploymentFact {
  const { served, relation, error } = address;
  const isCurrent = relation === 'issued' && served?.findings.length === 0;
  if (isCurrent) {
    const unconfirmedFrom = freshUntil(address, endpoint) + 1;
    return { ...harmless, notDeployedFrom: served.notAfter + 1, unconfirmedFrom };
  }
  if (served === null || isOfThePlace(error)) return { ...harmless, unconfirmedFrom: ALWAYS };
  const fact = leafFact(address, isUpdated, times);
  return { ...fact, notDeployedFrom: Math.min(fact.notDeployedFrom, served.notAfter + 1) };
}

/** Of an address that serves something else than the current certificate, or serves it with a problem. */
function leafFact(
  { relation, servedSince, servedAt, probedAt }: AddressView,
  isUpdated: boolean,
  times: RenewalTimes,
): DeploymentFact {
  const seenAt = servedAt ?? probedAt;
  switch (relation) {
    case null:
      return { ...harmless, unconfirmedFrom: ALWAYS };
    case 'issued':
      return { ...harmless, misconfiguredFrom: ALWAYS };
    case 'former':
      return outdated(isUpdated || seenAt < (times.renewedAt() ?? seenAt), times);
    case 'other': {
      const since = servedSince ?? seenAt;
      if ((times.confirmedAt() ?? 0) >= since) return { ...harmless, notDeployedFrom: ALWAYS };
      return { ...harmless, notDeployedFrom: since + FOREIGN_MS, unconfirmedFrom: ALWAYS };
    }
  }
}

/** @param isSettling something automatic will update the place soon after a renewal */
function outdated(isSettling: boolean, times: RenewalTimes): DeploymentFact {
  const renewedAt = isSettling ? times.renewedAt() : null;
  const from = renewedAt === null ? ALWAYS : renewedAt + SETTLE_MS;
  return { ...harmless, notDeployedFrom: from, unconfirmedFrom: ALWAYS };
}
