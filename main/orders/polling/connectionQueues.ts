import { isDeepStrictEqual } from 'node:util';
import type { Random } from '#main/platform/backoff.ts';
import { Emitter } from '#main/platform/emitter.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Clock } from '#main/platform/time.ts';
import type { PollingState } from '#shared/domain/connection.ts';
import type { PulledOrderRow } from '#shared/domain/order.ts';
import { ACTIVE } from './circuitBreaker.ts';
import { ConnectionQueue } from './connectionQueue.ts';

export interface PollingStateChange {
  readonly connectionId: string;
  readonly state: PollingState;
}

/** The queues of all connections, made when first needed. */
export class ConnectionQueues {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #logger: Logger;
  readonly #queues = new Map<string, ConnectionQueue>();
  readonly #emittedStates = new Map<string, PollingState>();
  #emittedIds: readonly string[] = [];
  readonly #pollingChanged = new Emitter<readonly string[]>('connectionQueues.pollingChanged');
  readonly #stateChanged = new Emitter<PollingStateChange>('connectionQueues.stateChanged');

  readonly onDidChangePolling = this.#pollingChanged.event;
  readonly onDidChangeState = this.#stateChanged.event;

  constructor(clock: Clock, random: Random, logger: Logger) {
    this.#clock = clock;
    this.#random = random;
    this.#logger = logger;
  }

  of(connectionId: string): ConnectionQueue {
    const queue =
      this.#queues.get(connectionId) ?? new ConnectionQueue(connectionId, this.#clock, this.#random);
    this.#queues.set(connectionId, queue);
    return queue;
  }

  all(): readonly ConnectionQueue[] {
    return [...this.#queues.values()];
  }

  pollingIds(): readonly string[] {
    return this.all().flatMap((queue) => queue.pollingIds());
  }

  has({ id, source }: Pick<PulledOrderRow, 'id' | 'source'>): boolean {
    return this.of(source.connectionId).has(id);
  }

  drop(orderId: string): void {
    for (const queue of this.all()) queue.drop(orderId);
  }

  remove(connectionId: string): void {
    this.#queues.get(connectionId)?.abortAll();
    this.#queues.delete(connectionId);
    this.#emittedStates.delete(connectionId);
  }

  /** Fires events for what differs from the last ones. */
  emitChanges(): void {
    for (const { connectionId, breaker } of this.all()) {
      const state = breaker.state();
      const emitted = this.#emittedStates.get(connectionId) ?? ACTIVE;
      if (isDeepStrictEqual(state, emitted)) continue;
      this.#emittedStates.set(connectionId, state);
      if (state.kind !== emitted.kind)
        this.#logger.info('Polling of a connection changed', { connectionId, state: state.kind });
      this.#stateChanged.fire({ connectionId, state });
    }
    const ids = this.pollingIds();
    const before = this.#emittedIds;
    // Called for each answer: these are only strings.
    if (ids.length === before.length && ids.every((id, place) => id === before[place])) return;
    this.#emittedIds = ids;
    this.#pollingChanged.fire(ids);
  }
}
