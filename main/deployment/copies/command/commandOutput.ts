import { stripVTControlCharacters } from 'node:util';
import { cleanLines } from '#shared/text.ts';

/** The most that is kept of what a command printed: its end, in bytes of UTF-8. */
export const OUTPUT_MAX = 16 * 1024;

/** In characters, with what will be taken out of it. */
const RAW_MAX = 4 * OUTPUT_MAX;

/** The end of what a command printed, as plain text. */
export class CommandOutput {
  #raw = '';
  #isCut = false;

  /** Takes what was printed next. */
  add(text: string): void {
    this.#raw += text;
    // Not at each piece: that would copy all of it again and again.
    if (this.#raw.length > 2 * RAW_MAX) this.#cut();
  }

  /** What is kept of it. `isCut`: the beginning is missing. */
  end(): { readonly output: string; readonly isCut: boolean } {
    if (this.#raw.length > RAW_MAX) this.#cut();
    const plain = cleanLines(stripVTControlCharacters(this.#raw));
    const bytes = Buffer.from(plain);
    if (bytes.length <= OUTPUT_MAX) return { output: plain, isCut: this.#isCut };
    let start = bytes.length - OUTPUT_MAX;
    // No character is cut in half.
    while (((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
    return { output: bytes.toString('utf8', start), isCut: true };
  }

  #cut(): void {
    this.#raw = this.#raw.slice(-RAW_MAX);
    this.#isCut = true;
  }
}
