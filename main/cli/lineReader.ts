import { StringDecoder } from 'node:string_decoder';

/** Cuts a stream of bytes into lines of UTF-8, and gives up on one that is too long. */
export class LineReader {
  readonly #max: number;
  readonly #decoder = new StringDecoder('utf8');
  #rest = '';

  /** @param max the longest line, in characters */
  constructor(max: number) {
    this.#max = max;
  }

  /** @returns the lines that are whole now, or `null` when one is too long: nothing more is to be read then */
  take(bytes: Buffer): readonly string[] | null {
    const lines = (this.#rest + this.#decoder.write(bytes)).split('\n');
    this.#rest = lines.pop() ?? '';
    const isTooLong = this.#rest.length > this.#max || lines.some(({ length }) => length > this.#max);
    return isTooLong ? null : lines;
  }
}
