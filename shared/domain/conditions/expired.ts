import { endOf } from '../chainEnd.ts';
import type { OrderRow } from '../order.ts';
import { NEVER } from '../thresholds.ts';
import type { Condition } from './condition.ts';

/** Past its notAfter, or that of its chain; a certificate is valid through it (RFC 5280, section 4.1.2.5). */
export const expired = {
  kind: 'expired',
  status: 'expired',
  severity: 'critical',
  alertBy: 'reminders',
  help: ['console', 'sync'],
  from: (order: Pick<OrderRow, 'notAfter' | 'chainEnd'>) => {
    const end = endOf(order);
    return end === null ? NEVER : end + 1;
  },
} as const satisfies Condition;
