/** UTC+8, the default zone of the service's times; minutes east of UTC. */
export const defaultZoneOffsetMinutes = 480;

const millisecondsPerMinute = 60_000;
const widestOffsetMinutes = 14 * 60;

/**
 * Formats an instant as the service does: `YYYY-MM-DD HH:mm:ss`, without a zone (interface section 2), as read
 * on a clock that is `offsetMinutes` east of UTC. Fractions of a second are cut off.
 */
export function formatInZone(instant: Date, offsetMinutes: number): string {
  const shifted = new Date(instant.getTime() + offsetMinutes * millisecondsPerMinute);
  return shifted.toISOString().slice(0, 19).replace('T', ' ');
}

/**
 * Parses a zone such as `+08:00`, `-5`, `UTC+5:30`, `UTC` or `Z` into minutes east of UTC, from -840 to 840.
 * Returns undefined for anything else.
 */
export function parseZone(text: string): number | undefined {
  if (/^(?:z|utc)$/i.test(text)) return 0;
  const match = /^(?:utc)?([+-])(\d{1,2})(?::?([0-5]\d))?$/i.exec(text);
  if (match === null) return undefined;
  const [, sign, hours, minutes = '0'] = match;
  const total = Number(hours) * 60 + Number(minutes);
  if (total > widestOffsetMinutes) return undefined;
  return sign === '-' ? -total : total;
}
