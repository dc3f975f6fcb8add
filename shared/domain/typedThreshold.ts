import { parseDuration } from './durations.ts';
import { DAY_MS, type Windows } from './thresholds.ts';

/** Of a certificate, Unix ms; `null`: it is not known. */
interface Lifetime {
  readonly notBefore: number | null;
  readonly notAfter: number | null;
}

/** How much time left counts, as it is typed: `14d`, `33%` of the lifetime, or the smaller of both with a comma. */
export interface Threshold {
  /** Milliseconds; `null`: only the share counts. */
  readonly ms: number | null;
  /** Part of the lifetime, from 0 to 1; `null`: the usual part. */
  readonly share: number | null;
}

/** The thresholds of a check without options: 14 and 7 days, but at most a third and a tenth of the lifetime, as in the app. */
export const usualThresholds = {
  warning: { ms: 14 * DAY_MS, share: 1 / 3 },
  critical: { ms: 7 * DAY_MS, share: 1 / 10 },
} as const satisfies Record<string, Threshold>;

/** Parses a threshold such as `14d`, `33%`, `12.5%`, or `14d,33%` in either order. @returns `null` if it is none */
export function parseThreshold(text: string): Threshold | null {
  const [first = '', second, ...more] = text.split(',');
  if (more.length > 0) return null;
  const one = parsePart(first);
  if (one === null || second === undefined) return one;
  const other = parsePart(second);
  // Two times, or two shares, say the same thing twice.
  if (other === null || (one.ms === null) === (other.ms === null)) return null;
  return { ms: one.ms ?? other.ms, share: one.share ?? other.share };
}

function parsePart(text: string): Threshold | null {
  const [, percent] = /^(\d{1,3}(?:\.\d{1,2})?)%$/u.exec(text) ?? [];
  if (percent !== undefined) return Number(percent) > 100 ? null : { ms: null, share: Number(percent) / 100 };
  const ms = parseDuration(text);
  return ms === null ? null : { ms, share: null };
}

/** A time alone counts as it is typed up to this part of the lifetime. */
const LARGEST_SHARE = 1 / 2;

/**
 * A threshold for one certificate, in milliseconds. A time alone that is more than half of the lifetime is meant for longer
 * ones: the usual part counts instead, so that a certificate of 6 days does not alert for its whole life. Without a lifetime,
 * only the time counts.
 */
export function thresholdMs(
  { ms, share }: Threshold,
  usual: Readonly<Record<keyof Threshold, number>>,
  { notBefore, notAfter }: Lifetime,
): number {
  if (notBefore === null || notAfter === null) return ms ?? usual.ms;
  const lifetime = Math.max(0, notAfter - notBefore);
  if (share === null && ms !== null && ms <= lifetime * LARGEST_SHARE) return ms;
  const part = (share ?? usual.share) * lifetime;
  return ms === null ? part : Math.min(ms, part);
}

/**
 * The windows of one certificate by thresholds as they are typed; `null`: the usual one, which gives way to the other where
 * that is given.
 */
export function typedWindows(
  validity: Lifetime,
  { warning, critical }: Readonly<Record<'warning' | 'critical', Threshold | null>>,
): Windows {
  const usual = usualThresholds;
  const warningMs = thresholdMs(warning ?? usual.warning, usual.warning, validity);
  const least = critical === null && warning !== null ? warningMs : Number.POSITIVE_INFINITY;
  const asTyped = thresholdMs(critical ?? usual.critical, usual.critical, validity);
  // Where the warning had to be shorter, so has the critical time: both are for longer lifetimes.
  const isBoth = warning !== null && critical !== null && asTyped > warningMs;
  const limited = isBoth
    ? thresholdMs({ ...critical, share: usual.critical.share }, usual.critical, validity)
    : asTyped;
  const criticalMs = Math.min(least, limited);
  return { warningMs: Math.max(warningMs, criticalMs), criticalMs };
}
