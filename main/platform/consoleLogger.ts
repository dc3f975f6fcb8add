import type { Logger } from './logger.ts';
import { type LogLevel, logLine } from './logLine.ts';

/** Writes one line of JSON per event to standard error, with the fields of the allow-list alone. */
export function createConsoleLogger(now: () => number): Logger {
  const at =
    (level: LogLevel): Logger[LogLevel] =>
    (message, fields) => {
      process.stderr.write(`${logLine(now(), level, message, fields)}\n`);
    };
  return { info: at('info'), warn: at('warn'), error: at('error') };
}
