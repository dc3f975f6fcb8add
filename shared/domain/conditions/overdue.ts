import { overdueFrom } from '../renewal.ts';
import type { Condition } from './condition.ts';

/**
 * Past the time at which it was renewed before, by more than renewals vary. One that is not confirmed may have been renewed:
 * after sleep it has to be asked for first.
 */
export const overdue = {
  kind: 'overdue',
  status: 'overdue',
  severity: 'attention',
  help: ['console', 'sync'],
  from: (order) => overdueFrom(order),
  alert: { setting: 'alertOnOverdue', isBeforeReminders: true, dependsOn: ['unconfirmed'] },
} as const satisfies Condition;
