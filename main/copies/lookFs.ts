import { close, constants, open, read } from 'node:fs';
import { promisify } from 'node:util';
import { nodeExportFs } from '../export/exportFs.ts';
import type { LookFs } from './lookAtFile.ts';

// Not defined on Windows, where links need a privilege to be made.
const noFollow = constants.O_NOFOLLOW ?? 0;
const nonBlocking = constants.O_NONBLOCK ?? 0;

// Without the handles of `fs.promises`, which cost as much as the reading itself.
const opening = promisify(open);
const closing = promisify(close);

function readInto(descriptor: number, buffer: Uint8Array, offset: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const length = buffer.length - offset;
    read(descriptor, buffer, offset, length, offset, (error, count) => {
      if (error === null) resolve(count);
      else reject(error);
    });
  });
}

/** The file system of this machine, as looking takes it. */
export const nodeLookFs: LookFs = {
  posix: nodeExportFs.posix,
  facts: nodeExportFs.facts,
  realpath: nodeExportFs.realpath,
  async read(path, size) {
    // Opening a pipe would otherwise wait for its writer.
    const descriptor = await opening(path, constants.O_RDONLY | noFollow | nonBlocking);
    try {
      // One byte more tells of a file that has grown.
      const buffer = Buffer.alloc(size + 1);
      let filled = await readInto(descriptor, buffer, 0);
      // Almost always that was all.
      for (let count = filled; count > 0 && filled < size; filled += count) {
        count = await readInto(descriptor, buffer, filled);
      }
      return buffer.subarray(0, filled);
    } finally {
      await closing(descriptor);
    }
  },
};
