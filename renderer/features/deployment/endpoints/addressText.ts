import { endOf } from '#shared/domain/chainEnd.ts';
import type { PlaceStatus } from '#shared/domain/conditions/places.ts';
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
