import { NEVER } from '../thresholds.ts';
import type { Condition, Terms, Validity } from './condition.ts';

/** In the critical window before its notAfter. */
export const endsSoon = {
  kind: 'endsSoon',
  status: 'critical',
  severity: 'critical',
  from: (validity: Validity, terms: Terms) =>
    validity.notAfter === null ? NEVER : validity.notAfter - Math.floor(terms.criticalMs(validity)),
  until: ({ notAfter }) => (notAfter === null ? NEVER : notAfter + 1),
} as const satisfies Condition;
