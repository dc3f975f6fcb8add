import { Emitter } from '#main/platform/emitter.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Clock } from '#main/platform/time.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** Keeps the pause across restarts. */
export interface PauseRepository {
  /** Unix ms since when alerts are paused, or `null`. Throws when the database does. */
  load(): number | null;
  /** Error: `storage`. */
  save(since: number | null): Result<null>;
}

/** Whether the user has paused all alerts. Survives restarts. */
export class AlertPause {
  readonly #repository: PauseRepository;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #changed = new Emitter<number | null>('alertPause.changed');
  #since: number | null;

  readonly onDidChange = this.#changed.event;

  /** Throws when the database does. */
  constructor(repository: PauseRepository, clock: Clock, logger: Logger) {
    this.#repository = repository;
    this.#clock = clock;
    this.#logger = logger;
    this.#since = repository.load();
  }

  isPaused(): boolean {
    return this.#since !== null;
  }

  /** Unix ms since when alerts are paused; `null` when they are not. */
  since(): number | null {
    return this.#since;
  }

  /** Error of both: `storage`; nothing changes then. */
  pause(): Result<null> {
    return this.isPaused() ? ok(null) : this.#set(this.#clock.now());
  }

  resume(): Result<null> {
    return this.isPaused() ? this.#set(null) : ok(null);
  }

  #set(since: number | null): Result<null> {
    const saved = this.#repository.save(since);
    if (!saved.ok) {
      this.#logger.warn('The pause of alerts was not stored', { error: saved.error.kind });
      return err(saved.error);
    }
    this.#since = since;
    this.#changed.fire(since);
    return ok(null);
  }
}
