import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A wall clock of a program's own, moved from outside; its timers go on as ever. */
export interface MovableClock {
  /** The environment in which the program has it. */
  readonly env: NodeJS.ProcessEnv;
  /** Moves the clock, as by `+25d` or `+2h`, measured from the true time, and waits until the program sees it. */
  move(offset: string): Promise<void>;
}

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
/** The library reads the file again after a second. */
const seenWithinMs = 1_500;

/** Makes a clock that shows the true time at first. @param folder holds its file */
export async function movableClock(folder: string): Promise<MovableClock> {
  const file = join(folder, 'clock');
  await writeFile(file, '+0\n');
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_FORCE_MONOTONIC_FIX: '0',
    },
    async move(offset) {
      await writeFile(file, `${offset}\n`);
      await wait(seenWithinMs);
    },
  };
}
