import { randomFrom } from '#test/service/catalogue.ts';

/** Pseudo-random choices; equal seeds give equal choices. */
export class Dice {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  /** `true` with this probability. */
  chance(of: number): boolean {
    return this.#random() < of;
  }

  /** A whole number from 0 up to, not including, the limit. */
  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  oneOf<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  }

  /** A copy with one to eight changed bytes before `end`. */
  flipped(bytes: Buffer, end = bytes.length): Buffer {
    const copy = Buffer.from(bytes);
    for (let left = 1 + this.below(8); left > 0 && end > 0; left -= 1)
      copy[this.below(end)] = this.below(256);
    return copy;
  }

  /** A text with an inserted piece. */
  spliced(text: string, piece: string): string {
    const at = this.below(text.length + 1);
    return text.slice(0, at) + piece + text.slice(at);
  }
}
