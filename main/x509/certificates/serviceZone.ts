/** A leaf's notAfter (Unix milliseconds) beside the service's own string for it. */
export interface ZoneSample {
  readonly serviceNotAfter: string;
  readonly notAfter: number;
}

const MINUTE_MS = 60_000;
/** Every zone in use is a multiple of a quarter of an hour away from UTC. */
const STEP_MINUTES = 15;
const WEST_MOST_MINUTES = -12 * 60;
const EAST_MOST_MINUTES = 14 * 60;
/** Services cut the seconds, or show the last second of validity instead of the instant after it. */
const TOLERANCE_MS = MINUTE_MS;
/** A service that writes local time with daylight saving splits its orders; half an hour of right is not a zone. */
const MAJORITY = 2 / 3;

const ZONELESS = /^(\d{4})[-/](\d{2})[-/](\d{2})[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?$/u;
const WITH_ZONE = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/u;
const UNIX_TIME = /^(?:\d{9,10}|\d{12,13})$/u;

type ServiceTime =
  /** Read as if it were UTC, Unix milliseconds. */
  { readonly wallClock: number } | { readonly instant: number };

/**
 * How far east of UTC, in minutes, the service's zoneless string (interface, section 2) would have to be to name the
 * leaf's notAfter: a multiple of 15 within -12 h to +14 h, the difference rounded away by at most a minute.
 * `null` if there is none, or the string says its own zone.
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

/**
 * The zone, in minutes east of UTC, that at least two thirds of the samples agree on; `null` without such a majority.
 * Samples that no zone explains have no say: they are the ones that disagree.
 * @param offsets what `impliedOffsetMinutes` gave for each sample
 */
export function majorityOffset(offsets: Iterable<number | null>): number | null {
  const votes = new Map<number, number>();
  for (const offset of offsets) if (offset !== null) votes.set(offset, (votes.get(offset) ?? 0) + 1);
  const voters = [...votes.values()].reduce((sum, count) => sum + count, 0);
  for (const [offset, count] of votes) if (count >= voters * MAJORITY) return offset;
  return null;
}

/**
 * The instant (Unix milliseconds) that the service's string names in a zone `offsetMinutes` east of UTC. A string
 * with a zone of its own, or a Unix time in seconds or milliseconds, needs no offset. `null` if it is no time.
 */
export function serviceInstant(serviceNotAfter: string, offsetMinutes: number): number | null {
  const time = parseServiceTime(serviceNotAfter);
  if (time === null) return null;
  return 'instant' in time ? time.instant : time.wallClock - offsetMinutes * MINUTE_MS;
}

/**
 * By how many milliseconds the service's string is later than the leaf's notAfter in the zone learnt, signed;
 * `null` if they agree to the minute, or the string is no time.
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
    // Date.UTC carries 31 February over into March: such a string names no time.
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
