import { Emitter } from '#main/platform/emitter.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Clock } from '#main/platform/time.ts';
import { type PauseOfAlerts, type PauseSpan, pauseEnd } from '#shared/domain/alertPause.ts';
import { CLOCK_SLACK_MS } from '#shared/domain/thresholds.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** Keeps the pause across restarts. */
export interface PauseRepository {
  /** `null`: alerts are not paused. Throws when the database does. */
  load(): PauseOfAlerts | null;
  /** Error: `storage`. */
  save(pause: PauseOfAlerts | null): Result<null>;
}

export interface AlertPausePorts {
  readonly repository: PauseRepository;
  readonly clock: Pick<Clock, 'now'>;
  /** Decides when a pause is removed: a clock that is wrong for a moment must not end it for good. */
  readonly confirmedClock: Pick<Clock, 'now'>;
  readonly logger: Logger;
}

/** Whether the user has paused all alerts, and until when. Survives restarts. */
export class AlertPause {
  readonly #ports: AlertPausePorts;
  readonly #changed = new Emitter<PauseOfAlerts | null>('alertPause.changed');
  #pause: PauseOfAlerts | null;
  /** Whether the pause was over at the last look. */
  #wasOver = false;

  readonly onDidChange = this.#changed.event;

  /** Throws when the database does. */
  constructor(ports: AlertPausePorts) {
    this.#ports = ports;
    this.#pause = ports.repository.load();
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
    return this.current()?.until ?? Number.POSITIVE_INFINITY;
  }

  /** Pauses alerts from now on; of a pause that is not over, only the end changes. Error: `storage`; nothing changes then. */
  pause(span: PauseSpan): Result<null> {
    const now = this.#ports.clock.now();
    return this.#set({ since: this.current()?.since ?? now, until: pauseEnd(span, now) });
  }

  /** Error: `storage`; nothing changes then. */
  resume(): Result<null> {
    return this.#pause === null ? ok(null) : this.#set(null);
  }

  /** Notes whether the pause is over, and removes it once that is confirmed. */
  prune(): void {
    const isOver = this.#pause !== null && this.#isOver(this.#pause);
    if (isOver && this.#ports.confirmedClock.now() >= (this.#pause?.until ?? Number.POSITIVE_INFINITY)) {
      // One that stays on disk is over, and removed after the next start.
      if (this.#set(null).ok) return;
      this.#pause = null;
      this.#wasOver = false;
      this.#changed.fire(null);
      return;
    }
    if (isOver !== this.#wasOver) this.#changed.fire(this.current());
    this.#wasOver = isOver;
  }

  #set(pause: PauseOfAlerts | null): Result<null> {
    const { repository, logger } = this.#ports;
    const saved = repository.save(pause);
    if (!saved.ok) {
      logger.warn('The pause of alerts was not stored', { error: saved.error.kind });
      return err(saved.error);
    }
    this.#pause = pause;
    this.#wasOver = false;
    this.#changed.fire(pause);
    return ok(null);
  }

  #isOver({ since, until }: PauseOfAlerts): boolean {
    if (until === null) return false;
    const now = this.#ports.clock.now();
    // Before it began: the clock was set back, and alerts must not be silent for years.
    return now >= until || now < since - CLOCK_SLACK_MS;
  }
}
