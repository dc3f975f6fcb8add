import { type AppError, isKeychainError } from '../errors.ts';
import type { PollingState } from './connection.ts';
import { isDamaged, needsReview } from './finding.ts';
import { isPushOnly, type OrderRow } from './order.ts';
import type { Settings } from './settings.ts';
import { CLOCK_SLACK_MS, DAY_MS, MINUTE_MS, type Windows, windowsFor } from './thresholds.ts';

/** The status of an order in the list and the tray, worst first. */
export const orderStatuses = [
  'expired',
  'revoked',
  'critical',
  'damaged',
  'notDeployed',
  'misconfigured',
  'toReplace',
  'rejected',
  'failing',
  'needsReview',
  'stale',
  'notYetValid',
  'expiring',
  'neverFetched',
  'healthy',
] as const;

export type OrderStatus = (typeof orderStatuses)[number];

/** How much a status needs the user: now and badly, now, perhaps later, or not. */
export type StatusSeverity = 'critical' | 'attention' | 'notice' | 'fine';

/** The severity of each status, the same on every surface. */
export const statusSeverities: Readonly<Record<OrderStatus, StatusSeverity>> = {
  expired: 'critical',
  revoked: 'critical',
  critical: 'critical',
  damaged: 'critical',
  notDeployed: 'critical',
  misconfigured: 'attention',
  toReplace: 'attention',
  rejected: 'critical',
  failing: 'critical',
  needsReview: 'attention',
  stale: 'notice',
  notYetValid: 'notice',
  expiring: 'notice',
  neverFetched: 'notice',
  healthy: 'fine',
};

/** Whether an order with this status needs the user now. */
export function needsAttention(status: OrderStatus): boolean {
  const severity = statusSeverities[status];
  return severity === 'critical' || severity === 'attention';
}

/** An order whose last success is older than this many intervals is stale. */
const STALE_INTERVALS = 3;

/** Failures in a row after which a passing error counts as failing. */
const FAILING_AFTER = 3;

export type StatusFacts = Pick<
  OrderRow,
  | 'notBefore'
  | 'notAfter'
  | 'notAfterSource'
  | 'lastConfirmedAt'
  | 'failures'
  | 'failure'
  | 'findings'
  | 'source'
  | 'deployment'
  | 'authority'
>;

/**
 * The status of an order at `now` (Unix ms). What the certificate, its authority and the servers prove (expired, revoked,
 * critical, damaged, not deployed) outranks "unknown"; "unknown" outranks every less urgent status, so that nothing is healthy from old data. A
 * certificate that needs review is not expected anywhere yet.
 */
export function deriveStatus(
  order: StatusFacts,
  polling: PollingState['kind'],
  settings: Settings,
  now: number,
): OrderStatus {
  const { notBefore, notAfter, deployment, authority } = order;
  const windows = windowsOf(order, settings);
  if (notAfter !== null && now > notAfter) return 'expired';
  if (authority !== null && authority.revoked !== null) return 'revoked';
  if (notAfter !== null && notAfter - now <= windows.criticalMs) return 'critical';
  if (isDamaged(order.findings)) return 'damaged';
  const isToReview = needsReview(order.findings);
  if (deployment !== null && !isToReview) {
    if (now >= deployment.notDeployedFrom) return 'notDeployed';
    if (now >= deployment.misconfiguredFrom) return 'misconfigured';
  }
  const replacement = authority?.replacement ?? null;
  if (replacement !== null && now >= replacement.from) return 'toReplace';
  if (polling === 'rejected') return 'rejected';
  if (isFailing(order)) return 'failing';
  if (order.notAfterSource !== 'certificate' || notAfter === null || notBefore === null)
    return 'neverFetched';
  if (isToReview) return 'needsReview';
  // A push-only order is never polled, so no confirmation is missing.
  if (!isPushOnly(order) && isStale(order.lastConfirmedAt, settings, now)) return 'stale';
  if (deployment !== null && now >= deployment.unconfirmedFrom) return 'stale';
  if (now < notBefore) return 'notYetValid';
  if (notAfter - now <= windows.warningMs) return 'expiring';
  return 'healthy';
}

/**
 * The first instant after `now` (both Unix ms) at which time alone changes the status of an order; `Infinity` if it
 * never does. It runs for every order in each evaluation, so it allocates almost nothing.
 */
export function nextStatusChange(
  order: StatusFacts,
  polling: PollingState['kind'],
  settings: Settings,
  now: number,
): number {
  const status = deriveStatus(order, polling, settings, now);
  let at = now;
  do at = nextBoundary(order, settings, at);
  while (at < Number.POSITIVE_INFINITY && deriveStatus(order, polling, settings, at) === status);
  return at;
}

/** The first instant after `now` that `deriveStatus` compares the time with; whole milliseconds. */
function nextBoundary(order: StatusFacts, settings: Settings, now: number): number {
  const { notBefore, notAfter, lastConfirmedAt, deployment, authority } = order;
  const replacement = authority?.replacement ?? null;
  let next = Number.POSITIVE_INFINITY;
  if (notBefore !== null) next = earlier(next, notBefore, now);
  if (notAfter !== null) {
    const { warningMs, criticalMs } = windowsOf(order, settings);
    next = earlier(next, notAfter - Math.floor(warningMs), now);
    next = earlier(next, notAfter - Math.floor(criticalMs), now);
    next = earlier(next, notAfter + 1, now);
  }
  if (lastConfirmedAt !== null) {
    next = earlier(next, lastConfirmedAt - CLOCK_SLACK_MS, now);
    next = earlier(next, lastConfirmedAt + staleAfterMs(settings) + 1, now);
  }
  if (deployment !== null) {
    next = earlier(next, deployment.notDeployedFrom, now);
    next = earlier(next, deployment.misconfiguredFrom, now);
    next = earlier(next, deployment.unconfirmedFrom, now);
  }
  if (replacement !== null) next = earlier(next, replacement.from, now);
  return next;
}

function earlier(next: number, at: number, now: number): number {
  return at > now && at < next ? at : next;
}

function windowsOf({ notBefore, notAfter }: StatusFacts, settings: Settings): Windows {
  return notBefore !== null && notAfter !== null
    ? windowsFor(notBefore, notAfter, settings)
    : { warningMs: settings.warningDays * DAY_MS, criticalMs: settings.criticalDays * DAY_MS };
}

function staleAfterMs({ pollIntervalMinutes }: Settings): number {
  return STALE_INTERVALS * pollIntervalMinutes * MINUTE_MS;
}

/**
 * Whether the last success was more than three intervals ago, or there was none, or it lies in the future: then the
 * clock was set back, and its age is unknown.
 */
export function isStale(lastConfirmedAt: number | null, settings: Settings, now: number): boolean {
  return (
    lastConfirmedAt === null ||
    lastConfirmedAt - now > CLOCK_SLACK_MS ||
    now - lastConfirmedAt > staleAfterMs(settings)
  );
}

function isFailing(order: StatusFacts): boolean {
  if (order.failure === null || order.failures === 0) return false;
  return (
    order.notAfterSource !== 'certificate' || order.failures >= FAILING_AFTER || !isPassing(order.failure)
  );
}

/** Whether an error may pass without the user, so that it is not a status after one occurrence. */
export function isPassing(error: AppError): boolean {
  switch (error.kind) {
    case 'rateLimited':
    case 'serverError':
    case 'network':
    case 'timeout':
    case 'offline':
    case 'busy':
    case 'cancelled':
    case 'tokenMissing':
      return true;
    default:
      return isKeychainError(error);
  }
}
