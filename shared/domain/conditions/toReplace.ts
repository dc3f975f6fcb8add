import { NEVER } from '../thresholds.ts';
import type { Condition } from './condition.ts';

/** Its certificate authority wants it replaced (RFC 9773). */
export const toReplace = {
  kind: 'toReplace',
  status: 'toReplace',
  severity: 'attention',
  needs: 'authority',
  from: ({ authority }) => authority?.replacement?.from ?? NEVER,
  until: ({ notAfter }) => (notAfter === null ? NEVER : notAfter + 1),
  alert: { setting: null, isSilent: ({ authority }) => authority?.revoked != null },
} as const satisfies Condition;
