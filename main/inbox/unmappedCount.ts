import type { Disposable } from '../lib/disposable.ts';
import type { InboxBook } from './inboxBook.ts';

/** How many deliveries wait under names that nobody mapped, those on their way to the disk among them. */
export class UnmappedCount implements Disposable {
  readonly #book: InboxBook;
  readonly #listener: Disposable;
  /** Counted anew only after a change: during a storm that is once for every batch. */
  #inBook: number | null = null;
  #reserved = 0;

  constructor(book: InboxBook) {
    this.#book = book;
    this.#listener = book.onDidChange(() => {
      this.#inBook = null;
    });
  }

  value(): number {
    this.#inBook ??= this.#book
      .list()
      .filter(({ verdict }) => verdict.kind === 'waiting' && verdict.reason.kind === 'unknownName').length;
    return this.#inBook + this.#reserved;
  }

  /** Counts one more until it is let go. */
  reserve(): Disposable {
    this.#reserved += 1;
    let isHeld = true;
    return {
      dispose: () => {
        if (isHeld) this.#reserved -= 1;
        isHeld = false;
      },
    };
  }

  dispose(): void {
    this.#listener.dispose();
  }
}
