import { endOf } from '#shared/domain/chainEnd.ts';
import {
  addressesNow,
  addressStatus,
  type PlaceStatus,
  placeStatuses,
  uncheckedSince,
} from '#shared/domain/conditions/places.ts';
import type { AddressView, EndpointView } from '#shared/domain/endpoint.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { formatTimeLeft } from '#shared/i18n/expiryText.ts';
import { formatDate, formatRelativePast, formatWholeDays } from '#shared/i18n/format.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';

/** Describes what an address serves at `now` (Unix ms) or served last; `null` if no certificate was ever seen. */
export function servedText(
  { served, relation, servedSince, servedAt, error }: AddressView,
  status: PlaceStatus,
  { issuerName }: Pick<OrderRow, 'issuerName'>,
  now: number,
  t: Translate,
  locale: Locale,
) {
  if (served === null) return null;
  const servedEnd = endOf(served);
  const end =
    servedEnd > now
      ? t('places.expiresIn', { time: formatTimeLeft(servedEnd - now, t) })
      : t('places.expiredAgo', { ago: formatRelativePast(now - servedEnd, t) });
  const since =
    servedSince === null ? [] : [t('places.since', { date: formatDate(servedSince, locale, 'local') })];
  const isSaid = status === 'foreign' || status === 'stale' || status === 'current' || relation === null;
  // The issued certificate, but `unknown`: the last check is too old.
  const isNow = error === null && !(status === 'unknown' && relation === 'issued');
  return {
    /** When it was last seen; `null` if it is served now. */
    remembered:
      isNow || servedAt === null
        ? null
        : t('places.lastSeen', { ago: formatRelativePast(now - servedAt, t) }),
    /** Its expiry, and since when it has been served. */
    times: [end, ...since],
    /** Which certificate it is, unless the status says so. */
    relation: isSaid ? null : t(`places.relation.${relation}`),
    /** Its issuer, if it differs from that of the current certificate. */
    issuer: served.issuerName === issuerName ? null : t('places.issuedBy', { issuer: served.issuerName }),
  };
}

/** When an endpoint was last checked and will be checked next, relative to `now` (Unix ms). */
export function probeTimes(
  { probedAt, nextProbeAt }: Pick<EndpointView, 'probedAt' | 'nextProbeAt'>,
  now: number,
  t: Translate,
): readonly string[] {
  const last =
    probedAt === null
      ? t('places.endpoint.never')
      : t('places.endpoint.checked', { ago: formatRelativePast(now - probedAt, t) });
  if (nextProbeAt === null) return [last];
  const left = nextProbeAt - now;
  return [
    last,
    left < 60_000
      ? t('places.endpoint.nextSoon')
      : t('places.endpoint.next', { time: formatWholeDays(left, t) }),
  ];
}

/** Addresses of one endpoint with the same status and certificate. */
export interface AddressGroup {
  readonly status: PlaceStatus;
  readonly addresses: readonly AddressView[];
  /** The address that stands for the group: the one that has been in this state for the longest time. */
  readonly shown: AddressView;
  /** When `shown` was last seen `current`, if its last check is too old to know; otherwise `null`. */
  readonly uncheckedSince: number | null;
}

/** Groups the addresses of an endpoint at `now` (Unix ms): the worst status first, then the smallest group. */
export function addressGroups(
  endpoint: Pick<EndpointView, 'addresses' | 'error' | 'intervalMinutes'>,
  now: number,
): readonly AddressGroup[] {
  const groups = new Map<string, { readonly status: PlaceStatus; readonly addresses: AddressView[] }>();
  for (const address of addressesNow(endpoint)) {
    const status = addressStatus(address, endpoint, now);
    const { served, relation, error } = address;
    const key = JSON.stringify([status, served?.fingerprint256, served?.findings, relation, error]);
    const group = groups.get(key) ?? { status, addresses: [] };
    group.addresses.push(address);
    groups.set(key, group);
  }
  return [...groups.values()]
    .map(({ status, addresses }) => ({ status, addresses, shown: longest(addresses) }))
    .flatMap(({ shown, ...group }) =>
      shown === undefined ? [] : [{ ...group, shown, uncheckedSince: uncheckedSince(shown, group.status) }],
    )
    .sort(
      (a, b) =>
        placeStatuses.indexOf(a.status) - placeStatuses.indexOf(b.status) ||
        a.addresses.length - b.addresses.length,
    );
}

function longest(addresses: readonly AddressView[]): AddressView | undefined {
  const since = ({ error, errorSince, servedSince }: AddressView) =>
    (error === null ? servedSince : errorSince) ?? Number.POSITIVE_INFINITY;
  return addresses.toSorted((a, b) => since(a) - since(b))[0];
}
