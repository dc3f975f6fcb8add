import { closeSync, openSync, readSync } from 'node:fs';
import { decodeText, encodingOf } from '#main/platform/decodeText.ts';
import type { InputReason } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** Why a line is not used. `notUtf8`: its encoding is neither UTF-8 nor UTF-16. */
type LineProblem = Extract<InputReason, 'tooLong' | 'notUtf8'>;

/** A character takes 4 bytes at most; a byte order mark comes before the line, and two more bytes may end it. */
const MARK_AND_END = 5;

/**
 * The first line of a file or a pipe, which may hold a secret, without byte order mark, line end, and zero bytes at its end.
 * What follows it is not read to its end. Throws system errors.
 * @param path `null`: standard input
 * @param most characters
 */
export function readFirstLine(path: string | null, most: number): Result<string, LineProblem> {
  const descriptor = path === null ? 0 : openSync(path, 'r');
  const buffer = Buffer.alloc(4 * most + MARK_AND_END);
  try {
    const bytes = lineIn(descriptor, buffer);
    if (bytes === null) return err('tooLong');
    const line = decodeText(bytes)?.replace(/\0+$/u, '').replace(/\r$/u, '') ?? null;
    if (line === null) return err('notUtf8');
    return line.length > most ? err('tooLong') : ok(line);
  } finally {
    buffer.fill(0);
    if (path !== null) closeSync(descriptor);
  }
}

/** Reads until a line feed or the end. @returns the bytes before it; `null`: the buffer is full */
function lineIn(descriptor: number, buffer: Buffer): Buffer | null {
  let filled = 0;
  while (filled < buffer.length) {
    const count = readSync(descriptor, buffer, filled, buffer.length - filled, null);
    const end = endOfLine(buffer.subarray(0, filled + count), filled);
    if (end !== -1) return buffer.subarray(0, end);
    if (count === 0) return buffer.subarray(0, filled);
    filled += count;
  }
  return null;
}

const feeds = { 'utf-16le': Buffer.from('\n\0'), 'utf-16be': Buffer.from('\0\n') };

/** Where the first line feed begins; -1: there is none. @param from how many bytes were searched before */
function endOfLine(bytes: Buffer, from: number): number {
  const encoding = encodingOf(bytes);
  if (encoding === 'utf-8') return bytes.indexOf('\n', from);
  const feed = feeds[encoding];
  let at = bytes.indexOf(feed, Math.max(0, from - 1));
  // The two bytes may also be halves of two characters.
  while (at !== -1 && at % 2 === 1) at = bytes.indexOf(feed, at + 1);
  return at;
}
