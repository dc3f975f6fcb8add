import {
  closeDescriptor,
  openDescriptor,
  readDescriptor,
  setDescriptorMode,
  statDescriptor,
  syncDescriptor,
  writeDescriptor,
} from '#main/platform/descriptors.ts';
import type { ExportFile } from './exportFs.ts';
import { factsOf } from './fileFacts.ts';

/** Opens a file with these flags, and mode where it is made. Throws system errors, as every step of it does. */
export async function openFile(path: string, flags: number, mode: number): Promise<ExportFile> {
  const descriptor = await openDescriptor(path, flags, mode);
  // The number may be another file's as soon as this one is closed.
  let isOpen = true;
  return {
    async write(content) {
      for (let done = 0; done < content.length; ) done += await writeDescriptor(descriptor, content, done);
    },
    setMode: (wanted) => setDescriptorMode(descriptor, wanted),
    facts: async () => factsOf(await statDescriptor(descriptor)),
    sync: () => syncDescriptor(descriptor),
    async read(position, length) {
      const buffer = Buffer.alloc(length);
      let filled = 0;
      while (filled < length) {
        const count = await readDescriptor(descriptor, buffer, filled, position + filled);
        if (count === 0) break;
        filled += count;
      }
      return buffer.subarray(0, filled);
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await closeDescriptor(descriptor);
    },
  };
}
