import { mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from './errors.ts';

/** The system's error code (EROFS, EACCES, ENOSPC, ...) when nothing can be created in a folder; `null`: writable. */
export function checkWritable(folder: string): string | null {
  try {
    // Windows says ENOENT for a path that leads through a file.
    if (!statSync(folder).isDirectory()) return 'ENOTDIR';
    rmdirSync(mkdtempSync(join(folder, '.probe-')));
    return null;
  } catch (error) {
    return codeOf(error) || 'unknown';
  }
}
