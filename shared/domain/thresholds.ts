export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;
export const MINUTE_MS = 60_000;

/** A time before every other: what is bad stays so when the clock is set back. */
export const ALWAYS = 0;
export const NEVER = Number.POSITIVE_INFINITY;

/** How far in the future a time may lie that was noted as the present (ms): clocks are often corrected by seconds. */
export const CLOCK_SLACK_MS = 5 * MINUTE_MS;

/** How long before notAfter an order is expiring, and critical. Milliseconds. */
export interface Windows {
  readonly warningMs: number;
  readonly criticalMs: number;
}

/** When to warn of some orders, instead of as for all: texts as `check --warning` takes them, such as `14d`, `33%` or `14d,33%`. */
export interface OwnThresholds {
  readonly warning: string;
  readonly critical: string;
}

/** When to warn of the orders with a tag, regardless of its case. */
export interface TagThresholds extends OwnThresholds {
  readonly tag: string;
}

/** The settings that decide the windows. */
export interface ThresholdSettings {
  readonly warningDays: number;
  readonly warningLifetimeDivisor: number;
  readonly criticalDays: number;
  readonly criticalLifetimeDivisor: number;
  readonly tagThresholds: readonly TagThresholds[];
}

/**
 * The warning and critical windows of a certificate: days, limited to a part of its lifetime, so that a 6-day certificate
 * is not critical from the start. Without a lifetime, the days count in full.
 */
export function windowsFor(
  notBefore: number | null,
  notAfter: number | null,
  settings: Omit<ThresholdSettings, 'tagThresholds'>,
): Windows {
  return {
    warningMs: windowMs(notBefore, notAfter, settings.warningDays, settings.warningLifetimeDivisor),
    criticalMs: windowMs(notBefore, notAfter, settings.criticalDays, settings.criticalLifetimeDivisor),
  };
}

/** One window, without an object. @param divisor at most one such part of the lifetime */
export function windowMs(
  notBefore: number | null,
  notAfter: number | null,
  days: number,
  divisor: number,
): number {
  const longest =
    notBefore === null || notAfter === null
      ? Number.POSITIVE_INFINITY
      : Math.max(0, notAfter - notBefore) / divisor;
  return Math.min(days * DAY_MS, longest);
}
