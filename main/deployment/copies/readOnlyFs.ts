import { constants } from 'node:fs';
import { closeDescriptor, openDescriptor, readDescriptor } from '#main/platform/descriptors.ts';
import type { ExportFs } from '../export/exportFs.ts';
import { nodeExportFs } from '../export/nodeExportFs.ts';

// Undefined on Windows, where creating links needs a privilege.
const noFollow = constants.O_NOFOLLOW ?? 0;
const nonBlocking = constants.O_NONBLOCK ?? 0;

/** What the file system is needed for to check files. */
export interface ReadOnlyFs extends Pick<ExportFs, 'posix' | 'facts' | 'realpath'> {
  /** The content of a regular file, or `size + 1` bytes of a longer one; fails for links. */
  read(path: string, size: number): Promise<Uint8Array>;
}

/** The file system of this computer. */
export const nodeReadOnlyFs: ReadOnlyFs = {
  posix: nodeExportFs.posix,
  facts: nodeExportFs.facts,
  realpath: nodeExportFs.realpath,
  async read(path, size) {
    // Without O_NONBLOCK, opening a pipe waits for its writer.
    const descriptor = await openDescriptor(path, constants.O_RDONLY | noFollow | nonBlocking);
    try {
      // One byte more shows that the file has grown.
      const buffer = Buffer.alloc(size + 1);
      let filled = await readDescriptor(descriptor, buffer, 0, 0);
      // The first read nearly always returns everything.
      for (let count = filled; count > 0 && filled < size; filled += count) {
        count = await readDescriptor(descriptor, buffer, filled, filled);
      }
      return buffer.subarray(0, filled);
    } finally {
      await closeDescriptor(descriptor);
    }
  },
};
