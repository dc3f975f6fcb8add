import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A wall clock of a program's own, moved from outside; its timers go on as ever. */
export interface MovableClock {
  /** The environment in which the program has it. */
  readonly env: NodeJS.ProcessEnv;
  /** Moves the clock, as by `+25d` or `+2h`, measured from the true time. Every process sees it when it next looks. */
  move(offset: string): Promise<void>;
}

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
/** Makes a clock that shows the true time at first. @param folder holds its file */
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
