import type { LogFields, Logger, LogLevel } from '#main/platform/logger.ts';

/** A kind of logged warning or error, with its count and place in the code. */
export interface RecentError {
  readonly level: LogLevel;
  readonly message: string;
  /** The error's kind, code or reason; empty if the log entry has none. */
  readonly kind: string;
  readonly place: string;
  readonly count: number;
  /** Unix ms. */
  readonly lastAt: number;
}

/** Maximum kinds kept; the least recent is dropped. */
const MOST_KINDS = 40;

/** A logger that forwards everything and counts warnings and errors by kind. */
export class RecentErrors implements Logger {
  readonly #logger: Logger;
  readonly #now: () => number;
  readonly #errors = new Map<string, RecentError>();

  constructor(logger: Logger, now: () => number) {
    this.#logger = logger;
    this.#now = now;
  }

  /** Newest last. */
  list(): readonly RecentError[] {
    return [...this.#errors.values()];
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
    const count = (this.#errors.get(key)?.count ?? 0) + 1;
    this.#errors.delete(key);
    this.#errors.set(key, {
      level,
      message,
      kind,
      place: String(place ?? ''),
      count,
      lastAt: this.#now(),
    });
    const [oldest] = this.#errors.keys();
    if (this.#errors.size > MOST_KINDS && oldest !== undefined) this.#errors.delete(oldest);
  }
}
