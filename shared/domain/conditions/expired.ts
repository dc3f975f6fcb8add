import { NEVER } from '../thresholds.ts';
import type { Condition, Validity } from './condition.ts';

/** Past its notAfter; a certificate is valid through it (RFC 5280, section 4.1.2.5). */
export const expired = {
  kind: 'expired',
  status: 'expired',
  severity: 'critical',
  help: ['sync'],
  from: ({ notAfter }: Validity) => (notAfter === null ? NEVER : notAfter + 1),
} as const satisfies Condition;
