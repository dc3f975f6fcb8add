import { HOUR_MS } from './thresholds.ts';

/** How long all alerts can be paused. */
export const pauseSpans = ['hour', 'tomorrow', 'resumed'] as const;
export type PauseSpan = (typeof pauseSpans)[number];

/** A pause of all alerts. Both in Unix ms. */
export interface PauseOfAlerts {
  readonly since: number;
  /** `null`: until the user resumes them. */
  readonly until: number | null;
}

/** The hour, local time, until which "tomorrow" pauses, and of the daily summary: the texts name it. */
const MORNING_HOUR = 9;

/** When a pause that begins at `now` (Unix ms) ends; `null`: when the user resumes the alerts. */
export function pauseEnd(span: PauseSpan, now: number): number | null {
  if (span === 'resumed') return null;
  if (span === 'hour') return now + HOUR_MS;
  return morning(now, 1);
}

/** The last 9:00, local time, at or before `now`; both Unix ms. */
export function lastMorning(now: number): number {
  const today = morning(now, 0);
  return today <= now ? today : morning(now, -1);
}

function morning(now: number, days: number): number {
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days, MORNING_HOUR).getTime();
}
