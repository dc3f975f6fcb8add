import type { DeploymentStatus, ProbeStatus } from '#shared/domain/deploymentStatus.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { DAY_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { formatDuration, formatRelativePast } from '#shared/i18n/format.ts';
import type { MessageKey, Translate } from '#shared/i18n/types.ts';
import { isBad } from './truths.ts';

/** What is said of an order's places. */
export interface TruthWords {
  /** How it is, in a sentence or two. */
  readonly what: string;
  /** What to do about it; `null`: nothing. */
  readonly next: string | null;
}

/** What of an order the words follow from. */
export type TruthOrder = Pick<OrderRow, 'notBefore' | 'notAfter'>;

/** Says as a person would how an order's places are at `now` (Unix ms), and what to do. */
export function truthWords(
  truth: DeploymentStatus,
  order: TruthOrder,
  now: number,
  t: Translate,
): TruthWords {
  const { status, affected, copiesAffected } = truth;
  const clause = clauseOf(truth, now, t);
  const whole = isOld(status) ? withRenewal(withEnd(clause, truth, order, now, t), order, now, t) : null;
  const what = asSentence(whole ?? t('places.said.stop', { clause }));
  const tooMany = affected > 0 && copiesAffected > 0 && isBad(status);
  return {
    what: tooMany ? t('common.sentences', { first: what, second: t('places.said.copiesToo') }) : what,
    next: nextOf(truth, order, now, t),
  };
}

/** Whether it is about time: which certificate is served, and until when. */
function isOld(status: ProbeStatus): boolean {
  return status === 'stale' || status === 'expired';
}

/** Who is how: the addresses, else the copies, without a full stop. */
function clauseOf(truth: DeploymentStatus, now: number, t: Translate): string {
  const { status, addresses, affected, uncheckedSince } = truth;
  if (affected === 0) return t(`places.said.copies.${status}`);
  if (uncheckedSince !== null) return uncheckedClause(truth, coarse(Math.max(0, now - uncheckedSince), t), t);
  if (addresses === 1) return t(`places.said.server.${status}`);
  return affected === addresses
    ? t(`places.said.all.${status}`, { all: addresses })
    : t(`places.said.some.${status}`, { count: affected, all: addresses });
}

function uncheckedClause({ addresses, affected }: DeploymentStatus, time: string, t: Translate): string {
  if (addresses === 1) return t('places.said.unchecked.server', { time });
  return affected === addresses
    ? t('places.said.unchecked.all', { all: addresses, time })
    : t('places.said.unchecked.some', { count: affected, all: addresses, time });
}

function withEnd(
  clause: string,
  { status, affected, servedNotAfter }: DeploymentStatus,
  { notAfter }: TruthOrder,
  now: number,
  t: Translate,
): string {
  // The earliest end may be that of the present certificate, or is said already.
  if (affected === 0 || status === 'expired' || servedNotAfter === null || servedNotAfter === notAfter)
    return t('places.said.stop', { clause });
  const which =
    servedNotAfter > now
      ? t('places.said.expires', { time: coarse(servedNotAfter - now, t) })
      : t('places.said.expired', { ago: formatRelativePast(now - servedNotAfter, t) });
  return t('places.said.stop', { clause: t('places.said.which', { clause, which }) });
}

/** Says first when the order was renewed: it was, where an older certificate is met and the present one is valid. */
function withRenewal(rest: string, { notBefore, notAfter }: TruthOrder, now: number, t: Translate): string {
  // A certificate is often valid from this very minute on.
  if (notBefore === null || notBefore - now > MINUTE_MS || notAfter === null || notAfter < now) return rest;
  return t('places.said.renewed', { ago: formatRelativePast(now - notBefore, t), clause: rest });
}

function nextOf(truth: DeploymentStatus, { notAfter }: TruthOrder, now: number, t: Translate): string | null {
  const { status, affected, copies, copiesAffected, uncheckedSince } = truth;
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

/** Whole days where there are some: a sentence is no countdown. */
export function coarse(ms: number, t: Translate): string {
  return formatDuration(ms >= DAY_MS ? Math.floor(ms / DAY_MS) * DAY_MS : ms, t);
}

/** With a capital letter at its beginning, where the script has some. */
function asSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
