import { endOf } from '../chainEnd.ts';
import type { CopyBundleView } from '../copy.ts';
import {
  type AddressView,
  type Endpoint,
  type EndpointView,
  isOfThisComputer,
  type ProbeError,
  type ServedFinding,
  type ServedLeaf,
  withRoute,
} from '../endpoint.ts';
import { hasFailed } from '../programRun.ts';
import { ALWAYS, DAY_MS, MINUTE_MS, NEVER } from '../thresholds.ts';

/** What can be wrong with a place where the certificate of an order should be, worst first. */
export const placeKinds = [
  'servedExpired',
  'servedOther',
  'notDeployed',
  'filesOutdated',
  'filesOpen',
  'misconfigured',
  'notStapled',
  'filesChanged',
  'unreachable',
  'filesMissing',
  'commandFailed',
  'placesUnknown',
] as const;
export type PlaceKind = (typeof placeKinds)[number];

/**
 * Status of one place or of all places of an order, worst first. `expired`: an expired certificate is served. `foreign`:
 * a certificate that this order never had is served. `stale`: an earlier certificate of this order is served or is in an
 * exported file. `misconfigured`: the current certificate, but with a bad chain, name, trust or stapling, or in changed files.
 * `unreachable`: no certificate could be read. `unknown`: not checked, or not for a long time. `current`: the issued
 * certificate, also where its files or the command after them have another problem.
 */
export const placeStatuses = [
  'expired',
  'foreign',
  'stale',
  'misconfigured',
  'unreachable',
  'unknown',
  'current',
] as const;
export type PlaceStatus = (typeof placeStatuses)[number];

/** Which certificate a place has, in a word. */
export const statusOfKind: Readonly<Record<PlaceKind, PlaceStatus>> = {
  servedExpired: 'expired',
  servedOther: 'foreign',
  notDeployed: 'stale',
  filesOutdated: 'stale',
  filesOpen: 'current',
  misconfigured: 'misconfigured',
  notStapled: 'misconfigured',
  filesChanged: 'misconfigured',
  unreachable: 'unreachable',
  filesMissing: 'unreachable',
  commandFailed: 'current',
  placesUnknown: 'unknown',
};

const kindsOfFiles: ReadonlySet<PlaceKind> = new Set([
  'filesOutdated',
  'filesOpen',
  'filesChanged',
  'filesMissing',
  'commandFailed',
]);

/** Whether it is about exported files, and not about servers. */
export function isOfFiles(kind: PlaceKind): boolean {
  return kindsOfFiles.has(kind);
}

/** Whether a condition is about a place. */
export function isPlaceKind(kind: string): kind is PlaceKind {
  return kind in statusOfKind;
}

/** What is true of a place from `from` on: `ALWAYS`, or Unix ms. */
interface PlaceFact {
  readonly kind: PlaceKind;
  readonly from: number;
}

/** The facts about exported files that decide the status of their order. */
export type CopyFacts = Pick<
  CopyBundleView,
  'state' | 'outdated' | 'lastRun' | 'autoRefresh' | 'needsPassphrase'
>;

/** The facts about a server's address that decide the status of its order. */
export interface AddressFacts
  extends Pick<AddressView, 'probedAt' | 'relation' | 'servedSince' | 'servedAt' | 'error'> {
  readonly served: Pick<ServedLeaf, 'notAfter' | 'chainEnd' | 'findings'> | null;
}

/** The facts about a server that decide the status of its order. */
export interface EndpointFacts
  extends Pick<EndpointView, 'intervalMinutes' | 'addedAt' | 'probedAt' | 'probing' | 'error'> {
  readonly addresses: readonly AddressFacts[];
}

/** The servers and exported files of one order. */
export interface Places {
  readonly copies: readonly CopyFacts[];
  readonly endpoints: readonly EndpointFacts[];
}

/**
 * From when on the places of an order are a condition of it: the earliest time of all of them. Unix ms; `ALWAYS`: already
 * so; `NEVER`.
 */
export interface PlaceTimes extends Readonly<Record<PlaceKind, number>> {
  /** Until when a place with another certificate has time to get the current one; `ALWAYS`: none has. */
  readonly settlesUntil: number;
  /** The earliest end of what servers send, other than the current certificate by its own notAfter. */
  readonly servedEnd: number;
  /** Whether a server was never looked at: what it has is not known, and not wrong before its first probe is late. */
  readonly isUnseen: boolean;
}

/** Read only where a place has another certificate: it costs a look into the history. */
export interface RenewalTimes {
  /** When the current certificate was first seen, Unix ms; `null`: not known. */
  readonly renewedAt: () => number | null;
  /** When the service last gave this certificate, Unix ms. */
  readonly confirmedAt: () => number | null;
}

/** Time for an automatic update, or for the first probe, after a renewal. */
export const SETTLE_MS = 15 * MINUTE_MS;

/** Time for the service to confirm a certificate that a server had first. */
export const FOREIGN_MS = DAY_MS;

/** A probe older than this many intervals no longer proves that an endpoint is current. */
const INTERVALS_MAX = 3;

type Interval = Pick<Endpoint, 'intervalMinutes'>;

/** Until when the last certificate that an address served proves something, Unix ms. */
function freshUntil(
  { servedAt, probedAt }: Pick<AddressView, 'servedAt' | 'probedAt'>,
  { intervalMinutes }: Interval,
): number {
  return (servedAt ?? probedAt) + INTERVALS_MAX * intervalMinutes * MINUTE_MS;
}

/** Whether the last probe failed, and not because of this computer. */
export function isOfThePlace(error: ProbeError | null): boolean {
  return error !== null && !isOfThisComputer(error);
}

/**
 * The addresses of an endpoint with the error of the whole probe applied to each of them. Addresses without a route from
 * this computer are left out, unless there are no others.
 */
export function addressesNow<Address extends Pick<AddressView, 'error'>>({
  addresses,
  error,
}: {
  readonly addresses: readonly Address[];
  readonly error: ProbeError | null;
}): readonly Address[] {
  // Ten thousand orders are looked at before the first rows are painted.
  return withRoute(
    error ? addresses.map((address) => ({ ...address, error: address.error ?? error })) : addresses,
  );
}

/** Whether an address sends a chain that expires before an order does with its own. @param end of the order, as of `endOf` */
export function hasShortChain({ served }: Pick<AddressView, 'served'>, end: number | null): boolean {
  return served !== null && served.chainEnd !== null && end !== null && endOf(served) < end;
}

/**
 * What is, or will be, wrong with one address, worst first. If this computer was offline, had no route, or did not probe for
 * more than three intervals, what was bad stays, and what was current is unknown. An address whose probe failed is
 * unreachable, whatever it served before.
 */
function addressFacts(address: AddressFacts, endpoint: Interval): readonly PlaceFact[] {
  const { served, relation, error } = address;
  if (isOfThePlace(error)) return [{ kind: 'unreachable', from: ALWAYS }];
  if (served === null) return [{ kind: 'placesUnknown', from: ALWAYS }];
  return [
    { kind: 'servedExpired', from: endOf(served) + 1 },
    ...leafKinds(relation, served.findings).map((kind) => ({ kind, from: leafFrom(address, endpoint) })),
  ];
}

function leafKinds(
  relation: AddressView['relation'],
  findings: readonly ServedFinding[],
): readonly PlaceKind[] {
  if (relation === 'other') return ['servedOther'];
  if (relation === 'former') return ['notDeployed'];
  if (findings.length === 0) return ['placesUnknown'];
  return findings.map(({ kind }) => (kind === 'stapleMissing' ? 'notStapled' : 'misconfigured'));
}

function leafFrom(address: AddressFacts, endpoint: Interval): number {
  const isCurrent = address.relation === 'issued' && address.served?.findings.length === 0;
  return isCurrent ? freshUntil(address, endpoint) + 1 : ALWAYS;
}

/** What is wrong with the exported files of one export, worst first. */
export function copyFacts({ state, outdated, lastRun }: CopyFacts): readonly PlaceFact[] {
  const kinds: PlaceKind[] = [];
  if (outdated || state === 'stale') kinds.push('filesOutdated');
  if (state === 'wider') kinds.push('filesOpen');
  if (state === 'changed') kinds.push('filesChanged');
  if (state === 'missing' || state === 'unreadable') kinds.push('filesMissing');
  if (hasFailed(lastRun)) kinds.push('commandFailed');
  return kinds.map((kind) => ({ kind, from: ALWAYS }));
}

/**
 * An endpoint without an address counts as one. Its first probe may take as long as the next one of an endpoint that was
 * probed when this one was added.
 */
function endpointFacts(endpoint: EndpointFacts): readonly PlaceFact[] {
  const { addedAt, probing, error } = endpoint;
  if (isOfThePlace(error)) return [{ kind: 'unreachable', from: ALWAYS }];
  if (!isUnseen(endpoint)) return [{ kind: 'placesUnknown', from: ALWAYS }];
  const from = freshUntil({ servedAt: null, probedAt: addedAt }, endpoint) + 1;
  return probing ? [] : [{ kind: 'placesUnknown', from }];
}

function isUnseen({ probedAt }: EndpointFacts): boolean {
  return probedAt === null;
}

const never = Object.fromEntries(placeKinds.map((kind) => [kind, NEVER])) as Record<PlaceKind, number>;

/** From when on the places of an order change its status; `null`: it has neither exported files nor endpoints. */
export function placeTimes({ copies, endpoints }: Places, times: RenewalTimes): PlaceTimes | null {
  if (copies.length + endpoints.length === 0) return null;
  const first = { ...never };
  let settlesUntil = ALWAYS;
  let servedEnd = NEVER;
  const add = ({ kind, from }: PlaceFact, settled = from) => {
    first[kind] = Math.min(first[kind], settled);
    if (settled > from) settlesUntil = Math.max(settlesUntil, settled);
  };
  for (const copy of copies) {
    for (const fact of copyFacts(copy))
      add(fact, fact.kind === 'filesOutdated' ? settledAt(isUpdatedAutomatically(copy), times) : fact.from);
  }
  const isUpdated = copies.some(isUpdatedAutomatically);
  for (const endpoint of endpoints) {
    if (endpoint.addresses.length === 0) for (const fact of endpointFacts(endpoint)) add(fact);
    for (const address of addressesNow(endpoint)) {
      for (const fact of addressFacts(address, endpoint))
        add(fact, countsFrom(fact, address, isUpdated, times));
      const { served, relation, error } = address;
      if (served === null || isOfThePlace(error)) continue;
      // The current certificate ends with the order, unless the server sends a chain that expires before.
      if (relation !== 'issued' || served.chainEnd !== null) servedEnd = Math.min(servedEnd, endOf(served));
    }
  }
  return { ...first, settlesUntil, servedEnd, isUnseen: endpoints.some(isUnseen) };
}

function isUpdatedAutomatically({ autoRefresh, needsPassphrase }: CopyFacts): boolean {
  return autoRefresh && !needsPassphrase;
}

/** From when on a fact counts: another certificate has some time to be replaced, or to be confirmed by the service. */
function countsFrom(
  { kind, from }: PlaceFact,
  { servedSince, servedAt, probedAt }: AddressFacts,
  isUpdated: boolean,
  times: RenewalTimes,
): number {
  const seenAt = servedAt ?? probedAt;
  if (kind === 'notDeployed') return settledAt(isUpdated || seenAt < (times.renewedAt() ?? seenAt), times);
  if (kind !== 'servedOther') return from;
  const since = servedSince ?? seenAt;
  return (times.confirmedAt() ?? 0) >= since ? from : since + FOREIGN_MS;
}

/** @param isSettling something automatic will update the place soon after a renewal */
function settledAt(isSettling: boolean, times: RenewalTimes): number {
  const renewedAt = isSettling ? times.renewedAt() : null;
  return renewedAt === null ? ALWAYS : renewedAt + SETTLE_MS;
}

/**
 * Whether every server and exported file has the order's current certificate at `now` (Unix ms) as it should be, as far as
 * known; `false` without any. A failed command and permissions do not count.
 */
export function isEverywhere(
  order: Parameters<typeof endOf>[0] & { readonly deployment: PlaceTimes | null },
  now: number,
): boolean {
  const { deployment: times } = order;
  if (times === null || times.settlesUntil !== ALWAYS || times.isUnseen) return false;
  // A server sends a chain that ends before the certificate.
  if (times.servedEnd < (endOf(order) ?? NEVER)) return false;
  return placeKinds.every((kind) => statusOfKind[kind] === 'current' || now < times[kind]);
}

/** Status of one address at `now` (Unix ms). `current` becomes `unknown` as soon as this computer can't check it. */
export function addressStatus(address: AddressFacts, endpoint: Interval, now: number): PlaceStatus {
  const fact = addressFacts(address, endpoint).find(({ from }) => from <= now);
  if (fact !== undefined) return statusOfKind[fact.kind];
  return address.error === null ? 'current' : 'unknown';
}

/** When an address with this status was last seen `current`, Unix ms; `null`: never, or the status is not `unknown`. */
export function uncheckedSince(
  { relation, servedAt }: Pick<AddressView, 'relation' | 'servedAt'>,
  status: PlaceStatus,
): number | null {
  return relation === 'issued' && status === 'unknown' ? servedAt : null;
}
