import type { IncomingMessage } from 'node:http';
import type { Disposable } from '#main/platform/disposable.ts';

/** The first buffer of a body that comes in parts; it is doubled as more comes. */
const FIRST_BYTES = 16 * 1024;

/** What becomes of a body: one of the last two is called, once, unless the connection ends before. */
export interface BodyListener {
  /** More came, and may go on. @param bytes so far */
  grew(bytes: number): void;
  /** All of it. The bytes are overwritten with zeros when this returns. */
  done(body: Buffer): void;
  /** More came than may. */
  tooLarge(): void;
}

/**
 * Reads a body, whether its length was declared or it comes in chunks; Node's parser sees to either. Holds no more than
 * twice what came, however small its parts are, and overwrites it all.
 * @param most bytes
 * @returns forgets what came, and calls nothing any more
 */
export function readBody(request: IncomingMessage, most: number, listener: BodyListener): Disposable {
  // Most bodies come whole: those are not copied. The buffer may be longer than what it holds.
  let held: Buffer = Buffer.alloc(0);
  let length = 0;
  let isOver = false;
  const dispose = () => {
    isOver = true;
    held.fill(0);
    held = Buffer.alloc(0);
  };
  request.on('data', (chunk: Buffer) => {
    const total = length + chunk.length;
    if (isOver || total > most) {
      chunk.fill(0);
      if (isOver) return;
      dispose();
      listener.tooLarge();
      return;
    }
    held = length === 0 ? chunk : appended(held, length, chunk, most);
    length = total;
    listener.grew(length);
  });
  request.once('end', () => {
    if (isOver) return;
    isOver = true;
    try {
      listener.done(held.subarray(0, length));
    } finally {
      dispose();
    }
  });
  request.once('close', dispose);
  return { dispose };
}

/** Moves a chunk behind what is held, into a larger buffer where it does not fit. */
function appended(held: Buffer, length: number, chunk: Buffer, most: number): Buffer {
  const total = length + chunk.length;
  let target = held;
  if (total > held.length) {
    target = Buffer.alloc(Math.min(most, Math.max(FIRST_BYTES, 2 * total)));
    held.copy(target, 0, 0, length);
    held.fill(0);
  }
  chunk.copy(target, length);
  chunk.fill(0);
  return target;
}
