import { fstatSync } from 'node:fs';
import { cleanText } from '#shared/text.ts';
import { type Logger, type LogLevel, loggedFields, loggerOf } from './logger.ts';

/** How much an operator needs to know a line. `debug`: for those who look for a cause. */
export type LineLevel = LogLevel | 'debug';

/** What a service says of its work, one line per thing, for the journal or a terminal. */
export type SayLine = (level: LineLevel, text: string) => void;

/** Priorities of syslog(3), by which sd-daemon(3) marks a line. */
const priorities: Readonly<Record<LineLevel, number>> = { error: 3, warn: 4, info: 6, debug: 7 };

/**
 * Lines with their priority for systemd's journal, otherwise with their level as a word.
 * @param isForJournal see `isJournal`
 */
export function serviceLines(isForJournal: boolean, write: (line: string) => void): SayLine {
  return (level, text) => {
    const line = cleanText(text);
    write(isForJournal ? `<${priorities[level]}>${line}\n` : `${level}: ${line}\n`);
  };
}

/** Whether standard error is a stream of the journal: systemd.exec(5), `JOURNAL_STREAM`. */
export function isJournal(
  environment: Readonly<Record<string, string | undefined>>,
  descriptor = 2,
): boolean {
  try {
    const { dev, ino } = fstatSync(descriptor, { bigint: true });
    return environment['JOURNAL_STREAM'] === `${dev}:${ino}`;
  } catch {
    return false;
  }
}

/** The lines of this process, on standard error. */
export function processLines(): SayLine {
  return serviceLines(isJournal(process.env), (line) => process.stderr.write(line));
}

/** A logger whose lines go among those of a service. What only says that all is as usual is of the level `debug`. */
export function lineLogger(say: SayLine): Logger {
  return loggerOf((level, message, fields) => {
    const facts = Object.entries(loggedFields(fields)).map(([name, value]) => `${name}=${value}`);
    const about = facts.length === 0 ? '' : ` (${facts.join(', ')})`;
    say(level === 'info' ? 'debug' : level, `${message}${about}`);
  });
}
