import { Emitter } from '#main/platform/emitter.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { PollingState } from '#shared/domain/connection.ts';

/** The polling of a connection changed its state. */
export interface PollingStateChange {
  readonly connectionId: string;
  readonly state: PollingState;
}

const ACTIVE: PollingState = { kind: 'active' };

/** Tells what changed about polling, each thing once. */
export class PollingNews {
  readonly #logger: Logger;
  readonly #told = new Map<string, PollingState>();
  readonly #pollingChanged = new Emitter<readonly string[]>('pollingNews.pollingChanged');
  readonly #stateChanged = new Emitter<PollingStateChange>('pollingNews.stateChanged');
  #toldIds: readonly string[] = [];

  readonly onDidChangePolling = this.#pollingChanged.event;
  readonly onDidChangeState = this.#stateChanged.event;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** @param ids orders that are being asked for */
  polling(ids: readonly string[]): void {
    const told = this.#toldIds;
    if (ids.length === told.length && ids.every((id, index) => id === told[index])) return;
    this.#toldIds = ids;
    this.#pollingChanged.fire(ids);
  }

  state(connectionId: string, state: PollingState): void {
    const told = this.#told.get(connectionId) ?? ACTIVE;
    if (state === told || JSON.stringify(state) === JSON.stringify(told)) return;
    this.#told.set(connectionId, state);
    if (state.kind !== told.kind) {
      this.#logger.info('Polling of a connection changed', { connectionId, state: state.kind });
    }
    this.#stateChanged.fire({ connectionId, state });
  }

  forget(connectionId: string): void {
    this.#told.delete(connectionId);
  }
}
