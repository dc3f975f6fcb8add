import type { Grain } from '#renderer/hooks/ticker.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';

/** How often the text changes: every second in the last hour and the minute before it, every minute otherwise. */
export function countdownGrain(notAfter: number | null, now: number): Grain {
  if (notAfter === null) return 'minute';
  const left = notAfter - now;
  return left > -MINUTE_MS && left < HOUR_MS + MINUTE_MS ? 'second' : 'minute';
}
