import type { Clock } from '#main/platform/time.ts';
import type { Inspection } from '#main/x509/certificates/inspection.ts';
import type { CertificateMaterial, FetchOutcome, PollAnswer } from '#main/x509/material.ts';
import type { PulledOrderRow } from '#shared/domain/order.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { AppError } from '#shared/errors.ts';
import { ok, type Result } from '#shared/result.ts';
import { verdictOf } from './circuitBreaker.ts';
import type { OrderService, ServiceWords } from './orderService.ts';
import type { PollOutcome } from './pollOutcome.ts';
import { delayAfterFailure, delayAfterSuccess, type Random } from './pollPlan.ts';

export interface PollJudgePorts {
  readonly orders: OrderService;
  /** Reads material and checks its parts against each other; a key in it goes no further. */
  readonly inspect: (material: CertificateMaterial, connectionId: string) => Result<Inspection>;
  /** Equal for equal PEM parts. May depend on a key: it is kept in memory alone. */
  readonly digest: (material: CertificateMaterial) => string;
  readonly clock: Clock;
  readonly random: Random;
  readonly settings: () => Settings;
}

/** What follows from the end of a poll. */
export interface Judgement {
  /** What to keep, or `null` when nothing was learnt about the order. */
  readonly outcome: PollOutcome | null;
  /** Milliseconds until the order is to be asked again. */
  readonly delayMs: number;
  /** What the connection's gate is to hear: an error, or `null` for a success. Left out: nothing. */
  readonly gate?: AppError | null;
}

interface Checked {
  readonly outcome: PollOutcome;
  readonly delayMs: number;
}

/** The material of an order as it was last inspected. */
interface Inspected {
  /** Digest of its parts. */
  readonly mark: string;
  readonly bodyDigest: string | null;
  readonly words: ServiceWords;
}

/** A poll that came to nothing through no fault of the service is tried again after this, or when things change. */
const UNCOUNTED_DELAY_MS = MINUTE_MS;

/** Turns what a poll brought into what is to be kept of it, and when to ask again. */
export class PollJudge {
  readonly #ports: PollJudgePorts;
  /** By order: the material last inspected in this session. Trust in a chain changes with the application and its CA. */
  readonly #inspected = new Map<string, Inspected>();

  constructor(ports: PollJudgePorts) {
    this.#ports = ports;
  }

  /** Has the next material of an order inspected even if it is the same. */
  forget(orderId: string): void {
    this.#inspected.delete(orderId);
  }

  /** Digest of the body that would bring nothing new about an order, or `null`. */
  knownBody(orderId: string): string | null {
    const { orders, clock } = this.#ports;
    const inspected = this.#inspected.get(orderId);
    if (inspected === undefined || !orders.isUnchanged(orderId, inspected.words, clock.now())) return null;
    return inspected.bodyDigest;
  }

  /**
   * Judges an answer.
   * @param offline the network went away meanwhile, so that an error on the way says nothing
   * @param outdated the token was replaced meanwhile, so that an error about the token says nothing
   */
  judge(
    order: PulledOrderRow,
    answer: PollAnswer,
    { offline, outdated }: { readonly offline: boolean; readonly outdated: boolean },
  ): Judgement {
    if ('sameAs' in answer) return this.#same(order, answer.sameAs);
    const { material } = answer;
    const checked = material.ok ? this.#check(order, material.value, answer) : material;
    if (checked.ok) {
      return { ...checked.value, gate: null };
    }
    const { error } = checked;
    if (error.kind === 'offline' || error.kind === 'cancelled') return uncounted;
    if (offline && ['network', 'tls', 'timeout'].includes(error.kind)) return { outcome: null, delayMs: 0 };
    const verdict = verdictOf(error);
    if (outdated && (verdict === 'refused' || verdict === 'noToken')) return { outcome: null, delayMs: 0 };
    if (verdict === 'noToken') return { outcome: null, delayMs: 0, gate: error };
    return this.#failed(order, error, answer.serviceNotAfter);
  }

  /** A poll that broke: a bug, which must not stop the others. */
  broken(): Judgement {
    return uncounted;
  }

  #failed(order: PulledOrderRow, error: AppError, serviceNotAfter: string | null): Judgement {
    const { clock, random, settings } = this.#ports;
    const at = clock.now();
    const failed = { kind: 'failed', orderId: order.id, at, error, serviceNotAfter } as const;
    // Nothing is planned with a refused token: the order waits for the gate.
    if (error.kind === 'unauthorized')
      return { outcome: { ...failed, nextPollAt: null }, delayMs: 0, gate: error };
    const delayMs = delayAfterFailure(order.failures + 1, error, order, settings(), at, random);
    return { outcome: { ...failed, nextPollAt: at + delayMs }, delayMs, gate: error };
  }

  /** The body is the one that was known when the order was asked for. */
  #same(order: PulledOrderRow, digest: string): Judgement {
    if (this.knownBody(order.id) === digest) return { ...this.#unchanged(order), gate: null };
    // Known no more: what it says has to be read again.
    this.#inspected.delete(order.id);
    return { outcome: null, delayMs: 0, gate: null };
  }

  #unchanged(order: PulledOrderRow): Checked {
    const at = this.#ports.clock.now();
    const delayMs = this.#delayAfterSuccess(order, at);
    return { outcome: { kind: 'unchanged', orderId: order.id, at, nextPollAt: at + delayMs }, delayMs };
  }

  #delayAfterSuccess(validity: Pick<PulledOrderRow, 'notBefore' | 'notAfter'>, at: number): number {
    const { random, settings } = this.#ports;
    return delayAfterSuccess(validity, settings(), at, random);
  }

  #check(
    order: PulledOrderRow,
    material: CertificateMaterial,
    answer: FetchOutcome & { readonly bodyDigest: string | null },
  ): Result<Checked> {
    const { orders, inspect, digest, clock } = this.#ports;
    const at = clock.now();
    const serviceName = material.name;
    const serviceNotAfter = material.notAfter ?? answer.serviceNotAfter;
    const words = { serviceName, serviceNotAfter };
    const inspected = { mark: digest(material), bodyDigest: answer.bodyDigest, words };
    const isSame = this.#inspected.get(order.id)?.mark === inspected.mark;
    if (isSame && orders.isUnchanged(order.id, words, at)) {
      this.#inspected.set(order.id, inspected);
      return ok(this.#unchanged(order));
    }
    this.#inspected.delete(order.id);
    const inspection = inspect(material, order.source.connectionId);
    if (!inspection.ok) return inspection;
    this.#inspected.set(order.id, inspected);
    const delayMs = this.#delayAfterSuccess(inspection.value.leaf, at);
    const nextPollAt = at + delayMs;
    const outcome: PollOutcome = {
      kind: 'inspected',
      orderId: order.id,
      at,
      nextPollAt,
      inspection: inspection.value,
      serviceName,
      serviceNotAfter,
    };
    return ok({ outcome, delayMs });
  }
}

const uncounted: Judgement = { outcome: null, delayMs: UNCOUNTED_DELAY_MS };
