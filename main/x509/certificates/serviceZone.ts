import { MINUTE_MS } from '#shared/domain/thresholds.ts';

/** A leaf's notAfter (Unix ms) and the service's string for it. */
export interface ZoneSample {
  readonly serviceNotAfter: string;
  readonly notAfter: number;
}

/** Time zone offsets are multiples of 15 minutes. */
const STEP_MINUTES = 15;
const WEST_MOST_MINUTES = -12 * 60;
const EAST_MOST_MINUTES = 14 * 60;
/** Services drop the seconds, or show the last valid second. */
const TOLERANCE_MS = MINUTE_MS;
/** Share of the samples that must agree: local time with daylight saving splits the orders in halves. */
const MAJORITY = 2 / 3;

const ZONELESS = /^(\d{4})[-/](\d{2})[-/](\d{2})[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?$/u;
const WITH_ZONE = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/u;
const UNIX_TIME = /^(?:\d{9,10}|\d{12,13})$/u;

type ServiceTime =
  /** The string read as UTC, Unix ms. */
  { readonly wallClock: number } | { readonly instant: number };

/**
 * The UTC offset in minutes, a multiple of 15, at which the service's zoneless string (interface, section 2) equals the
 * leaf's notAfter within a minute; `null`: none, or the string has a zone.
 */
export function impliedOffsetMinutes(serviceNotAfter: string, notAfter: number): number | null {
  const time = parseServiceTime(serviceNotAfter);
  if (time === null || !('wallClock' in time)) return null;
  const difference = time.wallClock - notAfter;
  const offset = Math.round(difference / (STEP_MINUTES * MINUTE_MS)) * STEP_MINUTES;
  if (offset < WEST_MOST_MINUTES || offset > EAST_MOST_MINUTES) return null;
  // Adding zero turns -0 into 0.
  return Math.abs(difference - offset * MINUTE_MS) <= TOLERANCE_MS ? offset + 0 : null;
}

/** The UTC offset that two thirds of the results of `impliedOffsetMinutes` agree on; `null` results do not count. */
export function majorityOffset(offsets: Iterable<number | null>): number | null {
  const votes = new Map<number, number>();
  for (const offset of offsets) if (offset !== null) votes.set(offset, (votes.get(offset) ?? 0) + 1);
  const voters = [...votes.values()].reduce((sum, count) => sum + count, 0);
  for (const [offset, count] of votes) if (count >= voters * MAJORITY) return offset;
  return null;
}

/** The instant (Unix ms) of the service's string; the offset only counts for zoneless strings. `null`: not a time. */
export function serviceInstant(serviceNotAfter: string, offsetMinutes: number): number | null {
  const time = parseServiceTime(serviceNotAfter);
  if (time === null) return null;
  return 'instant' in time ? time.instant : time.wallClock - offsetMinutes * MINUTE_MS;
}

/**
 * How much later than notAfter the service's string is, in signed ms; `null`: they agree to the minute, or it is no
 * time.
 */
export function disagreementMs(sample: ZoneSample, offsetMinutes: number): number | null {
  const instant = serviceInstant(sample.serviceNotAfter, offsetMinutes);
  if (instant === null) return null;
  const difference = instant - sample.notAfter;
  return Math.abs(difference) <= TOLERANCE_MS ? null : difference;
}

function parseServiceTime(text: string): ServiceTime | null {
  const trimmed = text.trim();
  const zoneless = ZONELESS.exec(trimmed);
  if (zoneless !== null) {
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = zoneless
      .slice(1)
      .map((field) => Number(field ?? 0));
    const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
    // Date.UTC turns 31 February into a day of March: such a string is not a time.
    const isReal =
      date.getUTCFullYear() === year &&
      date.getUTCMonth() === month - 1 &&
      date.getUTCDate() === day &&
      date.getUTCHours() === hour &&
      date.getUTCMinutes() === minute;
    return isReal && second < 60 ? { wallClock: date.getTime() } : null;
  }
  if (UNIX_TIME.test(trimmed)) return { instant: Number(trimmed) * (trimmed.length <= 10 ? 1000 : 1) };
  if (!WITH_ZONE.test(trimmed)) return null;
  const instant = Date.parse(trimmed.replace(' ', 'T'));
  return Number.isNaN(instant) ? null : { instant };
}
