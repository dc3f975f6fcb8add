import { mkdtempSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';

/** Why nothing can be made in a folder, as the system's code (EROFS, EACCES, ENOSPC, ...); `null` when all is well. */
export function checkWritable(folder: string): string | null {
  try {
    rmdirSync(mkdtempSync(join(folder, '.probe-')));
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  }
}
