import { isDeepStrictEqual } from 'node:util';
import { Emitter } from '#main/platform/emitter.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { PollingState } from '#shared/domain/connection.ts';

/** The polling of a connection changed its state. */
export interface PollingStateChange {
  readonly connectionId: string;
  readonly state: PollingState;
}

const ACTIVE: PollingState = { kind: 'active' };

/** Fires only for what differs from the last event. */
export class PollingEvents {
  readonly #logger: Logger;
  readonly #emittedStates = new Map<string, PollingState>();
  #emittedIds: readonly string[] = [];
  readonly #pollingChanged = new Emitter<readonly string[]>('pollingEvents.pollingChanged');
  readonly #stateChanged = new Emitter<PollingStateChange>('pollingEvents.stateChanged');

  readonly onDidChangePolling = this.#pollingChanged.event;
  readonly onDidChangeState = this.#stateChanged.event;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** @param ids orders that are being polled */
  polling(ids: readonly string[]): void {
    if (isDeepStrictEqual(ids, this.#emittedIds)) return;
    this.#emittedIds = ids;
    this.#pollingChanged.fire(ids);
  }

  state(connectionId: string, state: PollingState): void {
    const emitted = this.#emittedStates.get(connectionId) ?? ACTIVE;
    if (isDeepStrictEqual(state, emitted)) return;
    this.#emittedStates.set(connectionId, state);
    if (state.kind !== emitted.kind)
      this.#logger.info('Polling of a connection changed', { connectionId, state: state.kind });
    this.#stateChanged.fire({ connectionId, state });
  }

  forget(connectionId: string): void {
    this.#emittedStates.delete(connectionId);
  }
}
