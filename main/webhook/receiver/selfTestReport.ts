import type {
  ReceiverOutcome,
  SelfTestError,
  SelfTestReport,
  SelfTestStep,
} from '#shared/domain/receiver.ts';
import type { AppError } from '#shared/errors.ts';
import { noSteps, type PathTrace } from './pathTrace.ts';

/** The service's timeout, in milliseconds (interface, section 8). */
export const SERVICE_WAITS_MS = 15_000;

/** What the receiver did with the test delivery. */
export interface Arrival {
  readonly outcome: ReceiverOutcome;
  /** The hook with the requested path, or `null`. */
  readonly hookId: string | null;
}

type Outcome = SelfTestStep['outcome'];
type Outcomes = readonly [path: Outcome, signature: Outcome, time: Outcome];

interface Conclusion {
  readonly outcomes: Outcomes;
  readonly error: SelfTestError | null;
}

export function unsentReport(error: AppError): SelfTestReport {
  return selfTestReport({ ...noSteps, status: null, error, ms: 0 }, null, '');
}

/** @param arrival `null`: the request never arrived */
export function selfTestReport(trace: PathTrace, arrival: Arrival | null, hookId: string): SelfTestReport {
  const { name, connection, tls, exchange, status, ms } = trace;
  const { outcomes, error } = conclusionOf(trace, arrival, hookId);
  const [path, signature, time] = outcomes;
  const steps: readonly SelfTestStep[] = [
    { step: 'name', ...name },
    { step: 'connection', ...connection },
    { step: 'tls', ...tls },
    { step: 'path', outcome: path, ms: exchange.ms },
    { step: 'signature', outcome: signature, ms: null },
    { step: 'time', outcome: time, ms: time === 'notReached' ? null : ms },
  ];
  return { steps, status, ms, leftMs: SERVICE_WAITS_MS - ms, error };
}

function conclusionOf(trace: PathTrace, arrival: Arrival | null, hookId: string): Conclusion {
  if (trace.exchange.outcome === 'notReached') return { outcomes: nowhere, error: appError(trace) };
  if (arrival === null) return { outcomes: lost, error: strangerError(trace) };
  const { outcome } = arrival;
  if (outcome.kind !== 'refused') return acceptedConclusion(trace);
  const isHere = arrival.hookId === hookId;
  const { status } = trace;
  return {
    outcomes: isHere ? ['passed', 'failed', 'notReached'] : lost,
    error: status === null ? appError(trace) : { kind: 'refused', reason: outcome.reason, status },
  };
}

const nowhere: Outcomes = ['notReached', 'notReached', 'notReached'];
const lost: Outcomes = ['failed', 'notReached', 'notReached'];

/** The receiver answered 204: the sender must have received exactly that, in time. */
function acceptedConclusion(trace: PathTrace): Conclusion {
  if (trace.status === 204) return { outcomes: ['passed', 'passed', 'passed'], error: null };
  const isLate = trace.error?.kind === 'timeout';
  return {
    outcomes: ['passed', 'passed', 'failed'],
    error: isLate ? appError(trace) : { kind: 'answerChanged', status: trace.status },
  };
}

function strangerError(trace: PathTrace): SelfTestError | null {
  const { status } = trace;
  if (status === null) return appError(trace);
  return { kind: status >= 300 && status < 400 ? 'redirected' : 'answeredElsewhere', status };
}

function appError({ error }: PathTrace): SelfTestError | null {
  return error === null ? null : { kind: 'app', error };
}
