import { NEVER } from '../thresholds.ts';
import type { Condition } from './condition.ts';

/** In the critical window before its notAfter. */
export const endsSoon = {
  kind: 'endsSoon',
  status: 'critical',
  severity: 'critical',
  from: (order, terms) =>
    order.notAfter === null ? NEVER : order.notAfter - Math.floor(terms.criticalMs(order)),
  until: ({ notAfter }) => (notAfter === null ? NEVER : notAfter + 1),
} as const satisfies Condition;
