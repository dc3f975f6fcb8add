import { endOf } from '../chainEnd.ts';
import type { OrderRow } from '../order.ts';
import { NEVER } from '../thresholds.ts';
import type { Condition } from './condition.ts';
import { reachServers } from './placeConditions.ts';

/** When what a server sends expires, Unix ms; `NEVER`: not before or after the order's own certificate and chain. */
export function servedEndOf(order: Pick<OrderRow, 'deployment' | 'notAfter' | 'chainEnd'>): number {
  const end = order.deployment?.servedEnd ?? NEVER;
  return end === endOf(order) ? NEVER : end;
}

/**
 * Another certificate that a server sends, or the current one with another chain, is in the critical window before its
 * end: no time is left to wait.
 */
export const servedEndsSoon = {
  kind: 'servedEndsSoon',
  status: 'notDeployed',
  severity: 'critical',
  alertBy: 'servers',
  needs: 'deployment',
  help: reachServers,
  from: (order, terms) => {
    const end = servedEndOf(order);
    return end === NEVER ? NEVER : end - Math.floor(terms.criticalMs(order));
  },
  until: (order) => servedEndOf(order) + 1,
} as const satisfies Condition;
