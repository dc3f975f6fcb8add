import { NEVER } from '../thresholds.ts';
import type { Condition } from './condition.ts';
import { servedEndsSoon } from './servedEndsSoon.ts';

/** Another certificate that a server sends is in the warning window before its notAfter. */
export const servedEnds = {
  kind: 'servedEnds',
  status: 'expiring',
  severity: 'notice',
  needs: 'deployment',
  from: (order, terms) => {
    const end = order.deployment?.servedEnd ?? NEVER;
    return end === NEVER ? NEVER : end - Math.floor(terms.warningMs(order));
  },
  until: (order, terms) => Math.min(servedEndsSoon.from(order, terms), servedEndsSoon.until(order)),
} as const satisfies Condition;
