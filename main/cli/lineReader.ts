import { StringDecoder } from 'node:string_decoder';

/** Cuts a stream of bytes into lines of UTF-8, and gives up on one that is too long. */
export class LineReader {
  readonly #decoder = new StringDecoder('utf8');
  #rest = '';
  /** The longest line, in characters; may be changed between two lines. */
  max: number;

  constructor(max: number) {
    this.max = max;
  }

  /** Gives each line that is whole now, or `null` for one that is too long: nothing more is to be read then. */
  *take(bytes: Buffer): Generator<string | null> {
    const [first = '', ...more] = this.#decoder.write(bytes).split('\n');
    this.#rest += first;
    for (const next of more) {
      const line = this.#rest;
      this.#rest = next;
      yield line.length > this.max ? null : line;
    }
    if (this.#rest.length > this.max) yield null;
  }
}
