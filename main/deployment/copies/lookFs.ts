import { constants } from 'node:fs';
import { closeDescriptor, openDescriptor, readDescriptor } from '#main/platform/descriptors.ts';
import { nodeExportFs } from '../export/exportFs.ts';
import type { LookFs } from './lookAtFile.ts';

// Not defined on Windows, where links need a privilege to be made.
const noFollow = constants.O_NOFOLLOW ?? 0;
const nonBlocking = constants.O_NONBLOCK ?? 0;

/** The file system of this machine, as looking takes it. */
export const nodeLookFs: LookFs = {
  posix: nodeExportFs.posix,
  facts: nodeExportFs.facts,
  realpath: nodeExportFs.realpath,
  async read(path, size) {
    // Opening a pipe would otherwise wait for its writer.
    const descriptor = await openDescriptor(path, constants.O_RDONLY | noFollow | nonBlocking);
    try {
      // One byte more tells of a file that has grown.
      const buffer = Buffer.alloc(size + 1);
      let filled = await readDescriptor(descriptor, buffer, 0, 0);
      // Almost always that was all.
      for (let count = filled; count > 0 && filled < size; filled += count) {
        count = await readDescriptor(descriptor, buffer, filled, filled);
      }
      return buffer.subarray(0, filled);
    } finally {
      await closeDescriptor(descriptor);
    }
  },
};
