import type { Random } from '#main/platform/backoff.ts';
import type { Clock } from '#main/platform/time.ts';
import type { Inspection } from '#main/x509/certificates/inspect.ts';
import type { CertificateMaterial, PollAnswer } from '#main/x509/material.ts';
import type { PulledOrderRow } from '#shared/domain/order.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { AppError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import type { PollOutcome } from '../list/applyOutcome.ts';
import type { OrderService } from '../list/orderService.ts';
import { connectionEffect } from './circuitBreaker.ts';
import type { Poll } from './connectionQueue.ts';
import { delayAfterFailure, delayAfterSuccess } from './pollPlan.ts';
import type { PollResult } from './pollResults.ts';

export interface EvaluatePollPorts {
  /** Reads material and checks its parts against each other. A private key in it is not kept. */
  readonly inspect: (material: CertificateMaterial, connectionId: string) => Result<Inspection>;
  readonly clock: Clock;
  readonly random: Random;
  readonly settings: () => Settings;
}

/** A response body whose content is stored: the same body again brings nothing new. */
interface KnownBody extends Pick<Inspection, 'from' | 'until'> {
  readonly digest: string;
}

/** Bodies by order, in memory only: trust in a chain can change with the application and with the connection's CA. */
export class KnownBodies {
  readonly #clock: Clock;
  readonly #bodies = new Map<string, KnownBody>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Digest of the body that would bring nothing new about an order, or `null`. */
  digest(orderId: string): string | null {
    const body = this.#bodies.get(orderId);
    const now = this.#clock.now();
    // Before `from`, the clock was ahead: what was found then is not so now.
    return body !== undefined && body.from <= now && now < body.until ? body.digest : null;
  }

  learn(orderId: string, { knownBody }: PollEvaluation): void {
    if (knownBody === null) this.forget(orderId);
    else if (knownBody !== undefined) this.#bodies.set(orderId, knownBody);
  }

  forget(orderId: string): void {
    this.#bodies.delete(orderId);
  }
}

interface PollEvaluation {
  /** What to store, or `null` when nothing was learnt about the order. */
  readonly outcome: PollOutcome | null;
  /** Milliseconds until the next poll of the order. */
  readonly delayMs: number;
  /** What to record in the connection's circuit breaker: an error, or `null` for a success. Left out: nothing. */
  readonly breaker?: AppError | null;
  /** It failed as the system had guessed: without a network. Further requests would too. */
  readonly isOffline?: true;
  /** What to tell who asked for it, if nothing is stored, and it is not made again at once. */
  readonly unanswered?: AppError;
  /** The body that is known once `outcome` is stored; `null`: none. Left out: as before. */
  readonly knownBody?: KnownBody | null;
}

export interface PollCircumstances {
  readonly isAborted: boolean;
  readonly knownBody: string | null;
  /** The system says that there is no network: network errors are ignored. */
  readonly offline: boolean;
  /** The token was replaced during the poll: errors about the token are ignored. */
  readonly outdated: boolean;
}

/** The end of a poll: an answer, or a bug. */
export type PollEnd = { readonly answer: PollAnswer } | { readonly bug: unknown };

export interface AnsweredPoll {
  readonly poll: Poll;
  readonly end: PollEnd;
}

export interface EvaluatedPoll {
  readonly poll: Poll;
  /** `null`: the order is gone. */
  readonly evaluation: PollEvaluation | null;
}

/** After a poll that failed through no fault of the service or the order, such as a request that was cancelled. */
function uncounted(unanswered: AppError): PollEvaluation {
  return { outcome: null, delayMs: MINUTE_MS, unanswered };
}

export const evaluationOfBug = uncounted({ kind: 'internal' });

/** After a poll that says nothing: planned again at once. */
const pollAgain: PollEvaluation = { outcome: null, delayMs: 0 };

/** Decides what to store of a poll, and when to poll again. @param logBug is called with what broke */
export function evaluatePoll(
  order: PulledOrderRow,
  end: PollEnd,
  circumstances: PollCircumstances,
  ports: EvaluatePollPorts,
  logBug: (bug: unknown) => void,
): PollEvaluation {
  if (circumstances.isAborted) return pollAgain;
  try {
    if ('bug' in end) throw end.bug;
    return evaluateAnswer(order, end.answer, circumstances, ports);
  } catch (bug) {
    logBug(bug);
    return evaluationOfBug;
  }
}

export function isSuccess(end: PollEnd): boolean {
  return 'answer' in end && ('sameAs' in end.answer || end.answer.material.ok);
}

/** Whether the service answered a poll; `null`: it does not say. */
export function wasReached(end: PollEnd): boolean | null {
  if (isSuccess(end)) return true;
  const error =
    'answer' in end && 'material' in end.answer && !end.answer.material.ok ? end.answer.material.error : null;
  return error !== null && ['offline', 'network', 'timeout'].includes(error.kind) ? false : null;
}

/** Milliseconds until the next poll, once the result is stored or is not. @param order as it is after that */
export function delayAfterSave(
  { delayMs }: PollEvaluation,
  saved: SaveResult | undefined,
  order: PulledOrderRow,
  { clock, random, settings }: EvaluatePollPorts,
): number {
  if (saved?.kind === 'broken') return evaluationOfBug.delayMs;
  if (saved?.kind !== 'lost' || order.failure === null) return delayMs;
  return delayAfterFailure(order.failures, order.failure, order, settings(), clock.now(), random);
}

function evaluateAnswer(
  order: PulledOrderRow,
  answer: PollAnswer,
  circumstances: PollCircumstances,
  ports: EvaluatePollPorts,
): PollEvaluation {
  const { inspect, clock, random, settings } = ports;
  const at = clock.now();
  if ('sameAs' in answer) {
    // The connection changed during the poll: the same body has to be inspected again.
    if (answer.sameAs !== circumstances.knownBody) return { ...pollAgain, breaker: null };
    const delayMs = delayAfterSuccess(order, settings(), at, random);
    const outcome = { kind: 'unchanged', orderId: order.id, at, nextPollAt: at + delayMs } as const;
    return { outcome, delayMs, breaker: null };
  }
  const { material, serviceNotAfter, bodyDigest } = answer;
  if (!material.ok) return afterFailure(order, material.error, serviceNotAfter, circumstances, ports);
  const inspected = inspect(material.value, order.source.connectionId);
  if (!inspected.ok) return afterFailure(order, inspected.error, serviceNotAfter, circumstances, ports);
  const { leaf, chainEnd, from, until } = inspected.value;
  const { notBefore, notAfter } = leaf;
  const delayMs = delayAfterSuccess({ notBefore, notAfter, chainEnd }, settings(), at, random);
  return {
    outcome: {
      kind: 'inspected',
      orderId: order.id,
      at,
      nextPollAt: at + delayMs,
      inspection: inspected.value,
      serviceName: material.value.name,
      serviceNotAfter: material.value.notAfter ?? serviceNotAfter,
    },
    delayMs,
    breaker: null,
    knownBody: bodyDigest === null ? null : { digest: bodyDigest, from, until },
  };
}

function afterFailure(
  order: PulledOrderRow,
  error: AppError,
  serviceNotAfter: string | null,
  { offline, outdated }: PollCircumstances,
  { clock, random, settings }: EvaluatePollPorts,
): PollEvaluation {
  if (error.kind === 'offline' || error.kind === 'cancelled') return uncounted(error);
  if (offline && ['network', 'tls', 'timeout'].includes(error.kind)) return { ...pollAgain, isOffline: true };
  const effect = connectionEffect(error);
  const isAboutToken = effect === 'refused' || effect === 'noToken';
  if (outdated && isAboutToken) return pollAgain;
  if (effect === 'noToken') return { ...pollAgain, breaker: error };
  const at = clock.now();
  const failed = { kind: 'failed', orderId: order.id, at, error, serviceNotAfter } as const;
  const knownBody = serviceNotAfter === null ? {} : { knownBody: null };
  // Nothing is planned with a refused token: the order waits for the circuit breaker.
  if (effect === 'refused')
    return { outcome: { ...failed, nextPollAt: null }, delayMs: 0, breaker: error, ...knownBody };
  const delayMs = delayAfterFailure(order.failures + 1, error, order, settings(), at, random);
  return { outcome: { ...failed, nextPollAt: at + delayMs }, delayMs, breaker: error, ...knownBody };
}

export interface SaveResult {
  /** `lost`: not stored, and shown as a failure of the order. `broken`: a bug kept it from being applied. */
  readonly kind: 'saved' | 'lost' | 'broken';
  /** For the caller that requested the poll; `null` after a bug. */
  readonly result: PollResult | null;
}

/**
 * Stores outcomes in one transaction. After a bug each in its own, so that one order does not keep the others from being
 * stored.
 * @param logBug is called with what `OrderService.apply` throws
 * @returns a result by order; none for orders that are gone
 */
export function saveOutcomes(
  orders: OrderService,
  outcomes: readonly PollOutcome[],
  logBug: (bug: unknown) => void,
): ReadonlyMap<string, SaveResult> {
  const before = new Map(
    outcomes.map(({ orderId }) => [orderId, orders.get(orderId)?.fingerprint256 ?? null]),
  );
  const isApplied = (some: readonly PollOutcome[]): boolean => {
    try {
      // An error is shown by the orders concerned.
      orders.apply(some);
      return true;
    } catch (bug) {
      logBug(bug);
      return false;
    }
  };
  const isAllApplied = isApplied(outcomes);
  const results = new Map<string, SaveResult>();
  for (const outcome of outcomes) {
    const { orderId } = outcome;
    const isBroken = !isAllApplied && (outcomes.length === 1 || !isApplied([outcome]));
    const order = orders.get(orderId);
    if (isBroken) results.set(orderId, { kind: 'broken', result: null });
    else if (order !== null) results.set(orderId, saveResult(outcome, order, before.get(orderId) ?? null));
  }
  return results;
}

function saveResult(outcome: PollOutcome, order: PulledOrderRow, previous: string | null): SaveResult {
  const { orderId } = outcome;
  const { failure } = order;
  if (outcome.kind === 'failed' && failure === outcome.error)
    return { kind: 'saved', result: { orderId, kind: 'failed', error: outcome.error } };
  if (failure !== null) return { kind: 'lost', result: { orderId, kind: 'failed', error: failure } };
  const isSame = order.fingerprint256 === previous;
  return {
    kind: 'saved',
    result: isSame ? { orderId, kind: 'unchanged' } : { orderId, kind: 'newCertificate', previous },
  };
}
