import { endOf } from '../chainEnd.ts';
import type { OrderRow } from '../order.ts';
import type { ThresholdOrder } from '../ownThresholds.ts';
import { NEVER } from '../thresholds.ts';
import type { Condition, Terms } from './condition.ts';
import { expired } from './expired.ts';

type Ending = ThresholdOrder & Pick<OrderRow, 'chainEnd'>;

/** In the critical window before it, or its chain, expires. */
export const endsSoon = {
  kind: 'endsSoon',
  status: 'critical',
  severity: 'critical',
  alertBy: 'reminders',
  help: ['console', 'sync'],
  from: (order: Ending, terms: Terms) => {
    const end = endOf(order);
    return end === null ? NEVER : end - Math.floor(terms.criticalMs(order));
  },
  until: (order) => expired.from(order),
} as const satisfies Condition;
