import { endOf } from '#shared/domain/chainEnd.ts';
import type { DeploymentSummary } from '#shared/domain/conditions/placeSummary.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { formatTimeLeft } from '#shared/i18n/expiryText.ts';
import { formatRelativePast, formatWholeDays } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/types.ts';

export type ValidityDates = Pick<OrderRow, 'notBefore' | 'notAfter' | 'chainEnd'>;

/** Describes what the servers of an order serve at `now` (Unix ms), and what to do; without its exported files. */
export function serversText(
  servers: DeploymentSummary,
  files: Pick<DeploymentSummary, 'copies' | 'copiesAffected'>,
  order: ValidityDates,
  now: number,
  t: Translate,
) {
  return {
    what: asSentence(withEnd(clauseOf(servers, now, t), servers, order, now, t)),
    next: nextOf({ ...servers, ...files }, order, now, t),
  };
}

/** The status of the addresses; without a full stop. */
function clauseOf(deployment: DeploymentSummary, now: number, t: Translate): string {
  const { status, addresses, affected, uncheckedSince } = deployment;
  const extent = addresses === 1 ? 'server' : affected === addresses ? 'all' : 'some';
  const counts = { count: affected, all: addresses };
  if (uncheckedSince === null) return t(`places.said.${extent}.${status}`, counts);
  const time = formatWholeDays(Math.max(0, now - uncheckedSince), t);
  return t(`places.said.unchecked.${extent}`, { ...counts, time });
}

function withEnd(
  clause: string,
  { status, servedNotAfter }: DeploymentSummary,
  order: ValidityDates,
  now: number,
  t: Translate,
): string {
  // The earliest expiry can be that of the current certificate, or is already in the clause.
  if (status !== 'stale' || servedNotAfter === null || servedNotAfter === endOf(order))
    return t('places.said.stop', { clause });
  const which =
    servedNotAfter > now
      ? t('places.said.expires', { time: formatTimeLeft(servedNotAfter - now, t) })
      : t('places.said.expired', { ago: formatRelativePast(now - servedNotAfter, t) });
  return t('places.said.stop', { clause: t('places.said.which', { clause, which }) });
}

function nextOf(
  deployment: DeploymentSummary,
  order: ValidityDates,
  now: number,
  t: Translate,
): string | null {
  const { status, copies, copiesAffected, uncheckedSince } = deployment;
  switch (status) {
    case 'expired':
    case 'stale':
      if ((endOf(order) ?? now) < now) return t('places.next.renewFirst');
      if (copiesAffected > 0) return t('places.next.refreshAndReload');
      return t(copies > 0 ? 'places.next.reload' : 'places.next.export');
    case 'foreign':
      return t('places.next.compare');
    case 'misconfigured':
    case 'unreachable':
      return t(`places.next.${status}`);
    case 'unknown':
      return t(uncheckedSince === null ? 'places.next.unknown' : 'places.next.unchecked');
    case 'current':
      return null;
  }
}

function asSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
