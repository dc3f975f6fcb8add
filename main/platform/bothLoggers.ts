import type { Logger } from './logger.ts';

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
