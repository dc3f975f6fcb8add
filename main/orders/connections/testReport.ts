import { assertNever } from '#shared/assertNever.ts';
import type { ConnectionTestReport, ConnectionTestStep } from '#shared/domain/connection.ts';
import type { AppError } from '#shared/errors.ts';

type Step = ConnectionTestStep['step'];
type Outcome = ConnectionTestStep['outcome'];

const order = ['address', 'reach', 'tls', 'token', 'rid', 'material'] as const satisfies readonly Step[];

/** The report of a test in which all requests succeeded. */
export function passedReport(
  found: ConnectionTestReport['found'],
  notNeeded: ReadonlySet<Step>,
): ConnectionTestReport {
  return { steps: stepsBy((step) => (notNeeded.has(step) ? 'notNeeded' : 'passed')), error: null, found };
}

/** The report of a test that ended with an error: the steps before it passed, one failed, the rest is open. */
export function failedReport(error: AppError, notNeeded: ReadonlySet<Step>): ConnectionTestReport {
  const { passed, failed } = proofOf(error);
  const steps = stepsBy((step) => {
    if (step === failed) return 'failed';
    if (notNeeded.has(step)) return 'notNeeded';
    return passed.includes(step) ? 'passed' : 'notReached';
  });
  return { steps, error, found: null };
}

function stepsBy(outcomeOf: (step: Step) => Outcome): ConnectionTestStep[] {
  return order.map((step) => ({ step, outcome: outcomeOf(step) }));
}

interface Proof {
  readonly passed: readonly Step[];
  readonly failed: Step;
}

const answered: readonly Step[] = ['address', 'reach', 'tls'];

/** What an error says about the steps. An answer that is not from the Open API says nothing about token and rid. */
function proofOf(error: AppError): Proof {
  switch (error.kind) {
    case 'network':
    case 'timeout':
    case 'offline':
      return { passed: ['address'], failed: 'reach' };
    case 'tls':
      return { passed: ['address', 'reach'], failed: 'tls' };
    case 'tokenMissing':
    case 'keychainLocked':
    case 'keychainDenied':
    case 'keychainTimedOut':
    case 'keychainUnavailable':
      return { passed: ['address'], failed: 'token' };
    case 'unauthorized':
      return { passed: answered, failed: 'token' };
    case 'unknownRid':
      return { passed: [...answered, 'token'], failed: 'rid' };
    case 'tooLarge':
    case 'invalidMaterial':
      return { passed: [...answered, 'token', 'rid'], failed: 'material' };
    case 'rateLimited':
    case 'serverError':
    case 'unexpectedStatus':
    case 'redirected':
    case 'invalidResponse':
      return { passed: answered, failed: 'material' };
    case 'invalidInput':
      return proofOfInput(error.field);
    case 'tooOften':
    // Errors of deliveries and of the app itself, which do not occur in a test.
    case 'secretMissing':
    case 'vaultKey':
    case 'keyGone':
    case 'pkcs12':
    case 'unknownId':
    case 'fileSystem':
    case 'otherOrdersFile':
    case 'loginStart':
    case 'storage':
    case 'consent':
    case 'busy':
    case 'cancelled':
      return { passed: [], failed: 'address' };
    default:
      return assertNever(error);
  }
}

function proofOfInput(field: Extract<AppError, { readonly kind: 'invalidInput' }>['field']): Proof {
  if (field === 'token') return { passed: ['address'], failed: 'token' };
  if (field === 'rid') return { passed: ['address'], failed: 'rid' };
  return { passed: [], failed: 'address' };
}
