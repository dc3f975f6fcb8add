import { redact } from './redact.ts';

/** Allow-list of fields that may be logged. No names, addresses, rids, foreign messages or secrets. */
export const logFieldNames = [
  'call',
  'code',
  'connectionId',
  'count',
  'error',
  'field',
  'lateMs',
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

/** Writes one line per event. Messages are constant text; variable data goes into the fields. Never secrets. */
export interface Logger {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

export type LogLevel = 'info' | 'warn' | 'error';

/** One event as a line of JSON without line break. Contains only the fields of the allow-list, redacted. */
export function logLine(now: number, level: LogLevel, message: string, fields?: LogFields): string {
  const time = new Date(now).toISOString();
  return JSON.stringify({ time, level, message: redact(message), ...loggedFields(fields) });
}

/** The fields of the allow-list, redacted. */
export function loggedFields(fields: LogFields = {}): LogFields {
  return Object.fromEntries(
    logFieldNames.filter((name) => name in fields).map((name) => [name, redactValue(fields[name])]),
  );
}

function redactValue(value: LogFields[keyof LogFields]): LogFields[keyof LogFields] {
  return typeof value === 'string' ? redact(value) : value;
}

/** A logger that passes every level to `write`. */
export function loggerOf(write: (level: LogLevel, message: string, fields?: LogFields) => void): Logger {
  const at =
    (level: LogLevel): Logger[LogLevel] =>
    (message, fields) =>
      write(level, message, fields);
  return { info: at('info'), warn: at('warn'), error: at('error') };
}

/** Writes one line of JSON per event to standard error, with the fields of the allow-list only. */
export function createConsoleLogger(now: () => number): Logger {
  return loggerOf((level, message, fields) =>
    process.stderr.write(`${logLine(now(), level, message, fields)}\n`),
  );
}

export function bothLoggers(one: Logger, other: Logger): Logger {
  return loggerOf((level, message, fields) => {
    one[level](message, fields);
    other[level](message, fields);
  });
}
