import { NEVER } from '../thresholds.ts';
import type { Condition } from './condition.ts';
import { expired } from './expired.ts';

/** Its certificate authority wants it replaced (RFC 9773). */
export const toReplace = {
  kind: 'toReplace',
  status: 'toReplace',
  severity: 'attention',
  needs: 'authority',
  help: ['console', 'sync'],
  from: ({ authority }) => authority?.replacement?.from ?? NEVER,
  until: expired.from,
  alert: { setting: null, dependsOn: ['revoked'] },
} as const satisfies Condition;
