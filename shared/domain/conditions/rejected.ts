import { ALWAYS, NEVER } from '../thresholds.ts';
import type { Condition } from './condition.ts';

/**
 * The service refuses the token of its connection, so nothing is asked any more. The connection needs the user, not each
 * of its orders: they stay where they are, marked.
 */
export const rejected = {
  kind: 'rejected',
  status: 'rejected',
  severity: 'notice',
  check: null,
  alertBy: 'rejected',
  from: ({ failure }, _terms, _now, polling) =>
    polling === 'rejected' || failure?.kind === 'unauthorized' ? ALWAYS : NEVER,
} as const satisfies Condition;
