import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Result } from '#shared/result.ts';
import type { NotificationSink } from './alert.ts';
import type { LedgerEntry } from './alertLedger.ts';

/** A notification that was shown, and what it is about. */
export interface ShownAlert {
  /** As the sink gave it. */
  readonly id: string;
  readonly reasons: readonly LedgerEntry[];
}

/** Keeps what was shown across restarts, because notifications outlive the app on some desktops. */
export interface ShownAlertRepository {
  /** Throws when the database does. */
  load(): readonly ShownAlert[];
  /** Error: `storage`; nothing was changed. */
  save(shown: readonly ShownAlert[]): Result<null>;
}

export interface ShownAlertsPorts {
  readonly repository: ShownAlertRepository;
  readonly sink: Pick<NotificationSink, 'close'>;
  /** Whether what an entry stands for is still true. */
  readonly holds: (entry: LedgerEntry) => boolean;
  readonly logger: Logger;
}

/** More notifications than desktops keep: older ones are not closed any more. */
const MAX_SHOWN = 200;

/** Closes notifications whose reason is gone: linked, renewed, deployed, snoozed, by whatever way. */
export class ShownAlerts {
  readonly #ports: ShownAlertsPorts;
  /** `null`: not read yet. */
  #shown: ReadonlyMap<string, ShownAlert> | null = null;

  constructor(ports: ShownAlertsPorts) {
    this.#ports = ports;
  }

  add(shown: ShownAlert): void {
    this.#set([...this.#read().values(), shown].slice(-MAX_SHOWN));
  }

  /** A notification is gone. */
  closed(id: string): void {
    const shown = this.#read();
    if (shown.has(id)) this.#set([...shown.values()].filter((one) => one.id !== id));
  }

  /** Closes those of which nothing is true any more. */
  prune(): void {
    const { holds, sink } = this.#ports;
    const all = [...this.#read().values()];
    const { left = [], over = [] } = Object.groupBy(all, ({ reasons }) =>
      reasons.some(holds) ? 'left' : 'over',
    );
    if (over.length === 0) return;
    this.#set(left);
    for (const { id } of over) sink.close(id);
  }

  #read(): ReadonlyMap<string, ShownAlert> {
    if (this.#shown !== null) return this.#shown;
    const { repository, logger } = this.#ports;
    let stored: readonly ShownAlert[] = [];
    try {
      stored = repository.load();
    } catch (error) {
      logger.error('The shown notifications cannot be read', { error: errorName(error) });
    }
    this.#shown = new Map(stored.map((one) => [one.id, one]));
    return this.#shown;
  }

  #set(shown: readonly ShownAlert[]): void {
    this.#shown = new Map(shown.map((one) => [one.id, one]));
    const saved = this.#ports.repository.save(shown);
    // They are not closed after a restart then.
    if (!saved.ok)
      this.#ports.logger.warn('Shown notifications were not stored', { error: saved.error.kind });
  }
}
