import type {
  ReceiverOutcome,
  SelfTestError,
  SelfTestReport,
  SelfTestStep,
} from '#shared/domain/receiver.ts';
import type { AppError } from '#shared/errors.ts';
import type { Hop, Trip } from './selfTestRequest.ts';

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

interface Verdict {
  readonly outcomes: Outcomes;
  readonly error: SelfTestError | null;
}

const none: Hop = { outcome: 'notReached', ms: null };

/** The report of a test that could not be sent. */
export function unsentReport(error: AppError): SelfTestReport {
  const trip: Trip = { name: none, connection: none, tls: none, exchange: none, status: null, error, ms: 0 };
  return selfTestReport(trip, null, '');
}

/**
 * Puts together how the way there went and what became of the test here.
 * @param arrival `null`: it never came
 */
export function selfTestReport(trip: Trip, arrival: Arrival | null, hookId: string): SelfTestReport {
  const { name, connection, tls, exchange, status, ms } = trip;
  const { outcomes, error } = verdictOf(trip, arrival, hookId);
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

function verdictOf(trip: Trip, arrival: Arrival | null, hookId: string): Verdict {
  if (trip.exchange.outcome === 'notReached') return { outcomes: nowhere, error: appError(trip) };
  if (arrival === null) return { outcomes: lost, error: strangerError(trip) };
  const { outcome } = arrival;
  if (outcome.kind !== 'refused') return acceptedVerdict(trip);
  const isHere = arrival.hookId === hookId;
  const { status } = trip;
  return {
    outcomes: isHere ? ['passed', 'failed', 'notReached'] : lost,
    error: status === null ? appError(trip) : { kind: 'refused', reason: outcome.reason, status },
  };
}

const nowhere: Outcomes = ['notReached', 'notReached', 'notReached'];
const lost: Outcomes = ['failed', 'notReached', 'notReached'];

/** It was answered with 204 here: the sender is to hear just that, and in time. */
function acceptedVerdict(trip: Trip): Verdict {
  if (trip.status === 204) return { outcomes: ['passed', 'passed', 'passed'], error: null };
  const isLate = trip.error?.kind === 'timeout';
  return {
    outcomes: ['passed', 'passed', 'failed'],
    error: isLate ? appError(trip) : { kind: 'answerChanged', status: trip.status },
  };
}

function strangerError(trip: Trip): SelfTestError | null {
  const { status } = trip;
  if (status === null) return appError(trip);
  return { kind: status >= 300 && status < 400 ? 'redirected' : 'answeredElsewhere', status };
}

function appError({ error }: Trip): SelfTestError | null {
  return error === null ? null : { kind: 'app', error };
}
