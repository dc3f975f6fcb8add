import { watch } from 'node:fs';
import type { Disposable } from './disposable.ts';
import { codeOf } from './errors.ts';
import type { Logger } from './logger.ts';

/** The time zone of the system, as a port: a computer travels while the app runs. */
export interface SystemTimeZone {
  /** The zone of now (IANA, or `UTC`). From then on it is also that of this process, for `Date` and `Intl`. */
  read(): string;
  /** Calls `changed` when the system may have another zone, where the system tells that. */
  watch(changed: () => void): Disposable;
}

/** Whether formats can have a time zone: an IANA name, or empty for the system's. */
export function isTimeZone(name: string): boolean {
  try {
    return name === '' || new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions() !== null;
  } catch {
    return false;
  }
}

/** The zone of formats of this process. One without an IANA name counts as UTC, as it does for Node. */
export function zoneOf({ timeZone = '' }: Partial<Intl.ResolvedDateTimeFormatOptions>): string {
  return timeZone !== '' && isTimeZone(timeZone) ? timeZone : 'UTC';
}

/** The folder whose entry `localtime` names the zone (localtime(5)); it is replaced, so the file itself is not watched. */
const ZONE_FOLDER = '/etc';

/** The zone of this process: `TZ` where it is set, and otherwise the system's. */
export function createSystemTimeZone(logger: Logger): SystemTimeZone {
  const { env, platform } = process;
  return {
    read() {
      const { TZ } = env;
      // Node and V8 keep the zone, and forget it when the variable is written or removed.
      if (TZ === undefined) delete env['TZ'];
      else env['TZ'] = TZ;
      return zoneOf(Intl.DateTimeFormat().resolvedOptions());
    },
    watch(changed) {
      const isTold = platform === 'linux' && env['TZ'] === undefined;
      return isTold ? watchFolder(changed, logger) : { dispose: () => undefined };
    },
  };
}

function watchFolder(changed: () => void, logger: Logger): Disposable {
  const unwatched = (error: unknown) => logger.warn('The time zone is not watched', { code: codeOf(error) });
  try {
    const watcher = watch(ZONE_FOLDER, { persistent: false }, (_, name) => {
      if (name === 'localtime') changed();
    });
    watcher.on('error', unwatched);
    return { dispose: () => watcher.close() };
  } catch (error) {
    unwatched(error);
    return { dispose: () => undefined };
  }
}
