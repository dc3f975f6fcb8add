import { type LogFields, logFieldNames } from './logger.ts';
import { redact } from './redact.ts';

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
