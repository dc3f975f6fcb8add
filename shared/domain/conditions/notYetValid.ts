import { ALWAYS, NEVER } from '../thresholds.ts';
import { type Condition, hasCertificate } from './condition.ts';

/** Before its notBefore. */
export const notYetValid = {
  kind: 'notYetValid',
  status: 'notYetValid',
  severity: 'notice',
  from: (order) => (hasCertificate(order) ? ALWAYS : NEVER),
  until: ({ notBefore }) => notBefore ?? NEVER,
} as const satisfies Condition;
