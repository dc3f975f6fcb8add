import { isDamaged } from '../finding.ts';
import { ALWAYS, NEVER } from '../thresholds.ts';
import type { Condition } from './condition.ts';

/** Not made by its issuer's key, or malformed: every client refuses it. */
export const damaged = {
  kind: 'damaged',
  status: 'damaged',
  severity: 'critical',
  needs: 'findings',
  help: ['sync'],
  alert: { setting: 'alertOnTrouble', toldBy: 'review' },
  from: ({ findings }) => (isDamaged(findings) ? ALWAYS : NEVER),
} as const satisfies Condition;
