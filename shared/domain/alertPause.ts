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

/** The hour of the next day, local time, until which "tomorrow" pauses: the texts name it. */
const TOMORROW_HOUR = 9;

/** When a pause that begins at `now` (Unix ms) ends; `null`: when the user resumes the alerts. */
export function pauseEnd(span: PauseSpan, now: number): number | null {
  if (span === 'resumed') return null;
  if (span === 'hour') return now + HOUR_MS;
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1, TOMORROW_HOUR).getTime();
}
