/** What the client's side of a dialogue wants next. */
export type Wish =
  | { readonly kind: 'send'; readonly data: Uint8Array }
  /** One line, without its line end. */
  | { readonly kind: 'line' }
  /** Exactly so many bytes. */
  | { readonly kind: 'bytes'; readonly count: number }
  /** Whatever came, at least one byte. */
  | { readonly kind: 'some' };

/**
 * The client's side of what a protocol says before TLS begins. It takes no part in reading and writing, so that every
 * way in which the bytes may come can be tested. Gives `null` when TLS begins with the next byte, or what the server
 * said instead, in its own words.
 */
export type Dialogue = Generator<Wish, string | null, Buffer>;

/** What a dialogue knows of the endpoint: the name that is asked for, and the port. */
export interface DialogueTopic {
  readonly name: string;
  readonly port: number;
}

/** Part of a dialogue that gives something else than its end. */
export type Part<T> = Generator<Wish, T, Buffer>;

/** Sends text, one byte for each of its characters. */
export function* say(text: string): Part<void> {
  yield { kind: 'send', data: Buffer.from(text, 'latin1') };
}

/** Sends bytes. */
export function* send(data: Uint8Array): Part<void> {
  yield { kind: 'send', data };
}

/** Waits for a line. */
export function* line(): Part<string> {
  return (yield { kind: 'line' }).toString('latin1');
}

/** Waits for exactly so many bytes. */
export function* bytes(count: number): Part<Buffer> {
  return yield { kind: 'bytes', count };
}

/** Waits for whatever comes. */
export function* some(): Part<Buffer> {
  return yield { kind: 'some' };
}

/** The most that a server may say before TLS begins: the longest honest greetings have some kilobytes. */
const MAX_BYTES = 64 * 1024;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** How a dialogue ended: TLS begins with the next byte, or `answer` is what the server said instead. */
export type DialogueEnd = { readonly kind: 'ready' } | { readonly kind: 'refused'; readonly answer: string };

/**
 * Leads a dialogue over the bytes as they come, in whatever pieces. What comes beyond the answer that begins TLS is
 * refused: it was not encrypted, and an attacker may have put it there (CVE-2011-0411 and its kind).
 */
export class DialogueRun {
  readonly #dialogue: Dialogue;
  readonly #send: (data: Uint8Array) => void;
  #wish: Wish | null = null;
  #waiting: Buffer = Buffer.alloc(0);
  #taken = 0;
  #end: DialogueEnd | null = null;

  /** @param send takes what is to be sent, at once */
  constructor(dialogue: Dialogue, send: (data: Uint8Array) => void) {
    this.#dialogue = dialogue;
    this.#send = send;
  }

  /** Says what the client says before it hears anything. Gives the end, or `null` while it goes on. */
  start(): DialogueEnd | null {
    return this.#advance(this.#dialogue.next());
  }

  /** Takes what the server sent. Gives the end, or `null` while it goes on. */
  take(chunk: Buffer): DialogueEnd | null {
    if (this.#end !== null) return this.#end;
    this.#taken += chunk.length;
    this.#waiting = this.#waiting.length === 0 ? chunk : Buffer.concat([this.#waiting, chunk]);
    for (let next = this.#nextPiece(); next !== null; next = this.#nextPiece()) {
      const end = this.#advance(this.#dialogue.next(next));
      if (end !== null) return end;
    }
    return this.#taken > MAX_BYTES ? this.#refuse(this.#waiting) : null;
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

  /** What is wished for, taken from the waiting bytes; `null` while it has not come. */
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
