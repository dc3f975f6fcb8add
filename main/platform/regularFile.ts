import { closeSync, constants, fchmodSync, fstatSync, lstatSync, openSync, statSync } from 'node:fs';

/**
 * Whether a path leads to a regular file, through links too; `null`: to nothing. A pipe would wait when it is opened, and a
 * device may do anything. Throws system errors.
 */
export function isRegularFile(path: string): boolean | null {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? null;
}

/**
 * Sets the mode of a regular file. What else has this name keeps its mode, and so does what a link leads to: it may be a
 * device, or a file that other programs need. Throws system errors.
 */
export function setFileMode(path: string, mode: number): void {
  if (!lstatSync(path).isFile()) return;
  // Windows has neither these flags nor links that a user could have made in passing.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    if (fstatSync(file).isFile()) fchmodSync(file, mode);
  } finally {
    closeSync(file);
  }
}
