import { close, constants, fchmod, fstat, fsync, open, read, write } from 'node:fs';
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

/**
 * Reads the first bytes of a file, a pipe or a device without a size. Ask for one byte more than you accept to learn whether
 * there are more.
 */
export async function readAtMost(path: string, bytes: number, flags = constants.O_RDONLY): Promise<Buffer> {
  const descriptor = await openDescriptor(path, flags);
  try {
    return await readOpened(descriptor, bytes);
  } finally {
    await closeDescriptor(descriptor);
  }
}

/**
 * As `readAtMost`, of an open file.
 * @param position where to begin; `null`: where the file is, as a pipe has no other place
 */
export async function readOpened(
  descriptor: number,
  bytes: number,
  position: number | null = null,
): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  let filled = 0;
  while (filled < bytes) {
    const count = await readInto(descriptor, buffer, filled, position === null ? null : position + filled);
    if (count === 0) break;
    filled += count;
  }
  return buffer.subarray(0, filled);
}

/** Fills a buffer from `offset` on. @returns bytes read; 0 at the end of the file */
function readInto(
  descriptor: number,
  buffer: Uint8Array,
  offset: number,
  position: number | null,
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
