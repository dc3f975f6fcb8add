import { Emitter } from '#main/platform/emitter.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Clock } from '#main/platform/time.ts';
import { type PauseOfAlerts, type PauseSpan, pauseEnd } from '#shared/domain/alertPause.ts';
import { CLOCK_SLACK_MS } from '#shared/domain/status.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** Keeps the pause across restarts. */
export interface PauseRepository {
  /** `null`: alerts are not paused. Throws when the database does. */
  load(): PauseOfAlerts | null;
  /** Error: `storage`. */
  save(pause: PauseOfAlerts | null): Result<null>;
}

/** Whether the user has paused all alerts, and until when. Survives restarts. */
export class AlertPause {
  readonly #repository: PauseRepository;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #changed = new Emitter<PauseOfAlerts | null>('alertPause.changed');
  #pause: PauseOfAlerts | null;

  readonly onDidChange = this.#changed.event;

  /** Throws when the database does. */
  constructor(repository: PauseRepository, clock: Clock, logger: Logger) {
    this.#repository = repository;
    this.#clock = clock;
    this.#logger = logger;
    this.#pause = repository.load();
  }

  /** The pause; `null` when there is none, or when it is over. */
  current(): PauseOfAlerts | null {
    return this.#pause === null || this.#isOver(this.#pause) ? null : this.#pause;
  }

  isPaused(): boolean {
    return this.current() !== null;
  }

  /** When the pause ends, Unix ms; `Infinity` if time alone ends none. */
  nextEnd(): number {
    return this.#pause?.until ?? Number.POSITIVE_INFINITY;
  }

  /** Pauses alerts from now on; of a pause that is not over, only the end changes. Error: `storage`; nothing changes then. */
  pause(span: PauseSpan): Result<null> {
    const now = this.#clock.now();
    return this.#set({ since: this.current()?.since ?? now, until: pauseEnd(span, now) });
  }

  /** Error: `storage`; nothing changes then. */
  resume(): Result<null> {
    return this.#pause === null ? ok(null) : this.#set(null);
  }

  /** Removes a pause that is over. */
  prune(): void {
    if (this.#pause === null || !this.#isOver(this.#pause)) return;
    // One that stays on disk is over, and removed after the next start.
    if (this.#set(null).ok) return;
    this.#pause = null;
    this.#changed.fire(null);
  }

  #set(pause: PauseOfAlerts | null): Result<null> {
    const saved = this.#repository.save(pause);
    if (!saved.ok) {
      this.#logger.warn('The pause of alerts was not stored', { error: saved.error.kind });
      return err(saved.error);
    }
    this.#pause = pause;
    this.#changed.fire(pause);
    return ok(null);
  }

  #isOver({ since, until }: PauseOfAlerts): boolean {
    if (until === null) return false;
    const now = this.#clock.now();
    // Before it began: the clock was set back, and alerts must not be silent for years.
    return now >= until || now < since - CLOCK_SLACK_MS;
  }
}
