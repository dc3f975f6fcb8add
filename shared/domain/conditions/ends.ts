import { endOf } from '../chainEnd.ts';
import { NEVER } from '../thresholds.ts';
import { type Condition, hasCertificate } from './condition.ts';
import { endsSoon } from './endsSoon.ts';

/** In the warning window before it, or its chain, expires. */
export const ends = {
  kind: 'ends',
  status: 'expiring',
  severity: 'notice',
  from: (order, terms) => (hasCertificate(order) ? endOf(order) - Math.floor(terms.warningMs(order)) : NEVER),
  until: (order, terms) => Math.min(endsSoon.from(order, terms), endsSoon.until(order)),
} as const satisfies Condition;
