import { WireBudget } from '#main/platform/wireBudget.ts';

export type Wish =
  | { readonly kind: 'send'; readonly data: Uint8Array }
  /** One line, without its line end. */
  | { readonly kind: 'line' }
  | { readonly kind: 'bytes'; readonly count: number }
  | { readonly kind: 'some' };

/**
 * The client's side of a protocol before TLS starts, without I/O, so that tests can split the bytes in every way.
 * Returns `null` when TLS starts with the next byte, or the server's refusal.
 */
export type Dialogue = Generator<Wish, string | null, Buffer>;

export interface DialogueTopic {
  readonly name: string;
  readonly port: number;
}

/** A part of a dialogue that returns a value. */
export type Part<T> = Generator<Wish, T, Buffer>;

/** Sends text, one byte per character. */
export function* say(text: string): Part<void> {
  yield { kind: 'send', data: Buffer.from(text, 'latin1') };
}

export function* send(data: Uint8Array): Part<void> {
  yield { kind: 'send', data };
}

export function* line(): Part<string> {
  return (yield { kind: 'line' }).toString('latin1');
}

export function* bytes(count: number): Part<Buffer> {
  return yield { kind: 'bytes', count };
}

export function* some(): Part<Buffer> {
  return yield { kind: 'some' };
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Result of a dialogue: TLS starts with the next byte, or the server's refusal. */
export type DialogueEnd = { readonly kind: 'ready' } | { readonly kind: 'refused'; readonly answer: string };

/**
 * Runs a dialogue over incoming data in chunks of any size. Refuses data after the answer that starts TLS: it was not
 * encrypted, and an attacker may have injected it (CVE-2011-0411). The longest real greetings are a few kilobytes: what
 * a budget has to spare is enough, and its limit of pieces bounds how often the waiting bytes are copied and searched.
 */
export class DialogueRun {
  readonly #dialogue: Dialogue;
  readonly #send: (data: Uint8Array) => void;
  readonly #budget = new WireBudget(0);
  #wish: Wish | null = null;
  #waiting: Buffer = Buffer.alloc(0);
  #end: DialogueEnd | null = null;

  constructor(dialogue: Dialogue, send: (data: Uint8Array) => void) {
    this.#dialogue = dialogue;
    this.#send = send;
  }

  /** Sends the client's first data. Returns the result, or `null` while the dialogue continues. */
  start(): DialogueEnd | null {
    return this.#advance(this.#dialogue.next());
  }

  /** Processes received data. Returns the result, or `null` while the dialogue continues. */
  take(chunk: Buffer): DialogueEnd | null {
    if (this.#end !== null) return this.#end;
    const isWithin = this.#budget.spend(chunk.length);
    this.#waiting = this.#waiting.length === 0 ? chunk : Buffer.concat([this.#waiting, chunk]);
    for (let next = this.#nextPiece(); next !== null; next = this.#nextPiece()) {
      const end = this.#advance(this.#dialogue.next(next));
      if (end !== null) return end;
    }
    return isWithin ? null : this.#refuse(this.#waiting);
  }

  #advance(step: IteratorResult<Wish, string | null>): DialogueEnd | null {
    let { done, value } = step;
    while (done !== true && typeof value === 'object' && value?.kind === 'send') {
      this.#send(value.data);
      ({ done, value } = this.#dialogue.next(Buffer.alloc(0)));
    }
    if (typeof value === 'object' && value !== null) {
      this.#wish = value;
      return null;
    }
    if (value !== null) this.#end = { kind: 'refused', answer: value + this.#waiting.toString('latin1') };
    else if (this.#waiting.length > 0) return this.#refuse(this.#waiting);
    else this.#end = { kind: 'ready' };
    return this.#end;
  }

  #refuse(answer: Buffer): DialogueEnd {
    this.#end = { kind: 'refused', answer: answer.toString('latin1') };
    return this.#end;
  }

  /** The requested bytes; `null` until they have arrived. */
  #nextPiece(): Buffer | null {
    const waiting = this.#waiting;
    switch (this.#wish?.kind) {
      case 'bytes':
        return waiting.length < this.#wish.count ? null : this.#cut(this.#wish.count, this.#wish.count);
      case 'some':
        return waiting.length === 0 ? null : this.#cut(waiting.length, waiting.length);
      case 'line': {
        const feed = waiting.indexOf(LINE_FEED);
        if (feed === -1) return null;
        return this.#cut(waiting[feed - 1] === CARRIAGE_RETURN ? feed - 1 : feed, feed + 1);
      }
      default:
        return null;
    }
  }

  #cut(length: number, used: number): Buffer {
    const piece = this.#waiting.subarray(0, length);
    this.#waiting = this.#waiting.subarray(used);
    return piece;
  }
}
