import { readdirSync, readlinkSync } from 'node:fs';
import { type Scheduler, systemScheduler } from '#main/platform/time.ts';

/** Sockets, files and child processes that keep this process alive; timers are counted by `createCountingScheduler`. */
export function handles(): string[] {
  return process
    .getActiveResourcesInfo()
    .filter((name) => /TCP|TLS|Pipe|Process|FS|UDP/u.test(name) && name !== 'PipeWrap')
    .toSorted();
}

/** What each open file descriptor of this process (Linux) refers to; sockets and pipes without their numbers. */
export function descriptors(): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc/self/fd')
    .flatMap((name) => {
      try {
        return [readlinkSync(`/proc/self/fd/${name}`).replace(/\[\d+\]/u, '')];
      } catch {
        // The descriptor of the listing itself.
        return [];
      }
    })
    .toSorted();
}

/** The event of each listener on this process, such as `exit listener`. */
export function processListeners(): string[] {
  return process
    .eventNames()
    .flatMap((name) => Array<string>(process.listenerCount(name)).fill(`${String(name)} listener`));
}

/** The system's scheduler, with a count of the timers that have not fired and are not disposed. */
export function createCountingScheduler(): { readonly scheduler: Scheduler; readonly pending: () => number } {
  const waiting = new Set<object>();
  const scheduler: Scheduler = {
    after(delayMs, run) {
      const mark = {};
      waiting.add(mark);
      const timer = systemScheduler.after(delayMs, () => {
        waiting.delete(mark);
        run();
      });
      return {
        dispose: () => {
          waiting.delete(mark);
          timer.dispose();
        },
      };
    },
  };
  return { scheduler, pending: () => waiting.size };
}
