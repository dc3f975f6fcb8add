import { isDeepStrictEqual } from 'node:util';
import { fullJitter } from '#main/platform/backoff.ts';
import { type Disposable, disposeAll } from '#main/platform/disposable.ts';
import { Emitter } from '#main/platform/emitter.ts';
import { errorName, stackSummary } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Clock, Scheduler } from '#main/platform/time.ts';
import { isLoopbackHost } from '#shared/domain/loopback.ts';
import type { ListeningState, ReceiverState } from '#shared/domain/receiver.ts';
import type { HookService } from '../hooks/hookService.ts';
import { type Binding, type BindingFault, bind, isGone, type Target } from './binding.ts';
import type { ConnectionSlots } from './connectionSlots.ts';
import type { ReceiverConfigService } from './receiverConfigService.ts';
import type { ReceiverLimits } from './receiverLimits.ts';
import type { RequestHandler } from './server.ts';

export interface ReceiverPorts {
  readonly config: Pick<ReceiverConfigService, 'get' | 'onDidChange'>;
  readonly hooks: Pick<HookService, 'hasEnabled' | 'onDidChange'>;
  /** Loads what answers requests, when the receiver begins to listen. */
  readonly handler: () => Promise<RequestHandler>;
  readonly status: ReceiverStatus;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  readonly random: () => number;
  readonly limits: ReceiverLimits;
  readonly slots: ConnectionSlots;
  readonly localAddresses: () => readonly string[];
}

/** Backoff between attempts to listen. The first wait is between 2 s and 4 s. */
const MIN_RETRY_MS = 2_000;
const RETRY = { baseMs: 4_000, capMs: 60_000 };

/**
 * Listens for deliveries (interface, section 4.2) while a hook is enabled, and retries after failures. While changed TLS
 * files are bad, the previous ones stay in use; that is no failure, as deliveries still arrive.
 */
export class Receiver implements Disposable {
  readonly #ports: ReceiverPorts;
  #binding: Binding | null = null;
  #failures = 0;
  #retry: Disposable | null = null;
  #subscriptions: readonly Disposable[] = [];
  #isDisposed = false;
  #isStale = false;
  #work: Promise<void> | null = null;

  readonly status: ReceiverStatus;

  constructor(ports: ReceiverPorts) {
    this.#ports = ports;
    this.status = ports.status;
  }

  /** Starts to listen as soon as a hook is enabled. */
  start(): void {
    const { config, hooks } = this.#ports;
    this.#subscriptions = [config.onDidChange(() => this.#update()), hooks.onDidChange(() => this.#update())];
    this.#update();
  }

  retry(): void {
    if (this.status.get().kind !== 'failed') return;
    this.status.set({ kind: 'starting' });
    this.#update();
  }

  /** Checks whether it can still listen, or can again, for instance after sleep. */
  check(): void {
    this.#update();
  }

  /** Stops listening. Requests in flight have one second: see `settled`. */
  dispose(): void {
    this.#isDisposed = true;
    disposeAll(this.#subscriptions);
    this.#update();
  }

  /** Settles when nothing is being opened or closed. Never rejects. */
  async settled(): Promise<void> {
    await this.#work;
  }

  #update(): void {
    this.#isStale = true;
    this.#work ??= this.#bringUpToDate();
  }

  /** Runs one step at a time, so that the previous listener is closed before the next one opens. */
  async #bringUpToDate(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false;
      try {
        await this.#step();
      } catch (bug) {
        this.#ports.logger.error('The receiver met a bug', {
          error: errorName(bug),
          place: stackSummary(bug),
        });
        this.#fail({ reason: 'other', detail: errorName(bug) });
      }
    }
    this.#work = null;
  }

  async #step(): Promise<void> {
    this.#retry?.dispose();
    const target = this.#target();
    const former = this.#binding;
    if (former !== null) {
      if (isDeepStrictEqual(former.target, target) && !isGone(former.target, this.#ports)) return;
      this.#binding = null;
      await former.close();
    }
    if (target === null) {
      this.#failures = 0;
      this.status.set({ kind: 'off' });
      return;
    }
    // A failure stays visible until an attempt succeeds.
    if (this.status.get().kind !== 'failed') this.status.set({ kind: 'starting' });
    const opened = await bind(target, { ...this.#ports, onDoubt: () => this.check() });
    if (!opened.ok) {
      this.#fail(opened.error);
      return;
    }
    this.#binding = opened.value;
    this.#failures = 0;
    const { address, tls } = target;
    this.status.set({ kind: 'listening', address, port: opened.value.port, tls: tls !== null });
  }

  #target(): Target | null {
    const { config, hooks } = this.#ports;
    if (this.#isDisposed || !hooks.hasEnabled()) return null;
    const { address, port, tls } = config.get();
    return { address, port, tls };
  }

  #fail({ reason, detail }: BindingFault): void {
    const { clock, logger, random, scheduler } = this.#ports;
    this.#failures += 1;
    const waitMs = Math.max(MIN_RETRY_MS, fullJitter(this.#failures, RETRY, random));
    if (this.#failures === 1) logger.warn('The receiver cannot listen', { reason });
    this.#retry = scheduler.after(waitMs, () => this.#update());
    this.status.set({ kind: 'failed', reason, detail, retryAt: clock.now() + waitMs });
  }
}

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
