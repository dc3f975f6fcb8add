import { type Disposable, disposeAll } from './disposable.ts';
import { errorName } from './errors.ts';
import type { Logger } from './logger.ts';
import { type Scheduler, settlesWithin } from './time.ts';

/** Milliseconds that the drain phase may take. What hangs, such as a network disk that is gone, is then left. */
const DRAIN_LIMIT_MS = 10_000;

/** Ends the parts of a program in three phases. In `stop` and `close` the last registered part ends first. */
export class Lifetime {
  readonly #scheduler: Scheduler;
  readonly #logger: Logger;
  readonly #stops: Disposable[] = [];
  readonly #drains: { readonly name: string; readonly settled: () => Promise<unknown> }[] = [];
  readonly #closes: Disposable[] = [];
  #end: Promise<void> | null = null;

  constructor(scheduler: Scheduler, logger: Logger) {
    this.#scheduler = scheduler;
    this.#logger = logger;
  }

  /** Whether `end` was called: nothing may be started any more. */
  get isEnding(): boolean {
    return this.#end !== null;
  }

  /** Phase 1: disposed synchronously, so that no new work begins. What drained work needs must be closed instead. */
  stop(part: Disposable): void {
    this.#stops.push(part);
  }

  /** Phase 2: waits for work in flight, all within one limit of 10 s. What rejects or takes longer is logged. */
  drain(name: string, settled: () => Promise<unknown>): void {
    this.#drains.push({ name, settled });
  }

  /** Phase 3: disposed last, when no work uses it any more. */
  close(part: Disposable): void {
    this.#closes.push(part);
  }

  /** Runs the three phases, once. Never rejects. */
  end(): Promise<void> {
    this.#end ??= this.#run();
    return this.#end;
  }

  async #run(): Promise<void> {
    disposeAll(this.#stops.toReversed());
    await Promise.all(this.#drains.map(({ name, settled }) => this.#drain(name, settled)));
    disposeAll(this.#closes.toReversed());
  }

  async #drain(name: string, settled: () => Promise<unknown>): Promise<void> {
    try {
      const isInTime = await settlesWithin(settled(), DRAIN_LIMIT_MS, this.#scheduler);
      if (!isInTime) this.#logger.error('Work did not end in time', { source: name });
    } catch (error) {
      this.#logger.error('Work ended with an error', { source: name, error: errorName(error) });
    }
  }
}
