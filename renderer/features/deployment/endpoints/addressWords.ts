import type { ProbeStatus } from '#shared/domain/deploymentStatus.ts';
import type { AddressView, EndpointView } from '#shared/domain/endpoint.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { formatDate, formatRelativePast } from '#shared/i18n/format.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';
import { coarse } from './truthWords.ts';

/** What is said of the certificate at an address, besides its status. */
export interface ServedWords {
  /** What stands before it when it is only remembered; `null`: it is served now. */
  readonly remembered: string | null;
  /** Its end, and since when it has been there. */
  readonly times: readonly string[];
  /** Whose it is, where the status does not say so. */
  readonly relation: string | null;
  /** Its issuer, where that is another than the issued certificate's. */
  readonly issuer: string | null;
}

/** Says what an address serves at `now` (Unix ms), or served last; `null` when that was never seen. */
export function servedWords(
  { served, relation, servedSince, servedAt, error }: AddressView,
  status: ProbeStatus,
  { issuerName }: Pick<OrderRow, 'issuerName'>,
  now: number,
  t: Translate,
  locale: Locale,
): ServedWords | null {
  if (served === null) return null;
  const end =
    served.notAfter > now
      ? t('places.expiresIn', { time: coarse(served.notAfter - now, t) })
      : t('places.expiredAgo', { ago: formatRelativePast(now - served.notAfter, t) });
  const since =
    servedSince === null ? [] : [t('places.since', { date: formatDate(servedSince, locale, 'local') })];
  const isSaid = status === 'foreign' || status === 'stale' || status === 'current' || relation === null;
  // The issued leaf, and yet not in step: nobody looked for long.
  const isNow = error === null && !(status === 'unknown' && relation === 'issued');
  return {
    remembered:
      isNow || servedAt === null
        ? null
        : t('places.lastSeen', { ago: formatRelativePast(now - servedAt, t) }),
    times: [end, ...since],
    relation: isSaid ? null : t(`places.relation.${relation}`),
    issuer: served.issuerName === issuerName ? null : t('places.issuedBy', { issuer: served.issuerName }),
  };
}

/** A status in a word or two; `uncheckedSince`: as of `AddressGroup` and `DeploymentStatus`. */
export function verdictWord(
  status: ProbeStatus,
  uncheckedSince: number | null,
  t: Translate,
  locale: Locale,
): string {
  return uncheckedSince === null
    ? t(`places.verdict.${status}`)
    : t('places.uncheckedSince', { date: formatDate(uncheckedSince, locale, 'local') });
}

/** When an endpoint was looked at and will be again, seen from `now` (Unix ms). */
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
    left < 60_000 ? t('places.endpoint.nextSoon') : t('places.endpoint.next', { time: coarse(left, t) }),
  ];
}
