import { existsSync } from 'node:fs';

/** An instant (Unix ms) as it goes into a file name: `20250131T235959Z`. */
export function timestamp(instant: number): string {
  return new Date(instant).toISOString().replace(/[-:]|\.\d+/gu, '');
}

/** `base`, or `base-2`, `base-3`, ... : the first that no file has, alone or with SQLite's suffixes. */
export function freeName(base: string): string {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base}-${count}`;
    if (!['', '-wal', '-shm', '-journal'].some((suffix) => existsSync(name + suffix))) return name;
  }
}
