import type { DeploymentSummary, PlaceStatus } from '#shared/domain/conditions/places.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import { formatTimeLeft } from '#shared/i18n/expiryText.ts';
import { formatRelativePast, formatWholeDays } from '#shared/i18n/format.ts';
import type { MessageKey, Translate } from '#shared/i18n/types.ts';
import { isBad } from './deploymentStatuses.ts';

export type ValidityDates = Pick<OrderRow, 'notBefore' | 'notAfter'>;

/** Describes a deployment status at `now` (Unix ms), and what to do. */
export function deploymentText(
  deployment: DeploymentSummary,
  order: ValidityDates,
  now: number,
  t: Translate,
) {
  const { status, affected, copiesAffected } = deployment;
  const clause = clauseOf(deployment, now, t);
  const whole = isOld(status) ? withRenewal(withEnd(clause, deployment, order, now, t), order, now, t) : null;
  const what = asSentence(whole ?? t('places.said.stop', { clause }));
  const hasBoth = affected > 0 && copiesAffected > 0 && isBad(status);
  return {
    /** The status, in one or two sentences. */
    what: hasBoth ? t('common.sentences', { first: what, second: t('places.said.copiesToo') }) : what,
    /** What to do; `null` if there is nothing to do. */
    next: nextOf(deployment, order, now, t),
  };
}

/** A deployment status in a few words. */
export function shortDeploymentText({ status, affected }: DeploymentSummary, t: Translate): string {
  if (!isBad(status)) return t(`places.verdict.${status}`);
  return t(`places.${affected === 0 ? 'shortCopies' : 'short'}.${status}`);
}

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

/** Whether the text has to say until when the old certificate is valid. */
function isOld(status: PlaceStatus): boolean {
  return status === 'stale' || status === 'expired';
}

/** The status of the addresses, or of the exported files if no address has it; without a full stop. */
function clauseOf(deployment: DeploymentSummary, now: number, t: Translate): string {
  const { status, addresses, affected, uncheckedSince } = deployment;
  if (affected === 0) return t(`places.said.copies.${status}`);
  const extent = addresses === 1 ? 'server' : affected === addresses ? 'all' : 'some';
  const counts = { count: affected, all: addresses };
  if (uncheckedSince === null) return t(`places.said.${extent}.${status}`, counts);
  const time = formatWholeDays(Math.max(0, now - uncheckedSince), t);
  return t(`places.said.unchecked.${extent}`, { ...counts, time });
}

function withEnd(
  clause: string,
  { status, affected, servedNotAfter }: DeploymentSummary,
  { notAfter }: ValidityDates,
  now: number,
  t: Translate,
): string {
  // The earliest expiry can be that of the current certificate, or is already in the clause.
  if (affected === 0 || status !== 'stale' || servedNotAfter === null || servedNotAfter === notAfter)
    return t('places.said.stop', { clause });
  const which =
    servedNotAfter > now
      ? t('places.said.expires', { time: formatTimeLeft(servedNotAfter - now, t) })
      : t('places.said.expired', { ago: formatRelativePast(now - servedNotAfter, t) });
  return t('places.said.stop', { clause: t('places.said.which', { clause, which }) });
}

/** Starts with when the order was renewed, if the current certificate is valid. */
function withRenewal(
  rest: string,
  { notBefore, notAfter }: ValidityDates,
  now: number,
  t: Translate,
): string {
  // The validity of a new certificate often starts in this minute.
  if (notBefore === null || notBefore - now > MINUTE_MS || notAfter === null || notAfter < now) return rest;
  return t('places.said.renewed', { ago: formatRelativePast(now - notBefore, t), clause: rest });
}

function nextOf(
  deployment: DeploymentSummary,
  { notAfter }: ValidityDates,
  now: number,
  t: Translate,
): string | null {
  const { status, affected, copies, copiesAffected, uncheckedSince } = deployment;
  switch (status) {
    case 'expired':
    case 'stale':
      if (notAfter !== null && notAfter < now) return t('places.next.renewFirst');
      if (affected === 0) return t('places.next.refresh');
      if (copiesAffected > 0) return t('places.next.refreshAndReload');
      return t(copies > 0 ? 'places.next.reload' : 'places.next.export');
    case 'foreign':
      return t('places.next.compare');
    case 'misconfigured':
    case 'unreachable':
      return t(affected === 0 ? 'places.next.copies' : (`places.next.${status}` satisfies MessageKey));
    case 'unknown':
      if (affected === 0) return null;
      return t(uncheckedSince === null ? 'places.next.unknown' : 'places.next.unchecked');
    case 'current':
      return null;
  }
}

function asSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
