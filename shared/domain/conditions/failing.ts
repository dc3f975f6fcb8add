import { type AppError, isKeychainError } from '../../errors.ts';
import { ALWAYS, NEVER } from '../thresholds.ts';
import type { Condition, ConditionFacts } from './condition.ts';

/** Failures in a row after which a passing error counts as failing. */
const FAILING_AFTER = 3;

/**
 * The service gives no usable answer: for a reason that stays, such as a rid that it does not know, three times in a row,
 * or without a certificate from before. A refused token is the connection's matter.
 */
export const failing = {
  kind: 'failing',
  status: 'failing',
  severity: 'critical',
  help: ['sync'],
  alert: { setting: 'alertOnTrouble', isEachTime: true },
  check: ({ failure }) => (failure !== null && isPassing(failure) ? 'unknown' : 'critical'),
  from: (order) => (isFailing(order) ? ALWAYS : NEVER),
} as const satisfies Condition;

function isFailing({ failure, failures, notAfterSource }: ConditionFacts): boolean {
  if (failure === null || failures === 0 || failure.kind === 'unauthorized') return false;
  return notAfterSource !== 'certificate' || failures >= FAILING_AFTER || !isPassing(failure);
}

/** Whether an error may pass without the user, so that it is not a status after one occurrence. */
export function isPassing(error: AppError): boolean {
  switch (error.kind) {
    case 'rateLimited':
    case 'serverError':
    case 'network':
    case 'timeout':
    case 'offline':
    case 'busy':
    case 'cancelled':
    case 'tokenMissing':
      return true;
    default:
      return isKeychainError(error);
  }
}
