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
/** Share of the samples that must agree. */
const MAJORITY = 2 / 3;
/** How much later clocks are in summer, minutes. */
const SUMMER_SHIFTS = [60, 30] as const;
const hemispheres = ['north', 'south'] as const;

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

/** The zone of a service's strings. Minutes east of UTC; without daylight saving, both are the same. */
export interface ServiceZone {
  readonly standard: number;
  readonly summer: number;
  /** Where the summer is in the middle of the year, or at its turn. */
  readonly hemisphere: Hemisphere;
}

type Hemisphere = 'north' | 'south';

/** Which offsets of a zone a day can have, by hemisphere. */
type Seasons = Readonly<Record<Hemisphere, { readonly standard: boolean; readonly summer: boolean }>>;

/** What one order says about the zone of its service. */
export interface ZoneVote {
  readonly offset: number;
  readonly seasons: Seasons;
}

/** What a string and its leaf's notAfter say about the zone; `null`: nothing, as for `impliedOffsetMinutes`. */
export function zoneVote({ serviceNotAfter, notAfter }: ZoneSample): ZoneVote | null {
  const offset = impliedOffsetMinutes(serviceNotAfter, notAfter);
  return offset === null ? null : { offset, seasons: seasonsOf(notAfter) };
}

/**
 * The seasons of an instant (Unix ms). Clocks change from 8 March to 30 April and from 20 October to 8 November in the
 * north, from 1 September to 8 October and from 31 March to 9 April in the south; both offsets are possible then. Source: IANA
 * time zone database, the rules in force in 2026 from Chile to New Zealand and from the USA to Egypt.
 */
function seasonsOf(instant: number): Seasons {
  const date = new Date(instant);
  const day = (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
  return {
    north: { standard: day <= 430 || day >= 1020, summer: day >= 308 && day <= 1108 },
    south: { standard: day >= 331 && day <= 1008, summer: day >= 901 || day <= 409 },
  };
}

/**
 * The zone that two thirds of the orders agree on; `null` votes do not count. One offset for all is preferred to two by
 * season, which are an hour or half an hour apart (Lord Howe). `null`: no zone has that many.
 */
export function inferZone(votes: readonly (ZoneVote | null)[]): ServiceZone | null {
  const cast = votes.filter((vote) => vote !== null);
  let best: { readonly zone: ServiceZone; readonly count: number } | null = null;
  for (const zone of possibleZones(new Set(cast.map(({ offset }) => offset)))) {
    const count = cast.filter((vote) => agrees(zone, vote)).length;
    if (count > (best?.count ?? 0)) best = { zone, count };
  }
  return best !== null && best.count >= cast.length * MAJORITY ? best.zone : null;
}

/** Zones of one offset before those of two. */
function possibleZones(offsets: ReadonlySet<number>): readonly ServiceZone[] {
  const fixed = [...offsets].map((offset) => fixedZone(offset));
  const seasonal = [...offsets].flatMap((standard) =>
    SUMMER_SHIFTS.map((shift) => standard + shift)
      .filter((summer) => offsets.has(summer))
      .flatMap((summer) => hemispheres.map((hemisphere) => ({ standard, summer, hemisphere }))),
  );
  return [...fixed, ...seasonal];
}

/** A zone without daylight saving. */
export function fixedZone(offset: number): ServiceZone {
  return { standard: offset, summer: offset, hemisphere: 'north' };
}

function agrees({ standard, summer, hemisphere }: ServiceZone, { offset, seasons }: ZoneVote): boolean {
  if (standard === summer) return offset === standard;
  const season = seasons[hemisphere];
  return (season.standard && offset === standard) || (season.summer && offset === summer);
}

/** The offsets that a zone can have at an instant (Unix ms), to a day; the one that it rather has first. */
function offsetsAt({ standard, summer, hemisphere }: ServiceZone, instant: number): readonly number[] {
  if (standard === summer) return [standard];
  const season = seasonsOf(instant)[hemisphere];
  return [...(season.standard ? [standard] : []), ...(season.summer ? [summer] : [])];
}

/**
 * The instants (Unix ms) that the service's string can mean, the likelier first; the zone counts only for zoneless
 * strings. Empty: not a time.
 */
function serviceInstants(serviceNotAfter: string, zone: ServiceZone): readonly number[] {
  const time = parseServiceTime(serviceNotAfter);
  if (time === null) return [];
  if ('instant' in time) return [time.instant];
  return offsetsAt(zone, time.wallClock).map((offset) => time.wallClock - offset * MINUTE_MS);
}

/** The instant (Unix ms) of the service's string; the zone only counts for zoneless strings. `null`: not a time. */
export function serviceInstant(serviceNotAfter: string, zone: ServiceZone): number | null {
  return serviceInstants(serviceNotAfter, zone)[0] ?? null;
}

/** The offset of a zone (minutes east of UTC) for one string. @param notAfter of its leaf, Unix ms; `null`: not known */
export function offsetOf(zone: ServiceZone, serviceNotAfter: string, notAfter: number | null): number {
  const time = parseServiceTime(serviceNotAfter);
  const wallClock = time !== null && 'wallClock' in time ? time.wallClock : null;
  const possible = offsetsAt(zone, wallClock ?? notAfter ?? 0);
  const implied = notAfter === null ? null : impliedOffsetMinutes(serviceNotAfter, notAfter);
  return possible.find((offset) => offset === implied) ?? possible[0] ?? zone.standard;
}

/**
 * How much later than notAfter the service's string is, in signed ms; `null`: they agree to the minute, or it is no
 * time. Where the zone can have two offsets that day, the closer one counts.
 */
export function disagreementMs(sample: ZoneSample, zone: ServiceZone): number | null {
  const differences = serviceInstants(sample.serviceNotAfter, zone)
    .map((instant) => instant - sample.notAfter)
    .sort((one, other) => Math.abs(one) - Math.abs(other));
  const [closest = 0] = differences;
  return Math.abs(closest) <= TOLERANCE_MS ? null : closest;
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
