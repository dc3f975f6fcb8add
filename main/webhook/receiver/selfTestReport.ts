import type {
  ReceiverOutcome,
  SelfTestError,
  SelfTestReport,
  SelfTestStep,
} from '#shared/domain/receiver.ts';
import type { AppError } from '#shared/errors.ts';
import type { PathStep, PathTrace } from './pathTrace.ts';

/** The service waits so long for an answer, in milliseconds (interface, section 8). */
export const SERVICE_WAITS_MS = 15_000;

/** What became here of a test delivery that arrived. */
export interface Arrival {
  readonly outcome: ReceiverOutcome;
  /** The hook whose path it asked for, or `null`. */
  readonly hookId: string | null;
}

type Outcomes = readonly [
  path: SelfTestStep['outcome'],
  signature: SelfTestStep['outcome'],
  time: SelfTestStep['outcome'],
];

interface Conclusion {
  readonly outcomes: Outcomes;
  readonly error: SelfTestError | null;
}

const none: PathStep = { outcome: 'notReached', ms: null };

/** The report of a test that could not be sent. */
export function unsentReport(error: AppError): SelfTestReport {
  const trace: PathTrace = {
    name: none,
    connection: none,
    tls: none,
    exchange: none,
    status: null,
    error,
    ms: 0,
  };
  return selfTestReport(trace, null, '');
}

/**
 * Puts together how the way there went and what became of the test here.
 * @param arrival `null`: it never came
 */
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

/** It was answered with 204 here: the sender is to hear just that, and in time. */
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
