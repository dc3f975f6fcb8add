import { isPushOnly } from '../order.ts';
import { overdueFrom } from '../renewal.ts';
import { CLOCK_SLACK_MS, DAY_MS } from '../thresholds.ts';
import type { Condition } from './condition.ts';

/** An order with an older confirmation may have been renewed: after sleep it has to be asked for first. */
const CONFIRMED_MS = DAY_MS;

/** Past the time at which it was renewed before, by more than renewals vary. */
export const overdue = {
  kind: 'overdue',
  status: 'overdue',
  severity: 'attention',
  help: ['console', 'sync'],
  from: (order) => overdueFrom(order),
  alert: {
    setting: 'alertOnOverdue',
    isBeforeReminders: true,
    isSilent: (order, now) => {
      if (isPushOnly(order)) return false;
      const ageMs = now - (order.lastConfirmedAt ?? Number.NEGATIVE_INFINITY);
      // One that is to come was noted while the clock was ahead.
      return ageMs < -CLOCK_SLACK_MS || ageMs >= CONFIRMED_MS;
    },
  },
} as const satisfies Condition;
