import { ALWAYS, NEVER } from '../thresholds.ts';
import type { Condition } from './condition.ts';
import { expired } from './expired.ts';

/** On the signed list of its certificate authority. One that has expired needs no further word. */
export const revoked = {
  kind: 'revoked',
  status: 'revoked',
  severity: 'critical',
  needs: 'authority',
  help: ['console', 'sync'],
  from: ({ authority }) => (authority === null || authority.revoked === null ? NEVER : ALWAYS),
  until: expired.from,
  alert: { setting: null },
} as const satisfies Condition;
