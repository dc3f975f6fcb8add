import { endOf } from '#shared/domain/chainEnd.ts';
import { alertedConditions } from '#shared/domain/conditions/conditions.ts';
import { endsSoon } from '#shared/domain/conditions/endsSoon.ts';
import { termsOf } from '#shared/domain/conditions/terms.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { ThresholdOrder } from '#shared/domain/ownThresholds.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { DAY_MS, type ThresholdSettings } from '#shared/domain/thresholds.ts';
import type { AlertEvent } from './alert.ts';

type OrderValidity = ThresholdOrder & Pick<OrderRow, 'chainEnd'>;

export type ThresholdRules = ThresholdSettings & Pick<Settings, 'alertDays' | 'pollIntervalMinutes'>;

/**
 * The thresholds before its end that an order passed at `now` (Unix ms): days as set, largest first; 0 is the
 * expiry itself. Without a certificate there are none. For short lifetimes they are scaled down to the last part (1/n) of
 * the lifetime: a 6-day certificate has no alert when it is issued. For an order with own thresholds they are scaled to its
 * warning, at which the first of them comes.
 */
export function passedThresholds(order: OrderValidity, rules: ThresholdRules, now: number): number[] {
  const end = endOf(order);
  const dayMs = scaledDayMs(order, rules);
  if (end === null || dayMs === null) return [];
  const leftMs = end - now;
  const passed = rules.alertDays.filter((days) => leftMs <= days * dayMs);
  // Valid through its notAfter (RFC 5280, 4.1.2.5).
  return leftMs < 0 ? [...passed, 0] : passed;
}

/** When the next threshold is passed after `now` (both Unix ms); `Infinity` after the expiry, or without a certificate. */
export function nextThreshold(order: OrderValidity, rules: ThresholdRules, now: number): number {
  const end = endOf(order);
  const dayMs = scaledDayMs(order, rules);
  if (end === null || dayMs === null) return Number.POSITIVE_INFINITY;
  return rules.alertDays.reduce(
    (next, days) => {
      const at = end - Math.floor(days * dayMs);
      return at > now ? Math.min(next, at) : next;
    },
    end >= now ? end + 1 : Number.POSITIVE_INFINITY,
  );
}

/** How long a day of the thresholds is for the lifetime of a leaf, in ms; `null`: there is no leaf. */
function scaledDayMs(order: OrderValidity, rules: ThresholdRules): number | null {
  const { notBefore, notAfter } = order;
  if (notBefore === null || notAfter === null) return null;
  const longest = Math.max(...rules.alertDays);
  const own = termsOf(rules).own(order);
  if (own !== null) return own.warningMs / longest;
  const lifetimeMs = Math.max(0, notAfter - notBefore);
  return Math.min(DAY_MS, lifetimeMs / rules.warningLifetimeDivisor / longest);
}

/** Whether the certificate passed a threshold at `now` (Unix ms). */
export function isReminded(order: OrderValidity, rules: ThresholdRules, now: number): boolean {
  return passedThresholds(order, rules, now).length > 0;
}

/**
 * Whether a notification stays on screen: something expired, is critical, or nothing is checked any more. What leaves a day to
 * be done is not urgent.
 */
export function isUrgent(event: AlertEvent, settings: Settings, now: number): boolean {
  switch (event.kind) {
    case 'condition':
      return alertedConditions.some(
        ({ kind, severity, alert }) =>
          kind === event.condition && severity === 'critical' && alert.after === undefined,
      );
    case 'drift':
      return now >= event.servedNotAfter - termsOf(settings).criticalMs(event.order);
    case 'expiry':
      return isCritical(event.order, settings, now);
    default:
      return event.kind === 'rejected';
  }
}

/** Whether less than the critical window is left, or nothing. @param now Unix ms */
export function isCritical(validity: OrderValidity, settings: Settings, now: number): boolean {
  return now >= endsSoon.from(validity, termsOf(settings));
}
