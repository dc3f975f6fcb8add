import { randomFrom } from '#test/service/catalogue.ts';

/** Chance that is the same for the same seed. */
export class Dice {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  /** Whether something happens that does so with this chance. */
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

  /** A copy with one to eight bytes before `end` set to others. */
  flipped(bytes: Buffer, end = bytes.length): Buffer {
    const copy = Buffer.from(bytes);
    for (let left = 1 + this.below(8); left > 0 && end > 0; left -= 1)
      copy[this.below(end)] = this.below(256);
    return copy;
  }

  /** A text with a piece put in somewhere. */
  spliced(text: string, piece: string): string {
    const at = this.below(text.length + 1);
    return text.slice(0, at) + piece + text.slice(at);
  }
}
