import { isPushOnly } from '../order.ts';
import { ALWAYS, CLOCK_SLACK_MS, MINUTE_MS, NEVER } from '../thresholds.ts';
import { type Condition, hasCertificate } from './condition.ts';

/** An order whose last success is older than this many intervals is not confirmed. */
const STALE_INTERVALS = 3;

/**
 * The service has not confirmed the order for three intervals, or the confirmation lies in the future: then the clock was
 * set back, and its age is unknown. A push-only order is never asked for, so no confirmation is missing.
 */
export const unconfirmed = {
  kind: 'unconfirmed',
  status: 'stale',
  severity: 'notice',
  check: 'unknown',
  help: ['sync'],
  alertBy: 'unconfirmed',
  from: (order, { pollIntervalMinutes }, now) => {
    const { lastConfirmedAt } = order;
    if (isPushOnly(order) || !hasCertificate(order)) return NEVER;
    if (lastConfirmedAt === null || isToCome(lastConfirmedAt, now)) return ALWAYS;
    return lastConfirmedAt + STALE_INTERVALS * pollIntervalMinutes * MINUTE_MS + 1;
  },
  until: ({ lastConfirmedAt }, _terms, now) =>
    lastConfirmedAt !== null && isToCome(lastConfirmedAt, now) ? lastConfirmedAt - CLOCK_SLACK_MS : NEVER,
} as const satisfies Condition;

function isToCome(at: number, now: number): boolean {
  return at - now > CLOCK_SLACK_MS;
}
