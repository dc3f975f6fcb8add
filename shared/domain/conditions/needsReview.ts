import { needsReview as hasFindings, isDamaged } from '../finding.ts';
import { ALWAYS, NEVER } from '../thresholds.ts';
import type { Condition } from './condition.ts';

/** The certificate removed something, or clients refuse it, and the user has not accepted that. */
export const needsReview = {
  kind: 'needsReview',
  status: 'needsReview',
  severity: 'attention',
  needs: 'findings',
  help: ['review'],
  from: ({ findings }) => (hasFindings(findings) && !isDamaged(findings) ? ALWAYS : NEVER),
} as const satisfies Condition;
