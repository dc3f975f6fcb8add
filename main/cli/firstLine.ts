import { closeSync, openSync, readSync } from 'node:fs';

/**
 * The first line of a file or a pipe, which may hold a secret. What follows it is not read to its end. Throws system errors.
 * @param path `null`: standard input
 * @param most characters
 * @returns `null`: the line is longer
 */
export function readFirstLine(path: string | null, most: number): string | null {
  const descriptor = path === null ? 0 : openSync(path, 'r');
  // A character takes 4 bytes at most; the line may end in two more.
  const buffer = Buffer.alloc(4 * most + 2);
  try {
    const length = lengthOfLine(descriptor, buffer);
    const line = length === null ? null : buffer.toString('utf8', 0, length).replace(/\r$/u, '');
    return line === null || line.length > most ? null : line;
  } finally {
    buffer.fill(0);
    if (path !== null) closeSync(descriptor);
  }
}

/** Reads until a line feed or the end. @returns bytes before it; `null`: the buffer is full */
function lengthOfLine(descriptor: number, buffer: Buffer): number | null {
  let filled = 0;
  while (filled < buffer.length) {
    const count = readSync(descriptor, buffer, filled, buffer.length - filled, null);
    const feed = buffer.subarray(0, filled + count).indexOf('\n', filled);
    if (feed !== -1) return feed;
    if (count === 0) return filled;
    filled += count;
  }
  return null;
}
