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
