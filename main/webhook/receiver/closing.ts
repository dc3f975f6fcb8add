import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Scheduler } from '#main/platform/time.ts';

/** How long a sender may take to hear an answer while it still sends. */
const LINGER_MS = 1000;

/** So much of what an answered request still sends is read, and thrown away. */
const MOST_DRAINED_BYTES = 64 * 1024;

/**
 * Answers a request that was read to its end, and ends the connection. This and the next go past Node's own response:
 * there is nothing to build, as all answers are ready as bytes.
 */
export function answerAtOnce(socket: Socket, answer: Buffer): void {
  socket.end(answer);
  socket.destroySoon();
}

/**
 * Answers a request whose body was not read. Node's response would close the connection at once: with something unread
 * in it, the system then resets it, and the sender may never see the answer.
 */
export function answerUnread(unread: IncomingMessage, answer: Buffer, scheduler: Scheduler): void {
  unread.socket.end(answer);
  let left = MOST_DRAINED_BYTES;
  unread.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) unread.pause();
  });
  lingerThenDestroy(unread.socket, scheduler);
}

/** Gives the other end a moment to read what was sent and to close, then closes. */
export function lingerThenDestroy(socket: Socket, scheduler: Scheduler): void {
  const linger = scheduler.after(LINGER_MS, () => socket.destroy());
  socket.once('close', () => linger.dispose());
}
