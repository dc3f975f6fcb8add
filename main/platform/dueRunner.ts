import type { Connectivity } from './connectivity.ts';
import { type Disposable, disposeAll } from './disposable.ts';
import { Emitter, type Event } from './emitter.ts';
import { errorName } from './errors.ts';
import type { Logger } from './logger.ts';
import { type Clock, LATE_MS, type Scheduler } from './time.ts';
import { TimerQueue } from './timerQueue.ts';

/** What is to run, and in how many milliseconds; 0 or less: as soon as possible, the least number first. */
export interface DuePlan {
  readonly id: string;
  readonly delayMs: number;
}

export interface DueRunnerPorts {
  /** How many run at once. */
  readonly atOnce: number;
  /**
   * Does what is due, until it is done or the signal aborts. @returns milliseconds until it is due again; `null`: it is not
   * planned. When it rejects, `failed` is logged, and it is due again after `retryMs`.
   */
  readonly run: (id: string, signal: AbortSignal) => Promise<number | null>;
  readonly failed: string;
  /** `null`: a look plans it again. */
  readonly retryMs: number | null;
  /** Plans by what is stored, as `plan` does. @param isFirst it is the look of the start */
  readonly look: (isFirst: boolean) => readonly DuePlan[];
  /** Milliseconds to the next look that nothing wakes; without it, or with `Infinity`, there is none. */
  readonly lookEveryMs?: () => number;
  /** The host of what needs a network, for example. One runs at a time in each lane; `null`: there is nothing to do any more. */
  readonly laneOf?: (id: string) => string | null;
  /** Whether a lane can run now. What cannot waits for the next wake-up, unless it was requested. */
  readonly canRun?: (lane: string) => boolean;
  /** What makes it look, beside a network that is back: a jump of the clock, new settings. */
  readonly wakes?: readonly Event<unknown>[];
  readonly connectivity?: Connectivity;
  /** Fires now and then: looks whether something missed its time. */
  readonly onDidCompare: Event<void>;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}

/** Runs what is due, each in its time and a limited number at once. One timer serves all of it; without plans there is none. */
export class DueRunner implements Disposable {
  readonly #ports: DueRunnerPorts;
  readonly #queue = new TimerQueue();
  readonly #running = new Map<string, { readonly lane: string; readonly controller: AbortController }>();
  /** Due while their lane cannot run, or is busy. */
  readonly #held = new Map<string, { readonly lane: string; readonly isUrgent: boolean }>();
  readonly #work = new Set<Promise<void>>();
  readonly #changed = new Emitter<readonly string[]>('dueRunner.changed');
  #resources: Disposable[] = [];
  #timer: Disposable | null = null;
  /** Monotonic ms. */
  #lookAt = Number.POSITIVE_INFINITY;
  #isStarted = false;

  /** Ids that may have begun, ended, or become urgent. */
  readonly onDidChange = this.#changed.event;

  constructor(ports: DueRunnerPorts) {
    this.#ports = ports;
  }

  /** Runs nothing before this. @param firstLookMs milliseconds to the first look that nothing wakes; 0: now */
  start(firstLookMs = 0): void {
    const { wakes = [], connectivity, onDidCompare } = this.#ports;
    const wake = () => {
      this.#release(() => true);
      this.look();
    };
    this.#isStarted = true;
    this.#resources = [...wakes.map((event) => event(wake)), onDidCompare(() => this.#catchUp())];
    if (connectivity !== undefined)
      this.#resources.push(connectivity.onDidChange((isOnline) => isOnline && wake()));
    if (firstLookMs === 0) this.look(true);
    else {
      this.#lookAt = this.#ports.clock.monotonic() + firstLookMs;
      this.#pump();
    }
  }

  /** Aborts what runs, and starts nothing more. */
  dispose(): void {
    this.#isStarted = false;
    disposeAll(this.#resources);
    this.#timer?.dispose();
    this.cancel([...this.#running.keys()]);
  }

  /** Settles when nothing runs, not even what was aborted. */
  async settled(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  /** Whether anything runs. */
  get isBusy(): boolean {
    return this.#running.size > 0;
  }

  /** Whether it runs, or was requested and waits for its turn. */
  isActive(id: string): boolean {
    return this.#running.has(id) || this.#queue.get(id)?.urgent === true;
  }

  isPlanned(id: string): boolean {
    return this.#running.has(id) || this.#held.has(id) || this.#queue.get(id) !== null;
  }

  /** Milliseconds until it is due; `null`: it is not planned, or its turn has come. */
  remaining(id: string): number | null {
    const entry = this.#queue.get(id);
    if (entry === null || this.#isUnderWay(id)) return null;
    return Math.max(0, entry.dueAt - this.#ports.clock.monotonic());
  }

  /** Sets when these run. One that runs already, or whose turn has come, keeps its turn. */
  plan(plans: readonly DuePlan[]): void {
    for (const { id, delayMs } of plans) if (!this.#isUnderWay(id)) this.#put(id, delayMs);
    this.#pump();
  }

  /** Runs these as soon as possible, before all others. */
  request(ids: readonly string[]): void {
    for (const id of ids) {
      this.#held.delete(id);
      if (!this.#running.has(id)) this.#put(id, 0, true);
    }
    this.#pump();
    this.#changed.fire(ids);
  }

  /** Forgets plans. What runs goes on. */
  unplan(ids: readonly string[]): void {
    for (const id of ids) {
      this.#queue.delete(id);
      this.#held.delete(id);
    }
  }

  /** Forgets plans, and aborts what runs: nothing comes of it. */
  cancel(ids: readonly string[]): void {
    this.unplan(ids);
    const stopped = ids.filter((id) => this.#running.has(id));
    for (const id of stopped) {
      const running = this.#running.get(id);
      running?.controller.abort();
      this.#running.delete(id);
      this.#release((lane) => lane === running?.lane);
    }
    this.#pump();
    if (stopped.length > 0) this.#changed.fire(stopped);
  }

  /** Plans what is stored, and runs what is due. Does nothing before the start. */
  look(isFirst = false): void {
    if (!this.#isStarted) return;
    const { look, lookEveryMs, clock } = this.#ports;
    try {
      for (const { id, delayMs } of look(isFirst)) if (!this.#isUnderWay(id)) this.#put(id, delayMs);
    } finally {
      this.#lookAt = clock.monotonic() + (lookEveryMs?.() ?? Number.POSITIVE_INFINITY);
      this.#pump();
    }
  }

  /** Whether a plan would only delay it. */
  #isUnderWay(id: string): boolean {
    return this.isActive(id) || this.#held.has(id);
  }

  #put(id: string, delayMs: number, urgent = false): void {
    this.#queue.set({ id, dueAt: this.#ports.clock.monotonic() + delayMs, urgent });
  }

  /** No run rests on one timer, or on one event: what is due runs, and what was held is tried again. */
  #catchUp(): void {
    const { atOnce, clock, logger, failed } = this.#ports;
    const now = clock.monotonic();
    const waiting = this.#running.size < atOnce ? this.#queue.first() : null;
    const lateMs = now - Math.min(this.#lookAt, waiting?.dueAt ?? Number.POSITIVE_INFINITY);
    if (lateMs > LATE_MS) logger.warn('Work was late', { source: failed, lateMs: Math.round(lateMs) });
    this.#release(() => true);
    this.#go(now);
  }

  /** Looks, if that is due, and runs what is due. @param now monotonic ms */
  #go(now: number): void {
    if (this.#lookAt <= now) this.look();
    else this.#pump();
  }

  /** Queues what was held in some lanes; what still cannot run is held again. */
  #release(isFree: (lane: string) => boolean): void {
    for (const [id, { lane, isUrgent }] of [...this.#held]) {
      if (!isFree(lane)) continue;
      this.#held.delete(id);
      this.#put(id, 0, isUrgent);
    }
  }

  #pump(): void {
    if (!this.#isStarted) return;
    const { atOnce, clock, scheduler, logger, failed, retryMs } = this.#ports;
    const now = clock.monotonic();
    let wakeAt = this.#lookAt;
    while (this.#running.size < atOnce) {
      const first = this.#queue.first();
      if (first === null) break;
      if (!first.urgent && first.dueAt > now) {
        wakeAt = Math.min(wakeAt, first.dueAt);
        break;
      }
      this.#queue.delete(first.id);
      try {
        this.#begin(first.id, first.urgent);
      } catch (bug) {
        logger.error(failed, { error: errorName(bug) });
        if (retryMs !== null) this.#put(first.id, retryMs);
      }
    }
    // What began may have pumped meanwhile.
    this.#timer?.dispose();
    this.#timer = null;
    if (wakeAt === Number.POSITIVE_INFINITY) return;
    this.#timer = scheduler.after(wakeAt - now, () => this.#go(clock.monotonic()));
  }

  #begin(id: string, isUrgent: boolean): void {
    const { laneOf, canRun } = this.#ports;
    const lane = laneOf === undefined ? id : laneOf(id);
    if (lane === null) return;
    const isFree = ![...this.#running.values()].some((running) => running.lane === lane);
    if (isFree && (isUrgent || canRun?.(lane) !== false)) {
      const work = this.#run(id, lane).finally(() => this.#work.delete(work));
      this.#work.add(work);
    } else this.#held.set(id, { lane, isUrgent });
    this.#changed.fire([id]);
  }

  async #run(id: string, lane: string): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, { lane, controller });
    const nextMs = await this.#attempt(id, controller.signal);
    // A cancelled run has no result. The same id may already run again.
    if (controller.signal.aborted) return;
    this.#running.delete(id);
    if (nextMs !== null) this.#put(id, nextMs);
    this.#release((held) => held === lane);
    this.#pump();
    this.#changed.fire([id]);
  }

  async #attempt(id: string, signal: AbortSignal): Promise<number | null> {
    const { run, logger, failed, retryMs } = this.#ports;
    try {
      return await run(id, signal);
    } catch (error) {
      if (!signal.aborted) logger.error(failed, { error: errorName(error) });
      return retryMs;
    }
  }
}
