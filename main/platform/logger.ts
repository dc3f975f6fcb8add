import { redact } from './redact.ts';

/**
 * The names of what may be logged besides constant text: an allow-list. Errors by their kind, code or class, places in
 * our own code and names of its events, connections by id. No names, addresses or rids, no messages of others, and never a secret.
 */
export const logFieldNames = [
  'call',
  'code',
  'connectionId',
  'count',
  'error',
  'field',
  'orders',
  'place',
  'problem',
  'reason',
  'source',
  'state',
  'version',
] as const;

export type LogFields = Readonly<
  Partial<Record<(typeof logFieldNames)[number], string | number | boolean | null>>
>;

/** Writes one line per event. Messages are constant text; what varies goes into the fields. Never secrets. */
export interface Logger {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

export type LogLevel = 'info' | 'warn' | 'error';

/** One event as a line of JSON, without the line's end. Only fields of the allow-list are in it, each of them redacted. */
export function logLine(now: number, level: LogLevel, message: string, fields: LogFields = {}): string {
  const allowed = Object.fromEntries(
    logFieldNames.filter((name) => name in fields).map((name) => [name, redactValue(fields[name])]),
  );
  return JSON.stringify({ time: new Date(now).toISOString(), level, message: redact(message), ...allowed });
}

function redactValue(value: LogFields[keyof LogFields]): LogFields[keyof LogFields] {
  return typeof value === 'string' ? redact(value) : value;
}

/** Writes one line of JSON per event to standard error, with the fields of the allow-list alone. */
export function createConsoleLogger(now: () => number): Logger {
  const at =
    (level: LogLevel): Logger[LogLevel] =>
    (message, fields) => {
      process.stderr.write(`${logLine(now(), level, message, fields)}\n`);
    };
  return { info: at('info'), warn: at('warn'), error: at('error') };
}

/** Writes every event to both. */
export function bothLoggers(one: Logger, other: Logger): Logger {
  const at =
    (level: keyof Logger): Logger[typeof level] =>
    (message, fields) => {
      one[level](message, fields);
      other[level](message, fields);
    };
  return { info: at('info'), warn: at('warn'), error: at('error') };
}
