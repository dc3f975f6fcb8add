import { close, fchmod, fstat, fsync, open, read, write } from 'node:fs';
import { promisify } from 'node:util';

/*
 * File descriptors with promises: the handles of `fs.promises` cost more than the operations. All reject with system
 * errors.
 */

export const openDescriptor = promisify(open);
export const closeDescriptor = promisify(close);
export const setDescriptorMode = promisify(fchmod);
export const syncDescriptor = promisify(fsync);

/** `fstat` with big integers. */
export function statDescriptor(descriptor: number) {
  return promisify(fstat)(descriptor, { bigint: true });
}

/** Fills a buffer from `offset` on, reading from `position` of the file. @returns bytes read; 0 at the end of the file */
export function readDescriptor(
  descriptor: number,
  buffer: Uint8Array,
  offset: number,
  position: number,
): Promise<number> {
  return new Promise((resolve, reject) => {
    read(descriptor, buffer, offset, buffer.length - offset, position, (error, count) => {
      if (error === null) resolve(count);
      else reject(error);
    });
  });
}

/** Writes `content` from `offset` on at the current position of the file. @returns bytes written */
export function writeDescriptor(descriptor: number, content: Uint8Array, offset: number): Promise<number> {
  return new Promise((resolve, reject) => {
    write(descriptor, content, offset, content.length - offset, null, (error, count) => {
      if (error === null) resolve(count);
      else reject(error);
    });
  });
}
