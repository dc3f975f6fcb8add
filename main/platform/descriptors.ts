import { close, fchmod, fstat, fsync, open, read, write } from 'node:fs';
import { promisify } from 'node:util';

/*
 * Files by their descriptors: the handles of `fs.promises` cost more than what is done with them. Each rejects with
 * system errors.
 */

export const openDescriptor = promisify(open);
export const closeDescriptor = promisify(close);
export const setDescriptorMode = promisify(fchmod);
export const syncDescriptor = promisify(fsync);

/** What `fstat` says, in whole numbers. */
export function statDescriptor(descriptor: number) {
  return promisify(fstat)(descriptor, { bigint: true });
}

/** Reads into a buffer from `offset` to its end, beginning at `position` of the file. @returns bytes read; 0 at the end */
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

/** Writes what stands in `content` from `offset` on where the file was written to last. @returns bytes written */
export function writeDescriptor(descriptor: number, content: Uint8Array, offset: number): Promise<number> {
  return new Promise((resolve, reject) => {
    write(descriptor, content, offset, content.length - offset, null, (error, count) => {
      if (error === null) resolve(count);
      else reject(error);
    });
  });
}
