import { close, fchmod, fstat, fsync, open, read, write } from 'node:fs';
import { promisify } from 'node:util';
import type { ExportFile } from './exportFs.ts';
import { factsOf } from './fileFacts.ts';

// By descriptors: the handles of `fs.promises` cost more than what is done with them.
const opening = promisify(open);
const closing = promisify(close);
const changingMode = promisify(fchmod);
const syncing = promisify(fsync);

function stating(descriptor: number) {
  return new Promise<Parameters<typeof factsOf>[0]>((resolve, reject) => {
    fstat(descriptor, { bigint: true }, (error, stats) => (error === null ? resolve(stats) : reject(error)));
  });
}

function readingInto(descriptor: number, buffer: Uint8Array, offset: number, position: number) {
  return new Promise<number>((resolve, reject) => {
    read(descriptor, buffer, offset, buffer.length - offset, position, (error, count) =>
      error === null ? resolve(count) : reject(error),
    );
  });
}

function writingFrom(descriptor: number, content: Uint8Array, offset: number) {
  return new Promise<number>((resolve, reject) => {
    write(descriptor, content, offset, content.length - offset, null, (error, count) =>
      error === null ? resolve(count) : reject(error),
    );
  });
}

/** Opens a file with these flags, and mode where it is made. Throws system errors, as every step of it does. */
export async function openFile(path: string, flags: number, mode: number): Promise<ExportFile> {
  const descriptor = await opening(path, flags, mode);
  // The number may be another file's as soon as this one is closed.
  let isOpen = true;
  return {
    async write(content) {
      for (let done = 0; done < content.length; ) done += await writingFrom(descriptor, content, done);
    },
    setMode: (wanted) => changingMode(descriptor, wanted),
    facts: async () => factsOf(await stating(descriptor)),
    sync: () => syncing(descriptor),
    async read(position, length) {
      const buffer = Buffer.alloc(length);
      let filled = 0;
      while (filled < length) {
        const count = await readingInto(descriptor, buffer, filled, position + filled);
        if (count === 0) break;
        filled += count;
      }
      return buffer.subarray(0, filled);
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await closing(descriptor);
    },
  };
}
