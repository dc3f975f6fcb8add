import { DAY_MS, HOUR_MS, MINUTE_MS } from './thresholds.ts';

const units: Readonly<Record<string, number>> = {
  s: 1000,
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
  w: 7 * DAY_MS,
};

/** Parses a duration such as `14d` or `36h`. @returns ms, or `null` if it is not one */
export function parseDuration(text: string): number | null {
  const [, digits, letter] = /^(\d{1,6})([smhdw])$/u.exec(text) ?? [];
  const unit = units[letter ?? ''];
  return digits === undefined || unit === undefined ? null : Number(digits) * unit;
}
