import { isDeepStrictEqual } from 'node:util';
import { Emitter } from '#main/platform/emitter.ts';
import { isLoopbackHost } from '#shared/domain/loopback.ts';
import type { ListeningState, ReceiverState } from '#shared/domain/receiver.ts';

/** Whether and where the receiver listens. Only the receiver sets it. */
export class ReceiverStatus {
  readonly #changed = new Emitter<ReceiverState>('receiverStatus.changed');
  #state: ReceiverState = { kind: 'off' };

  readonly onDidChange = this.#changed.event;

  get(): ReceiverState {
    return this.#state;
  }

  set(state: ReceiverState): void {
    if (isDeepStrictEqual(state, this.#state)) return;
    this.#state = state;
    this.#changed.fire(state);
  }

  listening(): ListeningState | null {
    return this.#state.kind === 'listening' ? this.#state : null;
  }

  /** Whether the receiver itself listens at this host and port. */
  isAt(host: string, port: number): boolean {
    const own = this.listening();
    return own?.port === port && (isLoopbackHost(host) || host === own.address);
  }
}
