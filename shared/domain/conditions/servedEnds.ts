import { NEVER } from '../thresholds.ts';
import type { Condition } from './condition.ts';
import { reachServers } from './placeConditions.ts';
import { servedEndOf, servedEndsSoon } from './servedEndsSoon.ts';

/** Another certificate that a server sends, or the current one with another chain, is in the warning window before its end. */
export const servedEnds = {
  kind: 'servedEnds',
  status: 'expiring',
  severity: 'notice',
  needs: 'deployment',
  help: reachServers,
  from: (order, terms) => {
    const end = servedEndOf(order);
    return end === NEVER ? NEVER : end - Math.floor(terms.warningMs(order));
  },
  until: (order, terms) => Math.min(servedEndsSoon.from(order, terms), servedEndsSoon.until(order)),
} as const satisfies Condition;
