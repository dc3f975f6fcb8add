import { stripVTControlCharacters } from 'node:util';
import { cleanLines } from '#shared/text.ts';

/** Bytes (UTF-8) kept of a command's output, from its end. */
export const OUTPUT_MAX = 16 * 1024;

/** In characters, before cleaning. */
const RAW_MAX = 4 * OUTPUT_MAX;

/** Collects the end of a command's output, as plain text. */
export class CommandOutput {
  #raw = '';
  #isCut = false;

  add(text: string): void {
    this.#raw += text;
    // Cutting at each piece would copy the whole text each time.
    if (this.#raw.length > 2 * RAW_MAX) this.#cut();
  }

  /** The collected output. `isCut`: the beginning is missing. */
  end(): { readonly output: string; readonly isCut: boolean } {
    if (this.#raw.length > RAW_MAX) this.#cut();
    const plain = cleanLines(stripVTControlCharacters(this.#raw));
    const bytes = Buffer.from(plain);
    if (bytes.length <= OUTPUT_MAX) return { output: plain, isCut: this.#isCut };
    let start = bytes.length - OUTPUT_MAX;
    // Don't cut within a character.
    while (((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
    return { output: bytes.toString('utf8', start), isCut: true };
  }

  #cut(): void {
    this.#raw = this.#raw.slice(-RAW_MAX);
    this.#isCut = true;
  }
}
