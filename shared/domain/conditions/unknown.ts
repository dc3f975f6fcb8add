import { ALWAYS, NEVER } from '../thresholds.ts';
import { type Condition, hasCertificate } from './condition.ts';

/** There is no certificate of this order yet. */
export const unknown = {
  kind: 'unknown',
  status: 'neverFetched',
  severity: 'notice',
  help: ['sync'],
  alertBy: 'unconfirmed',
  from: (order) => (hasCertificate(order) ? NEVER : ALWAYS),
} as const satisfies Condition;
