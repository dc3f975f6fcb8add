import type { LogFields, Logger, LogLevel } from '#main/platform/logger.ts';

/** What went wrong, told by the log: how often, when last, and where in our code. */
export interface RecentError {
  readonly level: LogLevel;
  readonly message: string;
  /** The kind of error, a code or a reason; empty when the log had none. */
  readonly kind: string;
  readonly place: string;
  readonly count: number;
  /** Unix ms. */
  readonly lastAt: number;
}

/** Kinds of trouble that are remembered; the one that was last heard of longest ago goes first. */
const MOST_TROUBLES = 40;

/** A logger that passes everything on and counts warnings and errors by their kind. */
export class RecentErrors implements Logger {
  readonly #logger: Logger;
  readonly #now: () => number;
  readonly #troubles = new Map<string, RecentError>();

  constructor(logger: Logger, now: () => number) {
    this.#logger = logger;
    this.#now = now;
  }

  /** Newest last. */
  troubles(): readonly RecentError[] {
    return [...this.#troubles.values()];
  }

  info(message: string, fields?: LogFields): void {
    this.#logger.info(message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.#logger.warn(message, fields);
    this.#count('warn', message, fields);
  }

  error(message: string, fields?: LogFields): void {
    this.#logger.error(message, fields);
    this.#count('error', message, fields);
  }

  #count(level: LogLevel, message: string, fields: LogFields = {}): void {
    const { error, code, problem, reason, place } = fields;
    const kind = String(error ?? code ?? problem ?? reason ?? '');
    const key = `${level} ${message} ${kind}`;
    const count = (this.#troubles.get(key)?.count ?? 0) + 1;
    this.#troubles.delete(key);
    this.#troubles.set(key, {
      level,
      message,
      kind,
      place: String(place ?? ''),
      count,
      lastAt: this.#now(),
    });
    const [oldest] = this.#troubles.keys();
    if (this.#troubles.size > MOST_TROUBLES && oldest !== undefined) this.#troubles.delete(oldest);
  }
}
