import { existsSync } from 'node:fs';

/** A time (Unix ms) for file names: `20250131T235959Z`. */
export function timestamp(instant: number): string {
  return new Date(instant).toISOString().replace(/[-:]|\.\d+/gu, '');
}

/** The first of `base`, `base-2`, `base-3`, ... that no file has, alone or with SQLite's suffixes. */
export function freeName(base: string): string {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base}-${count}`;
    if (!['', '-wal', '-shm', '-journal'].some((suffix) => existsSync(name + suffix))) return name;
  }
}
