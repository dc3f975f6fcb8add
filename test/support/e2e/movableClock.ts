import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A wall clock for one program, moved from outside; timers are not affected. */
export interface MovableClock {
  /** The environment that gives it to the program. */
  readonly env: NodeJS.ProcessEnv;
  /** Sets the clock relative to the true time, such as `+25d` or `+2h`. Processes see it when they next read the time. */
  move(offset: string): Promise<void>;
}

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
/** Creates a clock with the true time. @param folder for its file */
export async function movableClock(folder: string): Promise<MovableClock> {
  const file = join(folder, 'clock');
  await writeFile(file, '+0\n');
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_FORCE_MONOTONIC_FIX: '0',
    },
    async move(offset) {
      const whole = `${file}.next`;
      await writeFile(whole, `${offset}\n`);
      await rename(whole, file);
    },
  };
}
