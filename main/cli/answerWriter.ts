import type { Socket } from 'node:net';
import type { Disposable } from '#main/platform/disposable.ts';
import type { Scheduler } from '#main/platform/time.ts';
import { CHUNK_MAX, type CommandAnswer, type CommandOutput, toLine } from './protocol.ts';

/** Unread output (characters) that is kept for a client that reads nothing. */
const UNREAD_MAX = 64 * 1024 * 1024;
/** A client that reads nothing for this time (ms) counts as gone if it has more unread output than that. */
export const STALLED_MS = 30_000;

/**
 * Sends the answers of one command in order, as fast as the client reads. A long document is written in one go, so its length
 * alone says nothing: only a client that reads nothing loses its connection, and its command is cancelled.
 */
export class AnswerWriter implements CommandOutput {
  readonly #socket: Socket;
  readonly #scheduler: Scheduler;
  #waiting: CommandAnswer[] = [];
  /** How many of them were sent. */
  #sent = 0;
  /** Characters of output that wait. */
  #unread = 0;
  #stalled: Disposable | null = null;
  #ended: (() => void) | null = null;

  constructor(socket: Socket, scheduler: Scheduler) {
    this.#socket = socket;
    this.#scheduler = scheduler;
    socket.on('drain', () => {
      this.#forgetStall();
      this.#send();
    });
    socket.on('close', () => {
      this.#forgetStall();
      this.#waiting = [];
      this.#ended?.();
    });
  }

  out(text: string): void {
    this.#add(text, (out) => ({ out }));
  }

  err(text: string): void {
    this.#add(text, (err) => ({ err }));
  }

  /** Sends the last answer after all others. Resolves when everything is sent, or when the reader is gone. */
  async end(last: CommandAnswer): Promise<void> {
    if (this.#socket.destroyed) return;
    this.#waiting.push(last);
    await new Promise<void>((resolve) => {
      this.#ended = resolve;
      this.#send();
    });
  }

  #add(text: string, answer: (chunk: string) => CommandAnswer): void {
    if (this.#socket.destroyed) return;
    for (let start = 0; start < text.length; ) {
      const end = chunkEnd(text, start);
      this.#waiting.push(answer(text.slice(start, end)));
      start = end;
    }
    this.#unread += text.length;
    this.#send();
  }

  #send(): void {
    while (!this.#socket.destroyed && !this.#socket.writableNeedDrain) {
      const answer = this.#waiting[this.#sent];
      if (answer === undefined) break;
      this.#sent += 1;
      this.#unread -= lengthOf(answer);
      this.#socket.write(toLine(answer));
    }
    if (this.#sent < this.#waiting.length) {
      this.#stalled ??= this.#scheduler.after(STALLED_MS, () => this.#giveUp());
      return;
    }
    this.#waiting = [];
    this.#sent = 0;
    if (this.#ended !== null) this.#socket.end(this.#ended);
  }

  /** Nothing was read for long. Less output stays, for instance for a client that was stopped by Ctrl-Z. */
  #giveUp(): void {
    this.#forgetStall();
    if (this.#unread > UNREAD_MAX) this.#socket.destroy();
    else this.#ended?.();
  }

  #forgetStall(): void {
    this.#stalled?.dispose();
    this.#stalled = null;
  }
}

/** Where a chunk ends that starts there. A pair of surrogates stays together: alone, neither can be written as UTF-8. */
function chunkEnd(text: string, start: number): number {
  const end = start + CHUNK_MAX;
  return end < text.length && /[\ud800-\udbff]/u.test(text.charAt(end - 1)) ? end - 1 : end;
}

function lengthOf(answer: CommandAnswer): number {
  if ('out' in answer) return answer.out.length;
  return 'err' in answer ? answer.err.length : 0;
}
