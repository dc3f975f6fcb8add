import { NEVER } from '../thresholds.ts';
import type { Condition } from './condition.ts';

/** Another certificate that a server sends is in the critical window before its notAfter: no time is left to wait. */
export const servedEndsSoon = {
  kind: 'servedEndsSoon',
  status: 'notDeployed',
  severity: 'critical',
  needs: 'deployment',
  from: (order, terms) => {
    const end = order.deployment?.servedEnd ?? NEVER;
    return end === NEVER ? NEVER : end - Math.floor(terms.criticalMs(order));
  },
  until: ({ deployment }) => (deployment?.servedEnd ?? NEVER) + 1,
} as const satisfies Condition;
